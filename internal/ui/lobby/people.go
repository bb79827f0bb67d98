package lobby

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/lobby"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/kit"
	"quadrille/internal/ui/nav"
	"quadrille/rules"
)

// crowd is the lobby's list of who is here, when somebody is chosen in it.
type crowd struct {
	on     bool
	chosen player.ID          // wherever he moves to in the list
	muted  map[player.ID]bool // whose invitations were muted or let through in this session
}

// at is the line of the chosen one.
func (p *crowd) at(here []lobby.Here) int {
	return max(0, slices.IndexFunc(here, func(h lobby.Here) bool { return h.Player.ID == p.chosen }))
}

// peopleKey goes through the people; what it does not know is the lobby's.
func (l *Screen) peopleKey(key string) (to kit.Step, cmd tea.Cmd, known bool) {
	here := l.view.Here
	at := l.people.at(here)
	switch d := kit.ActionOf(key, kit.LobbyKeys); {
	case d == kit.Select && len(here) > 0:
		to, cmd = l.askPerson(here[at].Player)
	case key == "esc":
		l.people.on = false
	case d == kit.NoAction && len(here) > 0:
		l.people.chosen = here[kit.MoveSelection(at, len(here), key)].Player.ID
	default:
		return kit.Stay, nil, false
	}
	return to, cmd, true
}

// askPerson offers what can be done with somebody who is here.
func (l *Screen) askPerson(p player.Player) (kit.Step, tea.Cmd) {
	e := l.env
	if p.ID == e.Me.ID {
		return kit.Visit(nav.Profile{Player: p}), nil
	}
	name := kit.Shown(p.Name, player.MaxNameCells)
	choices := []kit.Choice{{Label: "Nothing"}, {Label: "Look at his page", To: kit.Visit(nav.Profile{Player: p})}}
	for _, s := range invitable(l.view, e.Me.ID, p.ID) {
		choices = append(choices, kit.Choice{
			Label: fmt.Sprintf("Invite to table %d, %s", s.ID, s.Title),
			Do:    func() tea.Cmd { return l.invite(s.ID, p) },
		})
	}
	choices = append(choices, kit.Choice{Label: "Open a new table and invite", To: kit.Visit(nav.NewTable{Invited: p})})
	if l.people.muted[p.ID] {
		choices = append(choices, kit.Choice{Label: "Hear his invitations again", Do: func() tea.Cmd { return l.muteCaller(p, false) }})
	} else {
		choices = append(choices, kit.Choice{Label: "Mute: hear no invitations of his", Do: func() tea.Cmd { return l.muteCaller(p, true) }})
	}
	if kit.CanReport(e) {
		choices = append(choices, kit.Choice{Label: "Report to the moderators", To: kit.Enter(kit.NewReportDialog(e, p, 0))})
	}
	d := kit.NewDialog(e, name, "Who is invited reads a line, whatever he looks at, and may say no.", choices...)
	d.Below = true
	return kit.Enter(d), nil
}

// notedMsg is what came of something that was asked in the lobby, in a sentence.
type notedMsg struct {
	l    *Screen
	note string
	err  error
}

func (l *Screen) invite(id table.ID, p player.Player) tea.Cmd {
	e, me := l.env, l.env.Me
	return func() tea.Msg {
		err := e.Cfg.Lobby.Invite(me, id, rules.NoSeat, p.ID)
		return notedMsg{l, kit.Shown(p.Name, player.MaxNameCells) + " is invited", err}
	}
}

func (l *Screen) muteCaller(p player.Player, muted bool) tea.Cmd {
	e, me := l.env, l.env.Me
	if l.people.muted == nil {
		l.people.muted = map[player.ID]bool{}
	}
	l.people.muted[p.ID] = muted
	return func() tea.Msg {
		note := "you hear no invitations of " + kit.Shown(p.Name, player.MaxNameCells) + " any more"
		if !muted {
			note = "you hear the invitations of " + kit.Shown(p.Name, player.MaxNameCells) + " again"
		}
		return notedMsg{l, note, e.Cfg.Lobby.MuteInvitations(me.ID, p.ID, muted)}
	}
}

func (l *Screen) noted(msg notedMsg) tea.Cmd {
	if msg.l != l {
		return nil
	}
	if l.note = msg.note; msg.err != nil {
		l.note = msg.err.Error()
		return l.env.Bell()
	}
	return nil
}

// drawHere draws who is here, the chosen one in sight.
func (l *Screen) drawHere(g *board.Grid, x, y, room int) {
	ink := l.env.Styles
	here := l.view.Here
	g.Text(x, y, hereWidth-1, fmt.Sprintf("Here: %d", len(here)), ink.Accent)
	at := l.people.at(here)
	first := 0
	if l.people.on {
		first = kit.Window(at, len(here), min(room-1, len(here)))
	}
	for i := first; i < len(here) && i-first+1 < room; i++ {
		look := ink.Text
		if here[i].Player.ID == l.env.Me.ID {
			look = ink.Good
		}
		if l.people.on && i == at {
			look = ink.Chosen
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
