package vacation

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/rules"
)

// Usage, Help and MoreHelp are the help of the command vacation.
const (
	Usage    = "[DAYS | end]"
	Help     = "stop your clocks in correspondence games for some days"
	MoreHelp = `The vacation starts immediately. Without DAYS, the command prints how many
days you have left. A day that has begun counts as a whole day. You may move
during your vacation.`
)

// Command starts a vacation if `word` is a number of days, and ends the vacation if `word`
// is "end". An empty word changes nothing. Command returns a sentence about the player's
// vacation, with times in the given time zone.
func (s *Service) Command(ctx context.Context, by player.Player, word string, zone *time.Location) (string, error) {
	word = rules.TypedLine(word)
	switch days, err := strconv.Atoi(word); {
	case word == "":
	case word == "end":
		if err := s.End(ctx, by); err != nil {
			return "", err
		}
	case err != nil:
		return "", BadDays.Refuse(strconv.Quote(player.Shown(word, player.MaxNameCells)))
	default:
		if err := s.Start(ctx, by, days); err != nil {
			return "", err
		}
	}
	return s.Sentence(by.ID, zone), nil
}

// Sentence returns a text that says until when a player is on vacation, and how many vacation
// days they have left this year.
func (s *Service) Sentence(id player.ID, zone *time.Location) string {
	if s == nil || s.Days == 0 {
		return "This server has no vacations."
	}
	text := "You are not on vacation."
	if until := s.Until(id); !until.IsZero() {
		text = fmt.Sprintf("You are on vacation until %s.", clock.Minute(until, zone))
	}
	return fmt.Sprintf("%s %d of %d days are left this year.", text, s.Left(id), s.Days)
}
