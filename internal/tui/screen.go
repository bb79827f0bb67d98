package tui

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/tui/nav"

	"quadrille/internal/tui/board"
)

// screen is one screen of the stack. Keys, mouse and paste go to the topmost
// one; every other message goes to all, and each takes what is its own.
type screen interface {
	// start is called once, when the screen comes on the stack.
	start() tea.Cmd
	update(msg tea.Msg) (step, tea.Cmd)
	draw(g *board.Grid)
	// foot draws what is left of the screen in a terminal that is too small: one
	// line, in which what one types can be seen.
	foot(g *board.Grid, y int)
	title() string
	// dialog reports whether the screen lies over the one below without hiding it.
	dialog() bool
	// stop is called once, when the screen leaves the stack.
	stop()
}

// step is where a screen leads: nowhere, unless something is set.
type step struct {
	leave bool        // this screen goes
	next  []screen    // and these come
	to    []nav.Place // and those that root makes the screens of
	quit  bool        // the program ends
}

var (
	stay  = step{}
	leave = step{leave: true}
)

func enter(s screen) step     { return step{next: []screen{s}} }
func become(s ...screen) step { return step{leave: true, next: s} }

// visit asks for a screen of another family over this one.
func visit(p nav.Place) step { return step{to: []nav.Place{p}} }

// moveTo asks for one in the place of this one.
func moveTo(p nav.Place) step { return step{leave: true, to: []nav.Place{p}} }

// isInput tells what only the topmost screen gets.
func isInput(msg tea.Msg) bool {
	switch msg.(type) {
	case tea.KeyMsg, tea.MouseMsg, tea.PasteMsg:
		return true
	}
	return false
}
