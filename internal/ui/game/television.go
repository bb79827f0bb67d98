package game

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/lobby"
	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
	"quadrille/internal/ui/nav"
)

// television goes from table to table by itself.
type television struct {
	t       *Screen
	channel *channel // the television; nil while one looks at this table alone
}

// Going from table to table, for those who look on.

// stays reports whether this person has a seat that the game needs: who is out looks on.
func (tv *television) mustStay() bool {
	return tv.t.InGame() || tv.t.Study == nil && tv.t.seats.seated() && tv.t.View.Phase == table.Waiting
}

// lobbyMsg is the lobby, for a screen that looks for another table to go to.
type lobbyMsg struct {
	t    *Screen
	by   int
	view *lobby.View
}

// hop goes to the next of the tables that are played at.
func (tv *television) next(by int) (kit.Step, tea.Cmd) {
	if tv.mustStay() {
		return kit.Stay, tv.t.Link.refuse("you have a seat here; esc leads to the lobby")
	}
	e := tv.t.env
	return kit.Stay, func() tea.Msg { return lobbyMsg{tv.t, by, e.Cfg.Lobby.Seen(e.Me.ID)} }
}

func (tv *television) goToNext(msg lobbyMsg) (kit.Step, tea.Cmd) {
	if msg.t != tv.t {
		return kit.Stay, nil
	}
	list := kit.ActiveTables(msg.view)
	at := slices.Index(list, tv.t.Id)
	switch {
	case len(list) == 0 || len(list) == 1 && at == 0:
		return kit.Stay, tv.t.Link.refuse("no other table is being played at now")
	case at < 0 && msg.by < 0:
		at = 0
	}
	next := list[(at+msg.by+len(list))%len(list)]
	return kit.Become(New(tv.t.env, nav.Table{ID: next})), nil
}

// channel is the television: it goes by itself to where most happens, and never
// away from where something happens.
type channel struct {
	watch     kit.Watcher[*lobby.View]
	view      *lobby.View
	scheduled bool // it is told when to look again
}

// ChannelMsg is news for a television: what it watches by, a view, or that it is
// time to look again.
type ChannelMsg struct {
	T     *Screen
	watch kit.Watcher[*lobby.View]
	View  *lobby.View
}

// switchTelevision follows the liveliest table from now on, or stays at this one.
func (tv *television) switchTelevision() (kit.Step, tea.Cmd) {
	switch {
	case tv.mustStay():
		return kit.Stay, tv.t.Link.refuse("you have a seat here; esc leads to the lobby")
	case tv.t.Study != nil:
		return kit.Stay, tv.t.Link.refuse("this board is yours alone; esc leads back")
	case tv.channel != nil:
		tv.channel.watch.Close()
		tv.channel = nil
		return kit.Stay, nil
	}
	return kit.Stay, tv.follow()
}

// follow begins to follow.
func (tv *television) follow() tea.Cmd {
	e := tv.t.env
	ctx := tv.t.ctx
	return func() tea.Msg {
		watch := e.Cfg.Lobby.WatchFor(e.Me.ID)
		context.AfterFunc(ctx, watch.Close)
		return ChannelMsg{T: tv.t, watch: watch}
	}
}

// handle takes news of the lobby and goes where more happens.
func (tv *television) handle(msg ChannelMsg) (kit.Step, tea.Cmd) {
	switch {
	case msg.T != tv.t:
		return kit.Stay, nil
	case msg.watch != nil:
		tv.channel = &channel{watch: msg.watch}
		return kit.Stay, tv.channel.wait(tv.t)
	case tv.channel == nil: // switched off meanwhile
		return kit.Stay, nil
	case msg.View != nil:
		tv.channel.view = msg.View
		to, cmd := tv.switchTable()
		return to, tea.Batch(cmd, tv.channel.wait(tv.t))
	}
	tv.channel.scheduled = false
	return tv.switchTable()
}

// switchTable goes to a livelier table, or looks again later. It waits for who looks back
// or says something, and stays with who sat down.
func (tv *television) switchTable() (kit.Step, tea.Cmd) {
	c := tv.channel
	if c.view == nil || tv.t.View == nil || tv.mustStay() {
		return kit.Stay, nil
	}
	next, again := kit.MostActive(c.view, tv.t.Id, tv.t.env.Now)
	switch {
	case next != 0 && tv.t.Input.typing() == nil && !tv.t.History.back():
		return kit.Become(New(tv.t.env, nav.Table{ID: next, Follow: true})), nil
	case next != 0:
		again = kit.IdleLimit
	}
	if again <= 0 || c.scheduled {
		return kit.Stay, nil
	}
	c.scheduled = true
	return kit.Stay, tv.t.env.After(again, ChannelMsg{T: tv.t})
}

func (c *channel) wait(t *Screen) tea.Cmd {
	return func() tea.Msg {
		view, ok := kit.Take(t.ctx, t.env, c.watch)
		if !ok {
			return nil
		}
		return ChannelMsg{T: t, View: view}
	}
}
