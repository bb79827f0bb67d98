package game

import (
	"cmp"
	"fmt"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// levelOf parses the level of a bot. For an empty text, it returns `usual`. For a text that
// is not a number, it returns 0, which the table refuses.
func levelOf(text string, usual int) int {
	if text == "" {
		return usual
	}
	level, _ := strconv.Atoi(text)
	return level
}

// usualLevel returns the level of a bot for which the host chooses no level.
func (wa *waiting) usualLevel() int { return cmp.Or(wa.t.View.Terms.Bots, player.DefaultBotLevel) }

// chooseBotSeat opens a dialog in which the host chooses the seat of a new bot. If only one seat
// is open, it skips this dialog.
func (wa *waiting) chooseBotSeat() (kit.Step, tea.Cmd) {
	v, f := wa.t.View, wa.t.View.Variant.Facts()
	var choices []kit.Choice
	open := OpenSeats(v)
	for s := range rules.Seat(rules.SeatCount) {
		if !open.Has(s) {
			continue
		}
		label := present.Seat(f, s)
		if with := PartnerOf(v, s); with != "" {
			label += " (with " + with + ")"
		}
		choices = append(choices, kit.Choice{Label: label, Do: func() tea.Cmd { wa.askLevel(s); return nil }})
	}
	if len(choices) == 1 {
		choices[0].Do()
		return kit.Stay, nil
	}
	d := kit.NewDialog(wa.t.env, "Add a bot", "Choose its seat.", append(choices, kit.Choice{Label: "Cancel"})...)
	d.Below = true
	return kit.Enter(d.Until(unless(func(now *table.View) bool { return now.Phase == v.Phase && OpenSeats(now) == open }))), nil
}

// askLevel opens a prompt for the level of a bot on a seat.
func (wa *waiting) askLevel(s rules.Seat) {
	usual := wa.usualLevel()
	wa.t.Input.ask(&prompt{
		label: fmt.Sprintf("Level 1 to %d (default %d):", player.MaxBotLevel, usual),
		line:  kit.Line{Limit: 80},
		kind:  table.AddBot,
		send: func(text string) tea.Cmd {
			return wa.t.Link.Act(table.Command{Kind: table.AddBot, Seat: s, Level: levelOf(text, usual)})
		},
	})
}

// botsForVacant returns the entries of the table menu for giving an open seat to a bot.
func (wa *waiting) botsForVacant() []kit.Choice {
	var list []kit.Choice
	if !wa.t.seats.seated() || !wa.t.View.Terms.AdmitsBots() || !wa.t.env.Cfg.Lobby.Bots() {
		return nil
	}
	for s := range rules.Seat(rules.SeatCount) {
		if wa.t.absent().Vacant().Has(s) {
			list = append(list, kit.Choice{Label: "Add a bot as " + present.Seat(wa.t.View.Variant.Facts(), s), Do: func() tea.Cmd {
				return wa.t.Link.Act(table.Command{Kind: table.AddBot, Seat: s, Level: wa.usualLevel()})
			}})
		}
	}
	return list
}
