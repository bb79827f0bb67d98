package game

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

// openMenu is what can be done about the table, besides playing.
func (t *Screen) openMenu() (kit.Step, tea.Cmd) {
	choices := slices.Concat([]kit.Choice{{Label: "Nothing"}}, t.votes(), t.freeSeats(), t.botsForVacant(), t.muting(), t.reporting())
	if len(choices) == 1 {
		return kit.Stay, t.refuse("there is nothing to settle at this table now")
	}
	head, text := "The table", "What most of those who are here and play vote for is done."
	switch {
	case len(t.votes()) == 0:
		text = "The host may let somebody say nothing here, and take that back."
		if t.vacant() != 0 && !t.seated() {
			text = "Who was there has been gone for long; the others voted that somebody may play on."
		}
	case len(t.votable()) == 2:
		text += " Once somebody is gone for two minutes, his seat can be voted on too."
	case len(t.votable()) == 1 && !t.View.Adjourned:
		text = "While nobody is gone, the game is adjourned when all want it."
	}
	d := kit.NewDialog(t.env, head, text, choices...)
	d.Below = true
	return kit.Enter(d), nil
}

// muting is for the host: whoever spoke or sits here, and says nothing any more
// or may talk again.
func (t *Screen) muting() []kit.Choice {
	if t.Study != nil || t.View.Host.ID != t.env.Me.ID {
		return nil
	}
	var list []kit.Choice
	for _, p := range t.talkers() {
		label, do := "Mute "+kit.Shown(p.Name, 20), table.Mute
		if slices.ContainsFunc(t.View.Muted, func(m player.Player) bool { return m.ID == p.ID }) {
			label, do = "Let "+kit.Shown(p.Name, 20)+" talk again", table.Unmute
		}
		list = append(list, kit.Choice{Label: label, Do: func() tea.Cmd {
			return t.Act(table.Act{Do: do, Seat: t.home(), Whom: p})
		}})
	}
	return list
}

// talkersListed bounds who is in the host's menu: those who spoke last.
const talkersListed = 6

func (t *Screen) talkers() []player.Player {
	list := slices.Clone(t.View.Muted)
	add := func(p player.Player) {
		if p.ID != "" && !p.ID.Bot() && p.ID != t.env.Me.ID && !slices.ContainsFunc(list, func(q player.Player) bool { return q.ID == p.ID }) {
			list = append(list, p)
		}
	}
	for s := range rules.Seat(rules.SeatCount) {
		add(t.View.Seats[s].Player)
	}
	for _, s := range slices.Backward(said(t.View)) {
		add(s.By)
	}
	return list[:min(len(list), talkersListed)]
}
