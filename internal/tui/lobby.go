package tui

import (
	"context"

	"quadrille/internal/tui/nav"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/lobby"
	"quadrille/internal/table"
)

// lobbyScreen is which tables there are, and who is here.
type lobbyScreen struct {
	env      *env
	ctx      context.Context
	cancel   context.CancelFunc
	watch    watcher[lobby.View]
	view     *lobby.View
	selected int        // 0 is a new table
	chosen   table.ID   // the table that is selected, wherever it moves to
	top      int        // lines that are scrolled away
	rows     []lobbyRow // as they were drawn, for the mouse
	people   crowd
	due      []lobby.Due // what waits for the person
	note     string      // what came of something that was asked
}

// lobbyRow is one line: a heading, or something that can be selected.
type lobbyRow struct {
	head  string
	table *lobby.Summary // nil: a new table
}

func newLobbyScreen(e *env) *lobbyScreen {
	l := &lobbyScreen{env: e}
	l.ctx, l.cancel = context.WithCancel(e.ctx)
	return l
}

type (
	lobbyOpenedMsg struct {
		l     *lobbyScreen
		watch watcher[lobby.View]
	}
	lobbyMsg struct {
		l    *lobbyScreen
		view *lobby.View
	}
)

func (l *lobbyScreen) dialog() bool  { return false }
func (l *lobbyScreen) stop()         { l.cancel() }
func (l *lobbyScreen) title() string { return "Quadrille" }

func (l *lobbyScreen) start() tea.Cmd {
	me := l.env.me
	return func() tea.Msg {
		watch := l.env.house.comeIn(l.env.ctx, me)
		context.AfterFunc(l.ctx, watch.Close)
		return lobbyOpenedMsg{l, watch}
	}
}

func (l *lobbyScreen) wait() tea.Cmd {
	return func() tea.Msg {
		view, ok := l.watch.Take(l.ctx)
		if !ok {
			return nil
		}
		return lobbyMsg{l, view}
	}
}

func (l *lobbyScreen) update(msg tea.Msg) (step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return l.key(msg.String())
	case notedMsg:
		return stay, l.noted(msg)
	case tea.MouseClickMsg:
		return l.click(msg)
	case lobbyOpenedMsg:
		if msg.l == l {
			l.watch = msg.watch
			return stay, l.wait()
		}
	case dueMsg:
		if msg.l == l {
			l.due = msg.list
		}
	case lobbyMsg:
		if msg.l == l {
			l.see(msg.view)
			return stay, tea.Batch(l.wait(), l.askDue())
		}
	}
	return stay, nil
}

// see takes a new view and keeps the selection on the table that it was on.
func (l *lobbyScreen) see(view *lobby.View) {
	l.view = view
	for i := range view.Tables {
		if view.Tables[i].ID == l.chosen {
			l.selected = i + 1
			return
		}
	}
	l.choose(min(l.selected, len(view.Tables)))
}

func (l *lobbyScreen) choose(n int) {
	l.selected, l.chosen = n, 0
	if n > 0 {
		l.chosen = l.view.Tables[n-1].ID
	}
}

func (l *lobbyScreen) key(key string) (step, tea.Cmd) {
	l.note = ""
	if l.people.on && l.view != nil {
		if to, cmd, known := l.peopleKey(key); known {
			return to, cmd
		}
	}
	switch deedOf(key, lobbyKeys, houseKeys, deskEntry) {
	case goToDue:
		return l.openDue()
	case doHere:
		return l.open(l.selected), nil
	case otherList:
		l.people.on = !l.people.on && l.view != nil
		return stay, nil
	case newTable:
		return l.open(0), nil
	case readGames:
		return visit(nav.Archive{}), nil
	case followLiveliest:
		return l.television()
	case openEvening:
		return l.openEvening()
	case openDesk:
		if mayLookAfter(l.env) {
			return visit(nav.Admin{}), nil
		}
	case openLocked:
		return enter(newUnlockScreen(l.env)), nil
	case openLadder:
		return visit(nav.Ladder{}), nil
	case openHelp:
		return visit(l.game()), nil
	case goBack:
		return step{quit: true}, nil
	}
	if key == "esc" { // who came back by it, and pressed it once more, is not to be outside
		l.note = "to leave Quadrille press " + keyName(lobbyKeys, goBack)
		return stay, nil
	}
	if l.view != nil {
		l.choose(choose(l.selected, len(l.view.Tables)+1, key))
	}
	return stay, nil
}

// television opens the liveliest table, and goes on to others by itself.
func (l *lobbyScreen) television() (step, tea.Cmd) {
	if l.view == nil || len(played(l.view)) == 0 {
		l.note = "nothing is being played now"
		return stay, l.env.bell()
	}
	return visit(nav.Table{ID: played(l.view)[0], Follow: true}), nil
}

// openEvening opens the page of the evening that is on.
func (l *lobbyScreen) openEvening() (step, tea.Cmd) {
	if l.view == nil || l.view.Evening == nil {
		l.note = "no evening is on now"
		return stay, l.env.bell()
	}
	return visit(nav.Evening{Evening: l.view.Evening}), nil
}

func (l *lobbyScreen) open(n int) step {
	if n == 0 || l.view == nil {
		return visit(nav.NewTable{})
	}
	return visit(nav.Table{ID: l.view.Tables[n-1].ID})
}

// game is the game of the selected table, or the first on offer.
func (l *lobbyScreen) game() nav.Help {
	if l.selected > 0 {
		return nav.Help{Game: l.view.Tables[l.selected-1].Terms.Game}
	}
	return nav.Help{Game: l.env.house.offers()[0].Name}
}

// click opens what is clicked on.
func (l *lobbyScreen) click(msg tea.MouseClickMsg) (step, tea.Cmd) {
	l.people.on = false
	i := msg.Y - listTop + l.top
	if l.view == nil || msg.Y < listTop || i < 0 || i >= len(l.rows) || l.rows[i].head != "" {
		return stay, nil
	}
	n := 0
	for at := range i {
		if l.rows[at].head == "" {
			n++
		}
	}
	l.choose(n)
	return l.open(n), nil
}

// listTop is the line where the list of tables begins.
const listTop = 2

var phaseHeads = map[table.Phase]string{
	table.Waiting:  "Waiting for players",
	table.Playing:  "Being played",
	table.Finished: "Finished",
}

// arrange lays the tables out under their headings.
func (l *lobbyScreen) arrange() []lobbyRow {
	rows := []lobbyRow{{}}
	for i := range l.view.Tables {
		s := &l.view.Tables[i]
		if i == 0 || s.Phase != l.view.Tables[i-1].Phase {
			rows = append(rows, lobbyRow{head: phaseHeads[s.Phase]})
		}
		rows = append(rows, lobbyRow{table: s})
	}
	return rows
}
