package lobby

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/player"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
)

// playerList is the list of players who are online.
type playerList struct {
	on     bool               // whether keys move the selection in this list instead of the list of tables
	chosen player.ID          // ID of the selected player
	muted  map[player.ID]bool // players whose invitations were muted or unmuted in this session
	doing  map[player.ID]string
}

// note records at which table each player plays, watches or waits.
func (p *playerList) note(v *view.Lobby) {
	p.doing = map[player.ID]string{}
	for _, h := range v.Here {
		if h.Watching != 0 {
			p.doing[h.Player.ID] = fmt.Sprintf("watches %d", h.Watching)
		}
	}
	for i := range v.Tables {
		s := &v.Tables[i]
		for seat := range s.Seats {
			id := s.Seats[seat].Player.ID
			switch {
			case s.Phase == table.Playing && !s.Seats[seat].Vacant && s.Seats[seat].Present:
				p.doing[id] = fmt.Sprintf("plays %d", s.ID)
			case s.Phase == table.Waiting && p.doing[id] == "":
				p.doing[id] = fmt.Sprintf("waits %d", s.ID)
			}
		}
	}
}

// at returns the index of the selected player in the list.
func (p *playerList) at(online []view.Here) int {
	return max(0, slices.IndexFunc(online, func(h view.Here) bool { return h.Player.ID == p.chosen }))
}

// playersKey handles a key in the list of players. The result `known` is false if the list
// does not use the key.
func (l *Screen) playersKey(key string) (to kit.Step, cmd tea.Cmd, known bool) {
	online := l.view.Here
	at := l.players.at(online)
	switch d := kit.ActionOf(key, kit.LobbyKeys, kit.LobbyPlaceKeys, kit.AdminKeys); {
	case d == kit.Select && len(online) > 0:
		to, cmd = l.playerMenu(online[at].Player)
	case key == "esc":
		l.players.on = false
	case d == kit.NoAction && len(online) > 0:
		l.players.chosen = online[kit.MoveSelection(at, len(online), key)].Player.ID
	default:
		return kit.Stay, nil, false
	}
	return to, cmd, true
}

// playerMenu opens the menu of a player who is online.
func (l *Screen) playerMenu(p player.Player) (kit.Step, tea.Cmd) {
	e := l.env
	if p.ID == e.Me.ID {
		return kit.Visit(nav.Profile{Player: p}), nil
	}
	name := kit.Shown(p.Name, player.MaxNameCells)
	choices := []kit.Choice{{Label: "Cancel"}, {Label: "View profile", To: kit.Visit(nav.Profile{Player: p})}}
	if e.Cfg.Messages != nil && !p.ID.Guest() {
		choices = append(choices, kit.Choice{Label: "Send a message", To: kit.Visit(nav.Messages{To: p, Write: true})})
	}
	for _, s := range invitable(l.view, e.Me.ID, p.ID) {
		choices = append(choices, kit.Choice{
			Label: fmt.Sprintf("Invite to table %d, %s", s.ID, s.Title),
			Do:    func() tea.Cmd { return l.invite(s.ID, p) },
		})
	}
	choices = append(choices, kit.Choice{Label: "Invite to a new table", To: kit.Visit(nav.NewTable{Invited: p})})
	if l.players.muted[p.ID] {
		choices = append(choices, kit.Choice{Label: "Unmute invitations", Do: func() tea.Cmd { return l.muteCaller(p, false) }})
	} else {
		choices = append(choices, kit.Choice{Label: "Mute invitations", Do: func() tea.Cmd { return l.muteCaller(p, true) }})
	}
	if kit.CanReport(e) {
		choices = append(choices, kit.Choice{Label: "Report to the moderators", To: kit.Enter(kit.NewReportDialog(e, p, 0))})
	}
	d := kit.NewDialog(e, name, "An invitation appears on the player's screen. They may decline.", choices...)
	d.Below = true
	return kit.Enter(d), nil
}

// notedMsg carries the result of an action in the lobby, as a sentence.
type notedMsg struct {
	l    *Screen
	note string
	err  error
}

func (l *Screen) invite(id table.ID, p player.Player) tea.Cmd {
	e, me := l.env, l.env.Me
	return func() tea.Msg {
		err := e.Cfg.Lobby.Invite(me, id, rules.NoSeat, p.ID)
		return notedMsg{l, "invited " + kit.Shown(p.Name, player.MaxNameCells), err}
	}
}

func (l *Screen) muteCaller(p player.Player, muted bool) tea.Cmd {
	e, me := l.env, l.env.Me
	if l.players.muted == nil {
		l.players.muted = map[player.ID]bool{}
	}
	l.players.muted[p.ID] = muted
	return func() tea.Msg {
		note := "invitations from " + kit.Shown(p.Name, player.MaxNameCells) + " are muted"
		if !muted {
			note = "invitations from " + kit.Shown(p.Name, player.MaxNameCells) + " are no longer muted"
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

// drawPlayers draws the players who are online and what each of them does, scrolled so that
// the selected player is visible.
func (l *Screen) drawPlayers(g *draw.Grid, x, y, width, room int) {
	ink := l.env.Styles
	online := l.view.Here
	g.Text(x, y, width, fmt.Sprintf("Online: %d", len(online)), ink.Accent)
	at := l.players.at(online)
	first := 0
	if l.players.on {
		first = draw.Window(at, len(online), min(room-1, len(online)))
	}
	for i := first; i < len(online) && i-first+1 < room; i++ {
		look, who := ink.Text, online[i].Player
		if who.ID == l.env.Me.ID {
			look = ink.Good
		}
		if l.players.on && i == at {
			look = ink.Chosen
			g.Text(x-2, y+1+i-first, 2, "> ", look)
		}
		doing := l.players.doing[who.ID]
		used := g.Text(x, y+1+i-first, width, who.Shown(player.MaxNameCells), look)
		if at := min(width-len(doing), player.MaxNameCells+2); used < at {
			g.Text(x+at, y+1+i-first, len(doing), doing, ink.Faint)
		}
	}
}

// invitable returns the tables of the player `me` at which `guest` could take an open seat.
func invitable(v *view.Lobby, me, guest player.ID) []*view.Summary {
	var list []*view.Summary
	for i := range v.Tables {
		s := &v.Tables[i]
		mine, open, seated := s.Host.ID == me, false, false
		for seat := range rules.Seat(rules.SeatCount) {
			mine = mine || s.Seats[seat].Player.ID == me
			seated = seated || s.Seats[seat].Player.ID == guest
			open = open || s.Seats[seat].Open
		}
		if mine && open && !seated && s.Phase != table.Finished {
			list = append(list, s)
		}
	}
	return list
}
