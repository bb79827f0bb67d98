package kit

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/ui/board"
	"quadrille/internal/ui/nav"
)

// Screen is one screen of the stack. Keys, mouse and paste go to the topmost
// one; every other message goes to all, and each takes what is its own.
type Screen interface {
	// Start is called once, when the screen comes on the stack.
	Start() tea.Cmd
	Update(msg tea.Msg) (Step, tea.Cmd)
	Draw(g *board.Grid)
	// DrawCompact draws what is left of the screen in a terminal that is too small: one
	// line, in which what one types can be seen.
	DrawCompact(g *board.Grid, y int)
	Title() string
	// Overlay reports whether the screen lies over the one below without hiding it.
	Overlay() bool
	// Stop is called once, when the screen leaves the stack.
	Stop()
}

// Step is where a screen leads: nowhere, unless something is set.
type Step struct {
	Leave bool        // this screen goes
	Next  []Screen    // and these come
	To    []nav.Place // and those that root makes the screens of
	Quit  bool        // the program ends
}

var (
	Stay  = Step{}
	Leave = Step{Leave: true}
)

func Enter(s Screen) Step { return Step{Next: []Screen{s}} }

func Become(s ...Screen) Step { return Step{Leave: true, Next: s} }

// Visit asks for a screen of another family over this one.
func Visit(p nav.Place) Step { return Step{To: []nav.Place{p}} }

// MoveTo asks for one in the place of this one.
func MoveTo(p nav.Place) Step { return Step{Leave: true, To: []nav.Place{p}} }

// IsInput tells what only the topmost screen gets.
func IsInput(msg tea.Msg) bool {
	switch msg.(type) {
	case tea.KeyMsg, tea.MouseMsg, tea.PasteMsg:
		return true
	}
	return false
}
