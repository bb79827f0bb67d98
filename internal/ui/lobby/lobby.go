package lobby

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/lobby"
	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
	"quadrille/internal/ui/nav"
)

// Screen is the lobby: the tables, and the players who are online.
type Screen struct {
	env      *kit.Env
	ctx      context.Context
	cancel   context.CancelFunc
	watch    kit.Watcher[*lobby.View]
	view     *lobby.View
	selected int        // index in view.Tables plus 1; 0: "New table"
	chosen   table.ID   // ID of the selected table; selects it again in a new view
	top      int        // lines scrolled away
	rows     []lobbyRow // the lines as drawn, to find the one under the mouse
	players  playerList
	due      []lobby.Waiting // tables that wait for the player
	note     string          // result of the last action
}

// lobbyRow is a line of the lobby: a heading, a table, or "New table".
type lobbyRow struct {
	head  string
	table *lobby.Summary // nil for "New table" and headings
}

func New(e *kit.Env) *Screen {
	l := &Screen{env: e}
	l.ctx, l.cancel = context.WithCancel(e.Ctx)
	return l
}

type (
	// EnteredMsg reports that the player has entered the lobby.
	EnteredMsg struct {
		l     *Screen
		watch kit.Watcher[*lobby.View]
	}
	// NewsMsg carries a newer view of the lobby.
	NewsMsg struct {
		L    *Screen
		View *lobby.View
	}
)

func (l *Screen) Overlay() bool { return false }

func (l *Screen) Stop() { l.cancel() }

func (l *Screen) Title() string { return "Quadrille" }

func (l *Screen) Start() tea.Cmd {
	me := l.env.Me
	return func() tea.Msg {
		visit := l.env.Cfg.Lobby.Connect(me)
		context.AfterFunc(l.env.Ctx, visit.Leave)
		watch := l.env.Cfg.Lobby.WatchFor(me.ID)
		context.AfterFunc(l.ctx, watch.Close)
		return EnteredMsg{l, watch}
	}
}

func (l *Screen) wait() tea.Cmd {
	return func() tea.Msg {
		view, ok := kit.Take(l.ctx, l.env, l.watch)
		if !ok {
			return nil
		}
		return NewsMsg{l, view}
	}
}

func (l *Screen) Update(msg tea.Msg) (kit.Step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return l.key(msg.String())
	case notedMsg:
		return kit.Stay, l.noted(msg)
	case tea.MouseClickMsg:
		return l.click(msg)
	case EnteredMsg:
		if msg.l == l {
			l.watch = msg.watch
			return kit.Stay, l.wait()
		}
	case dueMsg:
		if msg.l == l {
			return kit.Stay, l.takeDue(msg.list)
		}
	case NewsMsg:
		if msg.L == l {
			l.see(msg.View)
			return kit.Stay, tea.Batch(l.wait(), l.askDue())
		}
	}
	return kit.Stay, nil
}

// see shows a new view and keeps the same table selected.
func (l *Screen) see(view *lobby.View) {
	l.view = view
	for i := range view.Tables {
		if view.Tables[i].ID == l.chosen {
			l.selected = i + 1
			return
		}
	}
	l.Choose(min(l.selected, len(view.Tables)))
}

// Choose selects "New table" (0) or the nth table of the view.
func (l *Screen) Choose(n int) {
	l.selected, l.chosen = n, 0
	if n > 0 {
		l.chosen = l.view.Tables[n-1].ID
	}
}

func (l *Screen) key(key string) (kit.Step, tea.Cmd) {
	l.note = ""
	if l.players.on && l.view != nil {
		if to, cmd, known := l.playersKey(key); known {
			return to, cmd
		}
	}
	switch kit.ActionOf(key, kit.LobbyKeys, kit.LobbyPlaceKeys, kit.AdminKeys) {
	case kit.GoToDue:
		return l.openDue()
	case kit.Select:
		return l.open(l.selected), nil
	case kit.SwitchList:
		l.players.on = !l.players.on && l.view != nil
		return kit.Stay, nil
	case kit.NewTable:
		return l.open(0), nil
	case kit.OpenArchive:
		return kit.Visit(nav.Archive{}), nil
	case kit.Television:
		return l.television()
	case kit.OpenEvening:
		return l.openEvening()
	case kit.OpenAdmin:
		if kit.CanAdminister(l.env) {
			return kit.Visit(nav.Admin{}), nil
		}
	case kit.OpenPrivateTable:
		return kit.Enter(newUnlockScreen(l.env)), nil
	case kit.OpenLadder:
		return kit.Visit(nav.Ladder{}), nil
	case kit.OpenHelp:
		return kit.Visit(l.game()), nil
	case kit.GoBack:
		return kit.Step{Quit: true}, nil
	}
	if key == "esc" { // players press Esc several times to return to the lobby, so it does not quit
		l.note = "press " + kit.KeyName(kit.LobbyKeys, kit.GoBack) + " to quit"
		return kit.Stay, nil
	}
	if l.view != nil {
		l.Choose(kit.MoveSelection(l.selected, len(l.view.Tables)+1, key))
	}
	return kit.Stay, nil
}

// television opens the most active table and follows the most active game from there.
func (l *Screen) television() (kit.Step, tea.Cmd) {
	if l.view == nil || len(kit.ActiveTables(l.view)) == 0 {
		l.note = "no game is in progress"
		return kit.Stay, l.env.Bell()
	}
	return kit.Visit(nav.Table{ID: kit.ActiveTables(l.view)[0], Follow: true}), nil
}

// openEvening opens the screen of the current evening.
func (l *Screen) openEvening() (kit.Step, tea.Cmd) {
	if l.view == nil || l.view.Evening == nil {
		l.note = "there is no evening now"
		return kit.Stay, l.env.Bell()
	}
	return kit.Visit(nav.Evening{Evening: l.view.Evening}), nil
}

func (l *Screen) open(n int) kit.Step {
	if n == 0 || l.view == nil {
		return kit.Visit(nav.NewTable{})
	}
	return kit.Visit(nav.Table{ID: l.view.Tables[n-1].ID})
}

// game returns the help for the game of the selected table, or for the first on offer.
func (l *Screen) game() nav.Help {
	if l.selected > 0 {
		return nav.Help{Game: l.view.Tables[l.selected-1].Terms.Game}
	}
	return nav.Help{Game: kit.DefaultGame()}
}

// click opens the table under the mouse.
func (l *Screen) click(msg tea.MouseClickMsg) (kit.Step, tea.Cmd) {
	l.players.on = false
	i := msg.Y - kit.ListTop + l.top
	if l.view == nil || msg.Y < kit.ListTop || i < 0 || i >= len(l.rows) || l.rows[i].head != "" {
		return kit.Stay, nil
	}
	n := 0
	for at := range i {
		if l.rows[at].head == "" {
			n++
		}
	}
	l.Choose(n)
	return l.open(n), nil
}

var phaseHeads = map[table.Phase]string{
	table.Waiting:  "Waiting for players",
	table.Playing:  "In progress",
	table.Finished: "Finished",
}

// head returns the heading of the tables of a phase. The view may list only some of them.
func (l *Screen) head(p table.Phase) string {
	listed := 0
	for i := range l.view.Tables {
		if l.view.Tables[i].Phase == p {
			listed++
		}
	}
	if total := l.view.Total(p); total > listed {
		return fmt.Sprintf("%s (%d of %d)", phaseHeads[p], listed, total)
	}
	return phaseHeads[p]
}

// arrange puts the tables under their headings.
func (l *Screen) arrange() []lobbyRow {
	rows := []lobbyRow{{}}
	for i := range l.view.Tables {
		s := &l.view.Tables[i]
		if i == 0 || s.Phase != l.view.Tables[i-1].Phase {
			rows = append(rows, lobbyRow{head: l.head(s.Phase)})
		}
		rows = append(rows, lobbyRow{table: s})
	}
	return rows
}
