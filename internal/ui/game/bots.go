package game

import (
	"cmp"
	"fmt"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/phrase"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
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
func (wa *waiting) usualLevel() int { return cmp.Or(wa.t.View.Terms.Bots, player.UsualBot) }

// bots is how the host fills seats before the game.
func (wa *waiting) bots() []entry {
	v := wa.t.View
	if v.Host.ID != wa.t.env.Me.ID || !v.Terms.AdmitsBots() || !wa.t.env.Cfg.Lobby.Bots() || !wa.anyOpen() {
		return nil
	}
	return []entry{{label: "Let a bot sit down", open: wa.chooseBotSeat}}
}

// chooseBotSeat asks which seat a bot shall have, if several are open: beside whom,
// and against whom, matters. The menu has no room for all of them.
func (wa *waiting) chooseBotSeat() (kit.Step, tea.Cmd) {
	v, f := wa.t.View, wa.t.View.Variant.Facts()
	var choices []kit.Choice
	open := openIn(v)
	for s := range rules.Seat(rules.SeatCount) {
		if !open.Has(s) {
			continue
		}
		label := "As " + phrase.Seat(f, s)
		if with := wa.partnerOf(s); with != "" {
			label += " (with " + with + ")"
		}
		choices = append(choices, kit.Choice{Label: label, Do: func() tea.Cmd { wa.askLevel(s); return nil }})
	}
	if len(choices) == 1 {
		choices[0].Do()
		return kit.Stay, nil
	}
	d := kit.NewDialog(wa.t.env, "Let a bot sit down", "Which seat shall it have?", append(choices, kit.Choice{Label: "Not now"})...)
	d.Below = true
	return kit.Enter(d.Until(unless(func(now *table.View) bool { return now.Phase == v.Phase && openIn(now) == open }))), nil
}

// askLevel asks how well the bot for a seat shall play.
func (wa *waiting) askLevel(s rules.Seat) {
	usual := wa.usualLevel()
	wa.t.Input.ask(&prompt{
		label: fmt.Sprintf("How well shall it play, 1 to %d (nothing: %d):", player.BotLevels, usual),
		line:  kit.Line{Limit: 80},
		kind:  table.AddBot,
		send: func(text string) tea.Cmd {
			return wa.t.Link.Act(table.Command{Kind: table.AddBot, Seat: s, Level: levelOf(text, usual)})
		},
	})
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

func (wa *waiting) anyOpen() bool { return openIn(wa.t.View) != 0 }

// botsForVacant lets bots play on for who is gone, where the table gave up a seat.
func (wa *waiting) botsForVacant() []kit.Choice {
	var list []kit.Choice
	if !wa.t.seats.seated() || !wa.t.View.Terms.AdmitsBots() || !wa.t.env.Cfg.Lobby.Bots() {
		return nil
	}
	for s := range rules.Seat(rules.SeatCount) {
		if wa.t.absence.vacant().Has(s) {
			list = append(list, kit.Choice{Label: "Let a bot play on as " + phrase.Seat(wa.t.View.Variant.Facts(), s), Do: func() tea.Cmd {
				return wa.t.Link.Act(table.Command{Kind: table.AddBot, Seat: s, Level: wa.usualLevel()})
			}})
		}
	}
	return list
}
