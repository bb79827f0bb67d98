package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/notify"
	"quadrille/internal/player"
	"quadrille/internal/tui/board"
)

// notices is what the server tells everybody, as one session follows it. A notice
// that was not read yet lies over the top of whatever screen there is; the lobby
// keeps all that stand in a line.
type notices struct {
	watcher *notify.Watcher
	all     []notify.Notice
	unread  []notify.Notice // oldest first
	read    notify.Unread
}

// noticesMsg is a newer list of notices.
type noticesMsg struct{ list []notify.Notice }

// follow begins to follow the notices for the session's player.
func (n *notices) follow(e *env) tea.Cmd {
	n.watcher = e.cfg.Board.Watch(e.me.ID)
	context.AfterFunc(e.ctx, n.watcher.Close)
	return n.wait(e)
}

func (n *notices) wait(e *env) tea.Cmd {
	if e.cfg.Board == nil {
		return nil
	}
	watcher := n.watcher
	return func() tea.Msg {
		list, ok := watcher.Take(e.ctx)
		if !ok {
			return nil
		}
		return noticesMsg{list}
	}
}

// take keeps a newer list. A notice that was withdrawn is not unread any more.
func (n *notices) take(e *env, list []notify.Notice) tea.Cmd {
	cmd := n.wait(e)
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
		cmd = tea.Batch(cmd, e.bell())
	}
	return cmd
}

// dismiss takes the notice that is shown away, if there is one.
func (n *notices) dismiss() bool {
	if len(n.unread) == 0 {
		return false
	}
	n.unread = n.unread[1:]
	return true
}

// draw draws the oldest unread notice over the top of the screen.
func (n *notices) draw(g *board.Grid, ink ink) {
	if len(n.unread) == 0 {
		return
	}
	keys := "  " + keyName(commonKeys, callNo) + " close"
	look := ink.chosen.With(board.Bold)
	for y, text := range wrap(player.Shown(n.unread[0].Line(), noticeCells), g.Width-2-len(keys)) {
		g.Bar(0, y, g.Width, look)
		g.Text(1, y, g.Width-1, text, look)
		if y == 0 {
			g.Text(g.Width-1-len(keys), y, g.Width, keys, look)
		}
	}
}

// noticeCells bounds what is drawn of a notice.
const noticeCells = 240

// line returns all notices that stand, for the lobby.
func (n *notices) line() string {
	text := ""
	for _, one := range n.all {
		if text != "" {
			text += "  "
		}
		text += player.Shown(one.Line(), noticeCells)
	}
	return text
}
