package game

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
)

// television follows the most active table. It stays at a table while the game there is
// active. The zero value is switched off.
type television struct {
	watch     kit.Watcher[*view.Lobby] // nil while TV is off
	view      *view.Lobby
	scheduled bool // whether a timer is running that makes the screen look for a more active table
}

// lobbyMsg carries a view of the lobby, from which the screen chooses the next table.
type lobbyMsg struct {
	to   Address
	by   int
	view *view.Lobby
}

// channelMsg carries a watcher of the lobby or a view of the lobby. If it carries neither, it
// makes the screen look for a more active table.
type channelMsg struct {
	to    Address
	watch kit.Watcher[*view.Lobby]
	view  *view.Lobby
}

// beside returns the running table that comes after the table `at` in the list of the lobby,
// or before it if `by` is negative. It returns 0 if there is no other table.
func beside(list []table.ID, at table.ID, by int) table.ID {
	i := slices.Index(list, at)
	switch {
	case len(list) == 0 || len(list) == 1 && i == 0:
		return 0
	case i < 0 && by < 0:
		i = 0
	}
	return list[(i+by+len(list))%len(list)]
}

// off turns TV off.
func (tv *television) off() {
	tv.watch.Close()
	*tv = television{}
}

// next returns the table that TV should show now, or the time after which the screen must
// look again. It stays at the table `at` while `busy` is true.
func (tv *television) next(at table.ID, now time.Time, busy bool) (to table.ID, again time.Duration) {
	if tv.view == nil {
		return 0, 0
	}
	to, again = kit.MostActive(tv.view, at, now)
	if to != 0 && busy {
		to, again = 0, kit.IdleLimit
	}
	if to != 0 || again <= 0 || tv.scheduled {
		return to, 0
	}
	tv.scheduled = true
	return 0, again
}

// nextTable opens the next running table of the list. If the parameter `by` is negative, it
// opens the previous one.
func (t *Screen) nextTable(by int) (kit.Step, tea.Cmd) {
	if why := t.seen().words.CannotSwitch(); why != "" {
		return kit.Stay, t.refuse(why, aboutTable)
	}
	e := t.env
	return kit.Stay, func() tea.Msg { return lobbyMsg{t.address, by, e.Cfg.Lobby.ViewFor(e.Me.ID)} }
}

func (t *Screen) goToNext(msg lobbyMsg) (kit.Step, tea.Cmd) {
	next := beside(kit.ActiveTables(msg.view), t.Id, msg.by)
	if next == 0 {
		return kit.Stay, t.refuse("there is no other running game", aboutTable)
	}
	return kit.MoveTo(nav.Table{ID: next}), nil
}

// switchTelevision turns TV on or off.
func (t *Screen) switchTelevision() tea.Cmd {
	if why := t.seen().words.CannotSwitch(); why != "" {
		return t.refuse(why, aboutTable)
	}
	if t.tv.watch == nil {
		return t.follow()
	}
	t.tv.off()
	return nil
}

// follow turns TV on.
func (t *Screen) follow() tea.Cmd {
	e, ctx, to := t.env, t.ctx, t.address
	return func() tea.Msg {
		watch := e.Cfg.Lobby.WatchFor(e.Me.ID)
		context.AfterFunc(ctx, watch.Close)
		return channelMsg{to: to, watch: watch}
	}
}

// channel handles a channelMsg. If TV should now show another table, channel switches to it.
func (t *Screen) channel(msg channelMsg) (kit.Step, tea.Cmd) {
	switch {
	case msg.watch != nil:
		t.tv = television{watch: msg.watch}
		return kit.Stay, t.waitForLobby()
	case t.tv.watch == nil: // TV was turned off
		return kit.Stay, nil
	case msg.view != nil:
		t.tv.view = msg.view
		to, cmd := t.switchTable()
		return to, tea.Batch(cmd, t.waitForLobby())
	}
	t.tv.scheduled = false
	return t.switchTable()
}

// switchTable switches to the table that TV should show next, or schedules the next check. It
// stays at the table while the viewer looks at an earlier position, types or plays.
func (t *Screen) switchTable() (kit.Step, tea.Cmd) {
	v := t.seen()
	if v.View == nil || v.words.CannotSwitch() != "" {
		return kit.Stay, nil
	}
	switch to, again := t.tv.next(t.Id, v.now, t.Input.prompt != nil || v.back); {
	case to != 0:
		return kit.MoveTo(nav.Table{ID: to, Follow: true}), nil
	case again > 0:
		return kit.Stay, t.env.After(again, channelMsg{to: t.address})
	}
	return kit.Stay, nil
}

func (t *Screen) waitForLobby() tea.Cmd {
	watch, ctx, to := t.tv.watch, t.ctx, t.address
	return t.env.Wait(watch, func() tea.Msg {
		view, ok := watch.Take(ctx)
		if !ok {
			return nil
		}
		return channelMsg{to: to, view: view}
	})
}
