package tui

import (
	"fmt"
	"slices"

	"quadrille/internal/tui/nav"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/lobby"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/tui/board"
	"quadrille/rules"
)

// crowd is the lobby's list of who is here, when somebody is chosen in it.
type crowd struct {
	on     bool
	chosen player.ID // wherever he moves to in the list
}

// at is the line of the chosen one.
func (p *crowd) at(here []lobby.Here) int {
	return max(0, slices.IndexFunc(here, func(h lobby.Here) bool { return h.Player.ID == p.chosen }))
}

// peopleKey goes through the people; what it does not know is the lobby's.
func (l *lobbyScreen) peopleKey(key string) (to step, cmd tea.Cmd, known bool) {
	here := l.view.Here
	at := l.people.at(here)
	switch d := deedOf(key, lobbyKeys); {
	case d == doHere && len(here) > 0:
		to, cmd = l.askPerson(here[at].Player)
	case key == "esc":
		l.people.on = false
	case d == none && len(here) > 0:
		l.people.chosen = here[choose(at, len(here), key)].Player.ID
	default:
		return stay, nil, false
	}
	return to, cmd, true
}

// askPerson offers what can be done with somebody who is here.
func (l *lobbyScreen) askPerson(p player.Player) (step, tea.Cmd) {
	e := l.env
	if p.ID == e.me.ID {
		return visit(nav.Profile{Player: p}), nil
	}
	name := shown(p.Name, player.MaxNameCells)
	choices := []choice{{label: "Nothing"}, {label: "Look at his page", to: visit(nav.Profile{Player: p})}}
	for _, s := range invitable(l.view, e.me.ID, p.ID) {
		choices = append(choices, choice{
			label: fmt.Sprintf("Invite to table %d, %s", s.ID, s.Title),
			do:    func() tea.Cmd { return l.invite(s.ID, p) },
		})
	}
	choices = append(choices, choice{label: "Open a new table and invite", to: visit(nav.NewTable{Invited: p})})
	if e.mutes[p.ID] {
		choices = append(choices, choice{label: "Hear his invitations again", do: func() tea.Cmd { return l.muteCaller(p, false) }})
	} else {
		choices = append(choices, choice{label: "Mute: hear no invitations of his", do: func() tea.Cmd { return l.muteCaller(p, true) }})
	}
	d := newDialog(e, name, "Who is invited reads a line, whatever he looks at, and may say no.", choices...)
	d.below = true
	return enter(d), nil
}

// notedMsg is what came of something that was asked in the lobby, in a sentence.
type notedMsg struct {
	l    *lobbyScreen
	note string
	err  error
}

func (l *lobbyScreen) invite(id table.ID, p player.Player) tea.Cmd {
	e, me := l.env, l.env.me
	return func() tea.Msg {
		err := e.house.invite(me, id, rules.NoSeat, p.ID)
		return notedMsg{l, shown(p.Name, player.MaxNameCells) + " is invited", err}
	}
}

func (l *lobbyScreen) muteCaller(p player.Player, muted bool) tea.Cmd {
	e, me := l.env, l.env.me
	if e.mutes == nil {
		e.mutes = map[player.ID]bool{}
	}
	e.mutes[p.ID] = muted
	return func() tea.Msg {
		note := "you hear no invitations of " + shown(p.Name, player.MaxNameCells) + " any more"
		if !muted {
			note = "you hear the invitations of " + shown(p.Name, player.MaxNameCells) + " again"
		}
		return notedMsg{l, note, e.house.muteCaller(me.ID, p.ID, muted)}
	}
}

func (l *lobbyScreen) noted(msg notedMsg) tea.Cmd {
	if msg.l != l {
		return nil
	}
	if l.note = msg.note; msg.err != nil {
		l.note = msg.err.Error()
		return l.env.bell()
	}
	return nil
}

// drawHere draws who is here, the chosen one in sight.
func (l *lobbyScreen) drawHere(g *board.Grid, x, y, room int) {
	ink := l.env.ink
	here := l.view.Here
	g.Text(x, y, hereWidth-1, fmt.Sprintf("Here: %d", len(here)), ink.accent)
	at := l.people.at(here)
	first := 0
	if l.people.on {
		first = window(at, len(here), min(room-1, len(here)))
	}
	for i := first; i < len(here) && i-first+1 < room; i++ {
		look := ink.text
		if here[i].Player.ID == l.env.me.ID {
			look = ink.good
		}
		if l.people.on && i == at {
			look = ink.chosen
			g.Text(x-2, y+1+i-first, 2, "> ", look)
		}
		g.Text(x, y+1+i-first, hereWidth-1, here[i].Player.Shown(20), look)
	}
}

// invitable is the tables of this person's to which somebody could be invited.
func invitable(v *lobby.View, me, whom player.ID) []*lobby.Summary {
	var list []*lobby.Summary
	for i := range v.Tables {
		s := &v.Tables[i]
		mine, open, there := s.Host.ID == me, false, false
		for seat := range rules.Seat(rules.SeatCount) {
			mine = mine || s.Seats[seat].Player.ID == me
			there = there || s.Seats[seat].Player.ID == whom
			open = open || s.Seats[seat].Open
		}
		if mine && open && !there && s.Phase != table.Finished {
			list = append(list, s)
		}
	}
	return list
}
