package kit

import (
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"quadrille/internal/draw"
	"quadrille/internal/draw/wire"
	"quadrille/internal/front/screen/nav"
)

// Screen is one screen of the stack. Keys, mouse events and pasted text go to the topmost
// screen. Every other message goes to all screens, and each screen handles its own messages.
type Screen interface {
	// Start is called once, after the screen has been pushed.
	Start() tea.Cmd
	Update(msg tea.Msg) (Step, tea.Cmd)
	Draw(g *draw.Grid)
	// DrawCompact draws the screen as one line, for a terminal that is too small. The line
	// includes the text that the player is typing.
	DrawCompact(g *draw.Grid, y int)
	Title() string
	// Overlay reports whether the screen below stays visible.
	Overlay() bool
	// Stop is called once, after the screen has been removed.
	Stop()
}

// Sharer is a screen that may look the same in other sessions.
type Sharer interface {
	// Shared returns a comparable value that contains everything that the screen depends on,
	// except the size and the colours of the terminal, and a function that draws the screen. It
	// returns nil while the screen shows anything that only this session may see.
	Shared() (key any, drawn func(*draw.Grid))
}

// Mover is a screen that shows a change in two steps.
type Mover interface {
	// FirstLasts returns how long the screen still shows the first step; 0 if it shows the second.
	FirstLasts() time.Duration
	// First draws the first step over the cells of the second.
	First(*draw.Grid)
}

// Output controls how and when frames are sent.
type Output struct {
	FirstLasts time.Duration // how long the terminal shows what the function First of the view draws
	Profile    colorprofile.Profile
	Atomic     bool // whether to send each frame as one atomic update
	Look       Look
	Busy       bool // whether the screen waits for an answer, which the next frame will show too
}

// Model is a Bubble Tea model whose view consists of cells.
type Model interface {
	Init() tea.Cmd
	Update(msg tea.Msg) (Model, tea.Cmd)
	View() wire.View
}

// Step is a change of the stack of screens that a screen requests when it has handled a
// Bubble Tea message. The zero value changes nothing.
type Step struct {
	Leave bool        // whether to remove the screen that requests the step
	Next  []Screen    // screens to push
	To    []nav.Place // places to go to: the screen of each place is pushed
	Quit  bool        // whether to end the program
	Tell  tea.Msg     // sent to all screens, before they get any other message; nil for none
}

var (
	Stay  = Step{}
	Leave = Step{Leave: true}
)

// Enter returns the step that pushes a screen on the stack of screens.
func Enter(s Screen) Step { return Step{Next: []Screen{s}} }

// Become returns the step that replaces the current screen with other screens.
func Become(s ...Screen) Step { return Step{Leave: true, Next: s} }

// Visit returns the step that pushes the screen of a place on the stack of screens. Another
// package may define that screen.
func Visit(p nav.Place) Step { return Step{To: []nav.Place{p}} }

// MoveTo returns the step that replaces the current screen with the screen of a place.
func MoveTo(p nav.Place) Step { return Step{Leave: true, To: []nav.Place{p}} }

// isInput reports whether a message goes to the topmost screen only.
func isInput(msg tea.Msg) bool {
	switch msg.(type) {
	case tea.KeyMsg, tea.MouseMsg, tea.PasteMsg:
		return true
	}
	return false
}
