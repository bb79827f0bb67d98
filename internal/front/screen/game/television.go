package game

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
)

// television switches between tables for a spectator, on a key press or automatically.
type television struct {
	t       *Screen
	channel *channel // nil while TV is off
}

// mustStay reports whether the viewer plays at this table or waits there for a game.
// Eliminated players may watch other tables.
func (tv *television) mustStay() bool {
	return tv.t.InGame() || tv.t.Study == nil && tv.t.seats.seated() && tv.t.View.Phase == table.Waiting
}

// lobbyMsg carries a view of the lobby, from which the screen chooses the next table.
type lobbyMsg struct {
	t    *Screen
	by   int
	view *view.Lobby
}

// refusal returns why the viewer cannot go to other tables from here, or "" if they can.
func (tv *television) refusal() string {
	switch {
	case tv.mustStay():
		return "TV is not available at a table where you have a seat; Esc goes to the lobby"
	case tv.t.Study != nil:
		return "TV is not available on an analysis board; Esc goes back"
	}
	return ""
}

// next opens the next running table of the list. If the parameter `by` is negative, it opens
// the previous one.
func (tv *television) next(by int) (kit.Step, tea.Cmd) {
	if why := tv.refusal(); why != "" {
		return kit.Stay, tv.t.Link.refuse(why)
	}
	e := tv.t.env
	return kit.Stay, func() tea.Msg { return lobbyMsg{tv.t, by, e.Cfg.Lobby.ViewFor(e.Me.ID)} }
}

func (tv *television) goToNext(msg lobbyMsg) (kit.Step, tea.Cmd) {
	if msg.t != tv.t {
		return kit.Stay, nil
	}
	list := kit.ActiveTables(msg.view)
	at := slices.Index(list, tv.t.Id)
	switch {
	case len(list) == 0 || len(list) == 1 && at == 0:
		return kit.Stay, tv.t.Link.refuse("there is no other running game")
	case at < 0 && msg.by < 0:
		at = 0
	}
	next := list[(at+msg.by+len(list))%len(list)]
	return kit.Become(New(tv.t.env, nav.Table{ID: next})), nil
}

// channel follows the most active table. It stays at a table while the game there is active.
type channel struct {
	watch     kit.Watcher[*view.Lobby]
	view      *view.Lobby
	scheduled bool // whether a timer is running that makes the screen look for a more active table
}

// ChannelMsg carries a watcher of the lobby or a view of the lobby. If it carries neither, it
// makes the screen look for a more active table.
type ChannelMsg struct {
	T     *Screen
	watch kit.Watcher[*view.Lobby]
	View  *view.Lobby
}

// switchTelevision turns TV on or off.
func (tv *television) switchTelevision() (kit.Step, tea.Cmd) {
	if why := tv.refusal(); why != "" {
		return kit.Stay, tv.t.Link.refuse(why)
	}
	if tv.channel == nil {
		return kit.Stay, tv.follow()
	}
	tv.channel.watch.Close()
	tv.channel = nil
	return kit.Stay, nil
}

// follow turns TV on.
func (tv *television) follow() tea.Cmd {
	e := tv.t.env
	ctx := tv.t.ctx
	return func() tea.Msg {
		watch := e.Cfg.Lobby.WatchFor(e.Me.ID)
		context.AfterFunc(ctx, watch.Close)
		return ChannelMsg{T: tv.t, watch: watch}
	}
}

// handle handles a ChannelMsg. If TV should now show another table, handle switches to it.
func (tv *television) handle(msg ChannelMsg) (kit.Step, tea.Cmd) {
	switch {
	case msg.T != tv.t:
		return kit.Stay, nil
	case msg.watch != nil:
		tv.channel = &channel{watch: msg.watch}
		return kit.Stay, tv.channel.wait(tv.t)
	case tv.channel == nil: // TV was turned off
		return kit.Stay, nil
	case msg.View != nil:
		tv.channel.view = msg.View
		to, cmd := tv.switchTable()
		return to, tea.Batch(cmd, tv.channel.wait(tv.t))
	}
	tv.channel.scheduled = false
	return tv.switchTable()
}

// switchTable switches to the table that TV should show next, or schedules the next check. It
// stays at the table while the viewer looks at an earlier position, types or plays.
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
	return t.env.Wait(c.watch, func() tea.Msg {
		view, ok := c.watch.Take(t.ctx)
		if !ok {
			return nil
		}
		return ChannelMsg{T: t, View: view}
	})
}
