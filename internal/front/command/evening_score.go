package command

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/internal/pairing"
	"quadrille/internal/service/club"
	"quadrille/rules"
)

// eveningScoreHelp explains how to write the score of a game.
const eveningScoreHelp = "Write points like 1, 1/2 or 1+1/3; seats that you leave out get none. A void\n" +
	"game counts neither as a game nor as a bye. Without --round, the score is for\n" +
	"the current or last round."

func (r eveningCommands) score(c *call) {
	var why string
	var round int
	c.args = func(args []string) error {
		if len(args) < 2 {
			return fmt.Errorf("\"evening score\" needs a board and a score; usage: %s", c.usage())
		}
		return nil
	}
	c.run = func(args []string) error {
		on, err := r.findEvening(nil)
		if err != nil {
			return err
		}
		board, err := strconv.Atoi(args[0])
		if err != nil {
			return fmt.Errorf("%q is not the number of a board; run \"evening show\" to list them", args[0])
		}
		scores, err := scoresOf(on, args[1:])
		if err != nil {
			return err
		}
		why = strings.TrimSpace(why) // a reason that consists of blanks counts as missing
		if on, err = r.Lobby.Evenings().Score(r.ctx, r.Player, round, board, scores, why); err != nil {
			return err
		}
		if err := r.printStandings(&lister{request: r.request}, on); err != nil {
			return err
		}
		if round == 0 {
			round = len(on.Rounds)
		}
		return r.Club.Audit.Note(r.ctx, club.AuditEntry{
			By: r.Player.ID, Action: club.ScoredByHand, Table: on.Rounds[round-1].Games[board-1].Table,
			Value: strings.Join(args[1:], " "), Reason: why,
		})
	}
	c.StringVar(&why, "reason", "", "")
	c.IntVar(&round, "round", 0, "")
}

// scoresOf parses scores such as "white=1 silver=1/2". It returns nil for "void".
func scoresOf(on *pairing.Evening, words []string) (*[rules.SeatCount]uint8, error) {
	if len(words) == 1 && words[0] == "void" {
		return nil, nil
	}
	if slices.Contains(words, "void") {
		return nil, errors.New(`write either void or points; a reason of two words needs --reason "'two words'"`)
	}
	var scores [rules.SeatCount]uint8
	var given rules.Seats
	for _, word := range words {
		name, value, found := strings.Cut(word, "=")
		seat := slices.Index(on.Seats[:], name)
		if !found || seat < 0 {
			return nil, fmt.Errorf(
				"%q is not a score; write void, or points such as %s=1; the seats are %s",
				word,
				on.Seats[0],
				strings.Join(on.Seats[:], ", "),
			)
		}
		if given.Has(rules.Seat(seat)) {
			return nil, fmt.Errorf("%s is given twice; write each seat once", name)
		}
		given = given.With(rules.Seat(seat))
		points, err := sixths(value)
		if err != nil {
			return nil, err
		}
		scores[seat] = points
	}
	return &scores, nil
}

// mostPoints is the maximum number of points in a score. No game gives that many.
const mostPoints = 20

// sixths parses points such as "1/2" and "1+1/3". It returns them in sixths of a point.
func sixths(word string) (uint8, error) {
	for n := range uint8(6*mostPoints + 1) {
		if rules.FormatSixths(n) == word {
			return n, nil
		}
	}
	return 0, fmt.Errorf("%q is not a number of points; write it like 1, 1/2 or 1+1/3, at most %d", word, mostPoints)
}
