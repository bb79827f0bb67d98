package screen

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	messagesui "quadrille/internal/front/screen/messages"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/front/screen/welcome"
)

// mailNews handles new messages. If the screen of messages is open, that screen shows them.
func (r *root) mailNews(msg kit.MailMsg) tea.Cmd {
	cmd := r.env.Notices.Mail.Take(r.env, msg)
	if len(msg.News) > 0 {
		r.report = "" // clear the result of the last key, because new messages are drawn in the same line
	}
	if s, ok := r.stack.Front().(*messagesui.Screen); ok {
		r.env.Notices.Mail.Dismiss()
		next, quit := r.stack.UpdateScreen(s, msg)
		return tea.Batch(cmd, r.ends(next, quit))
	}
	return cmd
}

// openMessages opens the screen of messages over the current screen. If the first line of
// the screen shows a message, openMessages selects the conversation with its author.
// Otherwise it selects the newest conversation.
func (r *root) openMessages() (tea.Cmd, bool) {
	top := r.stack.Top()
	switch top.(type) {
	case *welcome.Name, *welcome.FirstLook, *welcome.Join, *messagesui.Screen:
		return nil, false
	}
	if top == nil || top.Overlay() || r.env.Cfg.Messages == nil {
		return nil, true
	}
	sender := r.env.Notices.Mail.Sender()
	r.env.Notices.Mail.Dismiss()
	return r.stack.Open(nav.Messages{To: sender}), true
}
