package tui

import (
	"fmt"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/tui/board"
	"quadrille/rules"
)

// levelOf reads a level; nothing is the usual one. What is no number is none, which
// the table refuses with a sentence.
func levelOf(text string) int {
	if text == "" {
		return player.UsualBot
	}
	level, _ := strconv.Atoi(text)
	return level
}

// bots is how the host fills seats before the game.
func (t *tableScreen) bots() []entry {
	v := t.view
	if v.Host.ID != t.env.me.ID || !v.Terms.AdmitsBots() || !t.env.house.bots() || !t.anyOpen() {
		return nil
	}
	return []entry{{
		label: "Let a bot sit down",
		act:   &table.Act{Do: table.BringBot, Seat: rules.NoSeat},
		why:   fmt.Sprintf("How well shall it play, 1 to %d (nothing: %d):", player.BotLevels, player.UsualBot),
	}}
}

func (t *tableScreen) anyOpen() bool {
	for s := range t.view.Seats {
		if t.view.Seats[s].Open {
			return true
		}
	}
	return false
}

// botsForVacant lets bots play on for who is gone, where the table gave up a seat.
func (t *tableScreen) botsForVacant() []choice {
	var list []choice
	if !t.seated() || !t.view.Terms.AdmitsBots() || !t.env.house.bots() {
		return nil
	}
	for s := range rules.Seat(rules.SeatCount) {
		if t.vacant().Has(s) {
			list = append(list, choice{label: "Let a bot play on as " + board.SeatWord(t.view.Variant.Facts(), s), do: func() tea.Cmd {
				return t.act(table.Act{Do: table.BringBot, Seat: s, Level: max(t.view.Terms.Bots, player.UsualBot)})
			}})
		}
	}
	return list
}
