package ui

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/lobby"
	"quadrille/internal/phrase"
	"quadrille/internal/table"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/game"
	"quadrille/internal/ui/kit"
	"quadrille/internal/ui/nav"
)

// calls is the open invitations to the player. The first line of every screen shows the
// oldest.
type calls struct {
	box   *lobby.Inbox
	list  []lobby.Invitation
	known int // the newest invitation announced by the bell
}

// Messages of the inbox.
type (
	inboxMsg  struct{ box *lobby.Inbox }
	callsMsg  struct{ list []lobby.Invitation }
	calledMsg struct{ err error } // result of an answer
)

// openInbox starts to follow invitations.
func (r *root) openInbox() tea.Cmd {
	e, me := r.env, r.env.Me.ID
	return func() tea.Msg {
		box := e.Cfg.Lobby.Inbox(me)
		context.AfterFunc(e.Ctx, box.Close)
		return inboxMsg{box}
	}
}

func (r *root) waitForCalls() tea.Cmd {
	e, box := r.env, r.calls.box
	return func() tea.Msg {
		list, ok := kit.Take(e.Ctx, e, box)
		if !ok {
			return nil
		}
		return callsMsg{list}
	}
}

// callNews handles messages of the inbox. It rings once for each invitation.
func (r *root) callNews(msg tea.Msg) (cmd tea.Cmd, known bool) {
	c := &r.calls
	switch msg := msg.(type) {
	case inboxMsg:
		c.box = msg.box
		return r.waitForCalls(), true
	case callsMsg:
		c.list = msg.list
		cmds := []tea.Cmd{r.waitForCalls()}
		for _, call := range c.list {
			if call.Number > c.known {
				c.known = call.Number
				cmds = append(cmds[:1], r.env.Bell())
			}
		}
		return tea.Batch(cmds...), true
	case calledMsg:
		return nil, true // the inbox reports the change
	}
	return nil, false
}

// call returns the invitation to show, nil without one. The table's own screen shows
// an invitation to that table for a rematch or an evening.
func (r *root) call() *lobby.Invitation {
	list := r.calls.list
	for i := range list {
		if t := r.onTop(list[i].Table); t == nil || !list[i].Rematch && list[i].Evening == "" {
			return &list[i]
		}
	}
	return nil
}

// onTop returns the screen of a table if it is in front.
func (r *root) onTop(id table.ID) *game.Screen {
	if t, ok := r.stack.Front().(*game.Screen); ok && t.Study == nil && t.Id == id {
		return t
	}
	return nil
}

// answerCall answers the shown invitation, or closes a notice.
func (r *root) answerCall(d kit.Action) (cmd tea.Cmd, known bool) {
	call := r.call()
	if call == nil && d == kit.DeclineInvitation {
		return nil, r.env.Notices.Dismiss()
	}
	if call == nil || !slices.Contains(callActions(call), d) {
		return nil, false
	}
	e, me := r.env, r.env.Me
	switch d {
	case kit.AcceptInvitation:
		return r.acceptInvitation(*call), true
	case kit.DeclineInvitation:
		return func() tea.Msg { return calledMsg{e.Cfg.Lobby.Decline(me.ID, call.Number)} }, true
	}
	return func() tea.Msg { return calledMsg{e.Cfg.Lobby.MuteInvitations(me.ID, call.From.ID, true)} }, true
}

// acceptInvitation opens the table over the current screen. If that screen is the
// table, it takes the seat.
func (r *root) acceptInvitation(call lobby.Invitation) tea.Cmd {
	r.calls.list = slices.DeleteFunc(slices.Clone(r.calls.list), func(i lobby.Invitation) bool { return i.Number == call.Number })
	if t := r.onTop(call.Table); t != nil {
		return t.Link.Act(table.Command{Kind: table.Sit, Seat: call.Seat})
	}
	return r.stack.Open(nav.Table{ID: call.Table})
}

// callActions returns the possible answers to an invitation. Invitations of an evening
// cannot be muted.
func callActions(call *lobby.Invitation) []kit.Action {
	if call.Evening != "" {
		return []kit.Action{kit.AcceptInvitation, kit.DeclineInvitation}
	}
	return []kit.Action{kit.AcceptInvitation, kit.DeclineInvitation, kit.MuteInviter}
}

// drawCall draws the invitation over the first line.
func (r *root) drawCall(g *board.Grid) {
	call := r.call()
	if call == nil {
		return
	}
	keys := ""
	for _, h := range kit.HintsOf(kit.CommonKeys, callActions(call)...) {
		keys += "  " + h.Key + " " + h.Desc
	}
	banner(g, r.env.Styles, phrase.Invitation(call), keys)
}

// banner draws a text across the first line, with its keys at the right.
func banner(g *board.Grid, ink kit.Styles, text, keys string) {
	look := ink.Chosen.With(board.Bold)
	g.Bar(0, 0, g.Width, look)
	at := g.Width - 1 - len(keys)
	g.Text(1, 0, at-1, text, look)
	g.Text(at, 0, g.Width-at, keys, look)
}
