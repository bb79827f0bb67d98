package tui

import (
	"cmp"
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
func levelOf(text string, usual int) int {
	if text == "" {
		return usual
	}
	level, _ := strconv.Atoi(text)
	return level
}

// usualLevel is that of the bots which take what is open when the game begins, or
// what one has who asks for none.
func (t *tableScreen) usualLevel() int { return cmp.Or(t.view.Terms.Bots, player.UsualBot) }

// bots is how the host fills seats before the game.
func (t *tableScreen) bots() []entry {
	v := t.view
	if v.Host.ID != t.env.me.ID || !v.Terms.AdmitsBots() || !t.env.house.bots() || !t.anyOpen() {
		return nil
	}
	return []entry{{label: "Let a bot sit down", opens: t.whereABotSits}}
}

// whereABotSits asks which seat a bot shall have, if several are open: beside whom,
// and against whom, matters. The menu has no room for all of them.
func (t *tableScreen) whereABotSits() (step, tea.Cmd) {
	v, f := t.view, t.view.Variant.Facts()
	var choices []choice
	open := openIn(v)
	for s := range rules.Seat(rules.SeatCount) {
		if !open.Has(s) {
			continue
		}
		label := "As " + board.SeatWord(f, s)
		if with := t.besideWhom(s); with != "" {
			label += " (with " + with + ")"
		}
		choices = append(choices, choice{label: label, do: func() tea.Cmd { t.askLevel(s); return nil }})
	}
	if len(choices) == 1 {
		choices[0].do()
		return stay, nil
	}
	d := newDialog(t.env, "Let a bot sit down", "Which seat shall it have?", append(choices, choice{label: "Not now"})...)
	d.below = true
	return enter(d.until(unless(func(now *table.View) bool { return now.Phase == v.Phase && openIn(now) == open }))), nil
}

// askLevel asks how well the bot for a seat shall play.
func (t *tableScreen) askLevel(s rules.Seat) {
	usual := t.usualLevel()
	t.prompt = &prompt{
		label: fmt.Sprintf("How well shall it play, 1 to %d (nothing: %d):", player.BotLevels, usual),
		line:  line{limit: 80},
		does:  table.BringBot,
		send: func(text string) tea.Cmd {
			return t.act(table.Act{Do: table.BringBot, Seat: s, Level: levelOf(text, usual)})
		},
	}
}

// openIn is the seats that nobody has.
func openIn(v *table.View) rules.Seats {
	var set rules.Seats
	for s := range rules.Seat(rules.SeatCount) {
		if v.Seats[s].Open {
			set = set.With(s)
		}
	}
	return set
}

func (t *tableScreen) anyOpen() bool { return openIn(t.view) != 0 }

// botsForVacant lets bots play on for who is gone, where the table gave up a seat.
func (t *tableScreen) botsForVacant() []choice {
	var list []choice
	if !t.seated() || !t.view.Terms.AdmitsBots() || !t.env.house.bots() {
		return nil
	}
	for s := range rules.Seat(rules.SeatCount) {
		if t.vacant().Has(s) {
			list = append(list, choice{label: "Let a bot play on as " + board.SeatWord(t.view.Variant.Facts(), s), do: func() tea.Cmd {
				return t.act(table.Act{Do: table.BringBot, Seat: s, Level: t.usualLevel()})
			}})
		}
	}
	return list
}
