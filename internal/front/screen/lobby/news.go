package lobby

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/view"
)

// news receives the views of the lobby, except while the lobby is hidden.
type news struct {
	l      *Screen
	watch  kit.Watcher[*view.Lobby]
	hidden *item // while the lobby is hidden: the item that was selected before; otherwise nil
}

// subscription is a watcher that is closed when the screen stops.
type subscription struct {
	*lobby.Watcher
	stop func() bool
}

func (n *news) subscribe() subscription {
	l := n.l
	watch := l.env.Cfg.Lobby.WatchFor(l.env.Me.ID)
	return subscription{watch, context.AfterFunc(l.ctx, watch.Close)}
}

func (s subscription) Close() {
	s.stop()
	s.Watcher.Close()
}

func (n *news) wait() tea.Cmd {
	l := n.l
	watch := n.watch
	return l.env.Wait(watch, func() tea.Msg {
		view, ok := watch.Take(l.ctx)
		if !ok {
			return nil
		}
		return NewsMsg{l, view}
	})
}

// hide drops the view and closes the subscription, to save memory: a view can contain
// hundreds of tables, and every change at a table makes a new view.
func (n *news) hide() {
	l := n.l
	if n.hidden != nil || n.watch == nil {
		return
	}
	selected := l.list.current()
	if selected.table != nil {
		selected.table = &view.Summary{ID: selected.table.ID}
	}
	n.hidden = &selected
	n.watch.Close()
	n.watch, l.view, l.players.doing = nil, nil, nil
	l.list.items, l.list.rows = nil, nil
}

// show undoes a call of hide: it subscribes to the views of the lobby and shows the current
// view. It does nothing if the lobby is not hidden.
func (n *news) show() tea.Cmd {
	l := n.l
	if n.hidden == nil {
		return nil
	}
	before := *n.hidden
	n.hidden = nil
	n.watch = n.subscribe()
	view, ok := n.watch.Take(l.ctx) // Take does not block, because a new watcher already has a view
	if !ok {
		return nil
	}
	l.see(view, before)
	return tea.Batch(n.wait(), l.askDue())
}
