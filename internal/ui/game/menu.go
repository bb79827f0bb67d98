package game

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/ui/game/scene"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

// openMenu is what can be done about the table, besides playing.
func (wa *waiting) openMenu() (kit.Step, tea.Cmd) {
	choices := slices.Concat([]kit.Choice{{Label: "Nothing"}}, wa.t.absence.votes(), wa.t.absence.vacantSeats(), wa.botsForVacant(), wa.muteChoices(), wa.t.reportChoices())
	if len(choices) == 1 {
		return kit.Stay, wa.t.Link.refuse("there is nothing to settle at this table now")
	}
	head, text := "The table", "What most of those who are here and play vote for is done."
	switch {
	case len(wa.t.absence.votes()) == 0:
		text = "The host may let somebody say nothing here, and take that back."
		if wa.t.absence.vacant() != 0 && !wa.t.seats.seated() {
			text = "Who was there has been gone for long; the others voted that somebody may play on."
		}
	case len(wa.t.absence.votable()) == 2:
		text += " Once somebody is gone for two minutes, his seat can be voted on too."
	case len(wa.t.absence.votable()) == 1 && !wa.t.View.Adjourned:
		text = "While nobody is gone, the game is adjourned when all want it."
	}
	d := kit.NewDialog(wa.t.env, head, text, choices...)
	d.Below = true
	return kit.Enter(d), nil
}

// muteChoices is for the host: whoever spoke or sits here, and says nothing any more
// or may talk again.
func (wa *waiting) muteChoices() []kit.Choice {
	if wa.t.Study != nil || wa.t.View.Host.ID != wa.t.env.Me.ID {
		return nil
	}
	var list []kit.Choice
	for _, p := range wa.chatters() {
		label, do := "Mute "+kit.Shown(p.Name, 20), table.Mute
		if slices.ContainsFunc(wa.t.View.Muted, func(m player.Player) bool { return m.ID == p.ID }) {
			label, do = "Let "+kit.Shown(p.Name, 20)+" talk again", table.Unmute
		}
		list = append(list, kit.Choice{Label: label, Do: func() tea.Cmd {
			return wa.t.Link.Act(table.Command{Kind: do, Seat: wa.t.seats.home(), Target: p})
		}})
	}
	return list
}

// maxChatters bounds who is in the host's menu: those who spoke last.
const maxChatters = 6

func (wa *waiting) chatters() []player.Player {
	list := slices.Clone(wa.t.View.Muted)
	add := func(p player.Player) {
		if p.ID != "" && !p.ID.Bot() && p.ID != wa.t.env.Me.ID && !slices.ContainsFunc(list, func(q player.Player) bool { return q.ID == p.ID }) {
			list = append(list, p)
		}
	}
	for s := range rules.Seat(rules.SeatCount) {
		add(wa.t.View.Seats[s].Player)
	}
	for _, s := range slices.Backward(scene.Chat(wa.t.View)) {
		add(s.By)
	}
	return list[:min(len(list), maxChatters)]
}
