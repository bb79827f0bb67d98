package game

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw/scene"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// openMenu opens the table menu. Its entries are votes, open seats, bots, mutes and reports.
func (wa *waiting) openMenu() (kit.Step, tea.Cmd) {
	choices := slices.Concat(
		[]kit.Choice{{Label: "Cancel"}},
		wa.t.votes(),
		wa.t.vacantSeats(),
		wa.botsForVacant(),
		wa.muteChoices(),
		wa.t.reportChoices(),
	)
	if len(choices) == 1 {
		return kit.Stay, wa.t.Link.refuse("the table menu is empty now")
	}
	head, text := "Table menu", "A vote passes when most of the players present agree."
	switch {
	case len(wa.t.votes()) == 0:
		text = "The host can mute people in this table's chat."
		if wa.t.absent().Vacant() != 0 && !wa.t.seats.seated() {
			text = "The player left; the others voted to open the seat."
		}
	case len(wa.t.votable()) == 2:
		text += " If a player is away for two minutes, you can vote to open their seat or resign for them."
	case len(wa.t.votable()) == 1 && !wa.t.View.Adjourned:
		text = "While everyone is present, all players must vote to adjourn."
	}
	d := kit.NewDialog(wa.t.env, head, text, choices...)
	d.Below = true
	return kit.Enter(d), nil
}

// muteChoices returns the menu entries by which the host mutes or unmutes people at the
// table.
func (wa *waiting) muteChoices() []kit.Choice {
	if wa.t.Study != nil || wa.t.View.Host.ID != wa.t.env.Me.ID {
		return nil
	}
	var list []kit.Choice
	for _, p := range wa.chatters() {
		label, do := "Mute "+kit.Shown(p.Name, 20), table.Mute
		if slices.ContainsFunc(wa.t.View.Muted, func(m player.Player) bool { return m.ID == p.ID }) {
			label, do = "Unmute "+kit.Shown(p.Name, 20), table.Unmute
		}
		list = append(list, kit.Choice{Label: label, Do: func() tea.Cmd {
			return wa.t.Link.Act(table.Command{Kind: do, Seat: wa.t.seats.home(), Target: p})
		}})
	}
	return list
}

// maxChatters is the maximum number of people in the host's menu. Muted people come first,
// then players, then those who wrote in the chat most recently; further people are omitted.
const maxChatters = 6

// chatters returns the people whom the host may mute or unmute: muted people, players, and
// people who wrote in the chat.
func (wa *waiting) chatters() []player.Player {
	list := slices.Clone(wa.t.View.Muted)
	add := func(p player.Player) {
		if p.ID != "" && !p.ID.Bot() && p.ID != wa.t.env.Me.ID &&
			!slices.ContainsFunc(list, func(q player.Player) bool { return q.ID == p.ID }) {
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
