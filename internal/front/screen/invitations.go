package screen

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/game"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/present"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
)

// inbox holds the open invitations to the player. The first line of every screen shows the
// oldest of them.
type inbox struct {
	box   *lobby.Inbox
	list  []view.Invitation
	known int // the highest Number of the invitations that the player was alerted to
}

// These are the Bubble Tea messages about invitations.
type (
	inboxMsg       struct{ box *lobby.Inbox }
	invitationsMsg struct{ list []view.Invitation }
	answeredMsg    struct{ err error } // result of answering an invitation
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

func (r *root) waitForInvitations() tea.Cmd {
	e, box := r.env, r.inbox.box
	return e.Wait(box, func() tea.Msg {
		list, ok := box.Take(e.Ctx)
		if !ok {
			return nil
		}
		return invitationsMsg{list}
	})
}

// inboxNews handles the messages about the player's invitations, and reports whether msg is
// one of them. It alerts the player to each invitation once.
func (r *root) inboxNews(msg tea.Msg) (cmd tea.Cmd, known bool) {
	c := &r.inbox
	switch msg := msg.(type) {
	case inboxMsg:
		c.box = msg.box
		return r.waitForInvitations(), true
	case invitationsMsg:
		c.list = msg.list
		cmds := []tea.Cmd{r.waitForInvitations()}
		for i, q := range present.Inbox(c.list) {
			if n := c.list[i].Number; n > c.known {
				c.known = n
				cmds = append(cmds[:1], r.env.Alert(q.Text))
			}
		}
		return tea.Batch(cmds...), true
	case answeredMsg:
		return nil, true // no Cmd is needed, because the inbox will report the change
	}
	return nil, false
}

// invitation returns the oldest invitation to show, or nil if there is none. It skips
// invitations that the topmost screen already contains: those to the rematch or evening
// table that this screen shows.
func (r *root) invitation() *view.Invitation {
	list := r.inbox.list
	for i := range list {
		if t := r.onTop(list[i].Table); t == nil || !list[i].Rematch && list[i].Evening == "" {
			return &list[i]
		}
	}
	return nil
}

// onTop returns the screen of the given table if only overlays cover it, and nil otherwise.
func (r *root) onTop(id table.ID) *game.Screen {
	if t, ok := r.stack.Front().(*game.Screen); ok && t.Study == nil && t.Id == id {
		return t
	}
	return nil
}

// answerInvitation answers the invitation that is shown. If none is shown, the action
// DeclineInvitation closes the notice that is shown instead.
func (r *root) answerInvitation(d kit.Action) (cmd tea.Cmd, known bool) {
	call := r.invitation()
	if call == nil && d == kit.DeclineInvitation {
		return nil, r.env.Notices.Dismiss() || r.env.Notices.Mail.Dismiss()
	}
	if call == nil || !slices.Contains(invitationActions(call), d) {
		return nil, false
	}
	e, me := r.env, r.env.Me
	switch d {
	case kit.AcceptInvitation:
		return r.acceptInvitation(*call), true
	case kit.DeclineInvitation:
		return func() tea.Msg { return answeredMsg{e.Cfg.Lobby.Decline(me.ID, call.Number)} }, true
	}
	return func() tea.Msg { return answeredMsg{e.Cfg.Lobby.MuteInvitations(me.ID, call.From.ID, true)} }, true
}

// acceptInvitation opens the table over the current screen. If the current screen already
// shows this table, acceptInvitation takes the seat there.
func (r *root) acceptInvitation(call view.Invitation) tea.Cmd {
	r.inbox.list = slices.DeleteFunc(slices.Clone(r.inbox.list), func(i view.Invitation) bool { return i.Number == call.Number })
	if t := r.onTop(call.Table); t != nil {
		return t.Act(table.Command{Kind: table.Sit, Seat: call.Seat})
	}
	return r.stack.Open(nav.Table{ID: call.Table})
}

// invitationActions returns the actions that answer an invitation. An invitation to a club
// evening has no single sender, so there is no action that mutes the sender.
func invitationActions(call *view.Invitation) []kit.Action {
	if call.Evening != "" {
		return []kit.Action{kit.AcceptInvitation, kit.DeclineInvitation}
	}
	return []kit.Action{kit.AcceptInvitation, kit.DeclineInvitation, kit.MuteInviter}
}

// drawInvitation draws the invitation over the first line.
func (r *root) drawInvitation(g *draw.Grid) {
	call := r.invitation()
	if call == nil {
		return
	}
	keys := ""
	for _, h := range kit.HintsOf(kit.CommonKeys, invitationActions(call)...) {
		keys += "  " + h.Key + " " + h.Desc
	}
	q := present.Inbox([]view.Invitation{*call})[0]
	text := q.Line(r.env.Now)
	if draw.TextWidth(text) > g.Width-2-len(keys) {
		text = q.Text
	}
	kit.DrawBanner(r.env, g, text, keys, 1)
}
