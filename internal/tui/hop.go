package tui

import (
	"context"
	"slices"
	"time"

	"quadrille/internal/tui/nav"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/lobby"
	"quadrille/internal/table"
)

// Going from table to table, for those who look on.

// stays reports whether this person has a seat that the game needs: who is out looks on.
func (t *tableScreen) stays() bool {
	return t.inGame() || t.study == nil && t.seated() && t.view.Phase == table.Waiting
}

// hopMsg is the lobby, for a screen that looks for another table to go to.
type hopMsg struct {
	t    *tableScreen
	by   int
	view *lobby.View
}

// hop goes to the next of the tables that are played at.
func (t *tableScreen) hop(by int) (step, tea.Cmd) {
	if t.stays() {
		return stay, t.refuse("you have a seat here; esc leads to the lobby")
	}
	e := t.env
	return stay, func() tea.Msg { return hopMsg{t, by, e.house.lobbyNow()} }
}

func (t *tableScreen) hopped(msg hopMsg) (step, tea.Cmd) {
	if msg.t != t {
		return stay, nil
	}
	list := played(msg.view)
	at := slices.Index(list, t.id)
	switch {
	case len(list) == 0 || len(list) == 1 && at == 0:
		return stay, t.refuse("no other table is being played at now")
	case at < 0 && msg.by < 0:
		at = 0
	}
	next := list[(at+msg.by+len(list))%len(list)]
	return become(newTableScreen(t.env, nav.Table{ID: next})), nil
}

// played is the tables that are played at, as the lobby has them: the liveliest
// first.
func played(v *lobby.View) []table.ID {
	var list []table.ID
	for i := range v.Tables {
		if v.Tables[i].Phase == table.Playing {
			list = append(list, v.Tables[i].ID)
		}
	}
	return list
}

// channel is the television: it goes by itself to where most happens, and never
// away from where something happens.
type channel struct {
	watch watcher[lobby.View]
	view  *lobby.View
	timed bool // it is told when to look again
}

// channelMsg is news for a television: what it watches by, a view, or that it is
// time to look again.
type channelMsg struct {
	t     *tableScreen
	watch watcher[lobby.View]
	view  *lobby.View
}

// Patience of a television: a table at which nobody moved for so long is dull,
// and how a game ended stands for a while.
const dullAfter, endStands = 45 * time.Second, 12 * time.Second

// switchTelevision follows the liveliest table from now on, or stays at this one.
func (t *tableScreen) switchTelevision() (step, tea.Cmd) {
	switch {
	case t.stays():
		return stay, t.refuse("you have a seat here; esc leads to the lobby")
	case t.study != nil:
		return stay, t.refuse("this board is yours alone; esc leads back")
	case t.channel != nil:
		t.channel.watch.Close()
		t.channel = nil
		return stay, nil
	}
	return stay, t.tuneIn()
}

// tuneIn begins to follow.
func (t *tableScreen) tuneIn() tea.Cmd {
	e := t.env
	ctx := t.ctx
	return func() tea.Msg {
		watch := e.house.watchLobby()
		context.AfterFunc(ctx, watch.Close)
		return channelMsg{t: t, watch: watch}
	}
}

// tuned takes news of the lobby and goes where more happens.
func (t *tableScreen) tuned(msg channelMsg) (step, tea.Cmd) {
	switch {
	case msg.t != t:
		return stay, nil
	case msg.watch != nil:
		t.channel = &channel{watch: msg.watch}
		return stay, t.channel.wait(t)
	case t.channel == nil: // switched off meanwhile
		return stay, nil
	case msg.view != nil:
		t.channel.view = msg.view
		to, cmd := t.zap()
		return to, tea.Batch(cmd, t.channel.wait(t))
	}
	t.channel.timed = false
	return t.zap()
}

// zap goes to a livelier table, or looks again later. It waits for who looks back
// or says something, and stays with who sat down.
func (t *tableScreen) zap() (step, tea.Cmd) {
	c := t.channel
	if c.view == nil || t.view == nil || t.stays() {
		return stay, nil
	}
	next, again := better(c.view, t.id, t.env.now)
	switch {
	case next != 0 && t.prompt == nil && !t.past.looking:
		return become(newTableScreen(t.env, nav.Table{ID: next, Follow: true})), nil
	case next != 0:
		again = dullAfter
	}
	if again <= 0 || c.timed {
		return stay, nil
	}
	c.timed = true
	return stay, t.env.after(again, channelMsg{t: t})
}

func (c *channel) wait(t *tableScreen) tea.Cmd {
	return func() tea.Msg {
		view, ok := c.watch.Take(t.ctx)
		if !ok {
			return nil
		}
		return channelMsg{t: t, view: view}
	}
}

// better is the table to go to from the one that is watched, 0 to stay; and if
// there is one to go to later, when to look again.
func better(v *lobby.View, from table.ID, now time.Time) (to table.ID, again time.Duration) {
	var best, here *lobby.Summary
	for i := range v.Tables {
		switch s := &v.Tables[i]; {
		case s.ID == from:
			here = s
		case s.Phase == table.Playing && best == nil:
			best = s
		}
	}
	left := time.Duration(0)
	switch {
	case best == nil:
		return 0, 0
	case here == nil:
	case here.Phase == table.Finished:
		left = endStands - now.Sub(here.Ended)
	case here.Phase == table.Playing && !best.Active.After(here.Active):
		return 0, 0
	default:
		left = dullAfter - now.Sub(here.Active)
	}
	if left > 0 {
		return 0, left
	}
	return best.ID, 0
}
