package kit

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"quadrille/internal/draw"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/notify"
)

// notices shows the notices of the server in a session. An unread notice covers the top of
// the screen. The lobby shows all current notices in one line.
type notices struct {
	watcher *notify.Watcher
	all     []notify.Notice
	unread  []notify.Notice // oldest first
	read    notify.Unread
	Mail    mail
}

// NoticesMsg carries the current notices after a change.
type NoticesMsg struct{ List []notify.Notice }

// Follow starts watching the notices for the player of the session.
func (n *notices) Follow(e *Env) tea.Cmd {
	n.watcher = e.Cfg.Notify.Board.Watch(e.Me.ID)
	context.AfterFunc(e.Ctx, n.watcher.Close)
	return n.wait(e)
}

func (n *notices) wait(e *Env) tea.Cmd {
	if e.Cfg.Notify.Board == nil {
		return nil
	}
	watcher := n.watcher
	return e.Wait(watcher, func() tea.Msg {
		list, ok := watcher.Take(e.Ctx)
		if !ok {
			return nil
		}
		return NoticesMsg{list}
	})
}

// Take replaces the list of notices. Withdrawn notices no longer count as unread.
func (n *notices) Take(e *Env, list []notify.Notice) tea.Cmd {
	cmd := n.wait(e)
	list = slices.DeleteFunc(slices.Clone(list), func(one notify.Notice) bool {
		return one.Kind == notify.UnreadMessages // omitted: the first line of the lobby shows the number of unread messages
	})
	var unread []notify.Notice
	for _, one := range n.unread {
		for _, other := range list {
			if one == other {
				unread = append(unread, one)
			}
		}
	}
	fresh := n.read.Take(list)
	n.all, n.unread = list, append(unread, fresh...)
	if len(fresh) > 0 {
		cmd = tea.Batch(cmd, e.Bell())
	}
	return cmd
}

// Dismiss closes the notice that is shown. It reports whether there was one.
func (n *notices) Dismiss() bool {
	if len(n.unread) == 0 {
		return false
	}
	n.unread = n.unread[1:]
	return true
}

// Unread reports whether a notice or a message covers the top of the screen.
func (n *notices) Unread() bool {
	message, _ := n.Mail.Banner()
	return len(n.unread) > 0 || message != ""
}

// Draw draws the oldest unread notice at the top of the screen.
func (n *notices) Draw(e *Env, g *draw.Grid) {
	if len(n.unread) > 0 {
		text := player.Shown(present.Addressed(n.unread[0].Line(), e.Cfg.SSHCommand), noticeCells)
		DrawBanner(e, g, text, "  "+KeyName(CommonKeys, DeclineInvitation)+" dismiss", noticeCells)
	}
}

// DrawBanner draws a text at the top of the screen, in at most the given number of lines, with
// key hints on the right of the first one. It leaves running clocks visible.
func DrawBanner(e *Env, g *draw.Grid, text, keys string, most int) {
	view := func(width int) string {
		width -= len(keys)
		text := text
		if most == 1 {
			text = ansi.Truncate(text, width-2, "…")
		}
		return lipgloss.JoinHorizontal(lipgloss.Top, lipgloss.NewStyle().Width(width-1).PaddingLeft(1).Render(text), keys+" ")
	}
	text = safe(text)
	banner := view(g.Width)
	if area := e.ClockArea; area.Width > 0 && lipgloss.Height(banner) > area.Y {
		banner = view(area.X)
	}
	place(g, 0, 0, banner, e.Ink.Chosen.With(draw.Bold))
}

// noticeCells is the maximum width of a notice on the screen, in cells.
const noticeCells = 240

// line returns all current notices as one line, for the lobby.
func (n *notices) line(command string) string {
	text := ""
	for _, one := range n.all {
		if text != "" {
			text += "  "
		}
		text += player.Shown(present.Addressed(one.Line(), command), noticeCells)
	}
	return text
}
