package kit

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/nav"
)

// Stack holds the screens of a session. The last screen is the topmost.
type Stack struct {
	Screens []Screen
	env     *Env
	open    func(nav.Place) Screen
}

// NewStack returns an empty stack. To create the screen of a place, the stack calls the
// function `open`.
func NewStack(e *Env, open func(nav.Place) Screen) *Stack { return &Stack{env: e, open: open} }

// Push puts a screen on top and starts it.
func (s *Stack) Push(next Screen) tea.Cmd {
	s.Screens = append(s.Screens, next)
	return next.Start()
}

// Open creates the screen of a place and pushes it.
func (s *Stack) Open(p nav.Place) tea.Cmd { return s.Push(s.open(p)) }

// Top returns the topmost screen, or nil.
func (s *Stack) Top() Screen {
	if len(s.Screens) == 0 {
		return nil
	}
	return s.Screens[len(s.Screens)-1]
}

// Front returns the topmost screen that is not an overlay, or nil.
func (s *Stack) Front() Screen {
	if len(s.Screens) == 0 {
		return nil
	}
	return s.Screens[s.front()]
}

func (s *Stack) front() int {
	i := len(s.Screens) - 1
	for i > 0 && s.Screens[i].Overlay() {
		i--
	}
	return i
}

// Update passes input to the topmost screen and every other message to all screens. It
// reports whether the program should quit.
func (s *Stack) Update(msg tea.Msg) (cmd tea.Cmd, quit bool) {
	if isInput(msg) {
		return s.UpdateScreen(s.Top(), msg)
	}
	var cmds []tea.Cmd
	for _, screen := range slices.Backward(slices.Clone(s.Screens)) {
		cmd, ends := s.UpdateScreen(screen, msg)
		cmds, quit = append(cmds, cmd), quit || ends
	}
	return tea.Batch(cmds...), quit
}

// UpdateScreen passes a message to one screen and carries out the [Step] that the screen
// returns. It reports whether the program should quit.
func (s *Stack) UpdateScreen(screen Screen, msg tea.Msg) (cmd tea.Cmd, quit bool) {
	if !slices.Contains(s.Screens, screen) {
		return nil, false
	}
	to, cmd := screen.Update(msg)
	return s.Carry(screen, to, cmd)
}

// Carry carries out the [Step] that a screen of the stack wants. It reports whether the program
// should quit.
func (s *Stack) Carry(screen Screen, to Step, cmd tea.Cmd) (tea.Cmd, bool) {
	i := slices.Index(s.Screens, screen)
	if to.Leave {
		screen.Stop()
		s.Screens = slices.Delete(s.Screens, i, i+1)
	}
	next := to.Next
	for _, p := range to.To {
		next = append(next, s.open(p))
	}
	for n, screen := range next {
		at := len(s.Screens)
		if to.Leave { // insert the new screens at the position of the removed screen, below its overlays
			at = i + n
		}
		s.Screens = slices.Insert(s.Screens, at, screen)
		cmd = tea.Batch(cmd, screen.Start())
	}
	if front, ok := s.Front().(Hider); ok && to.Leave {
		cmd = tea.Batch(cmd, front.Show())
	}
	if to.Tell != nil {
		more, ends := s.Update(to.Tell)
		cmd, to.Quit = tea.Batch(cmd, more), to.Quit || ends
	}
	return cmd, to.Quit || len(s.Screens) == 0
}

// Hider is a screen that can free memory while it is hidden. The stack calls Show when a
// screen above the Hider has been removed, even if it has not called Hide before.
type Hider interface {
	Hide()
	Show() tea.Cmd
}

// UpdateOrHide passes a message to a screen. If the screen is a [Hider] and another screen
// covers it, UpdateOrHide hides the Hider instead.
func (s *Stack) UpdateOrHide(screen Screen, msg tea.Msg) (cmd tea.Cmd, quit bool) {
	if hider, ok := screen.(Hider); ok && slices.Index(s.Screens, screen) < s.front() {
		hider.Hide()
		return nil, false
	}
	return s.UpdateScreen(screen, msg)
}

// Stop stops and removes all screens.
func (s *Stack) Stop() {
	for _, screen := range s.Screens {
		screen.Stop()
	}
	s.Screens = nil
}

// Draw draws the screen that Front returns, and the overlays above it. In a terminal that
// is too small for the whole screen, Draw calls drawSmall instead.
func (s *Stack) Draw(g *draw.Grid) {
	if len(s.Screens) == 0 {
		return
	}
	if draw.Small(g) {
		s.drawSmall(g)
		return
	}
	s.drawAll(g)
}

// drawAll draws the screen that Front returns, and the overlays above it.
func (s *Stack) drawAll(g *draw.Grid) {
	s.env.DialogArea, s.env.ClockArea = draw.Box{}, draw.Box{}
	for _, screen := range s.Screens[s.front():] {
		screen.Draw(g)
	}
}

// drawSmall draws the screens in a terminal for which Small is true. If they do not fit,
// it draws a text that says which size is needed, and the topmost screen in the last line.
func (s *Stack) drawSmall(g *draw.Grid) {
	width, height := draw.SmallWidth, draw.SmallHeight
	if front, ok := s.Front().(sizedScreen); ok {
		if front.Fits(g.Width, g.Height) {
			s.Front().Draw(g)
			if palette, ok := s.Top().(*Palette); ok && g.Width >= draw.SmallWidth && g.Height >= draw.SmallHeight {
				palette.Draw(g)
			} else if s.Top() != s.Front() {
				g.Bar(0, g.Height-1, g.Width, s.env.Styles.Text)
				s.Top().DrawCompact(g, g.Height-1)
			}
			return
		}
		width, height = neededSize(front)
	} else if g.Width >= draw.SmallWidth && g.Height >= draw.SmallHeight {
		s.drawAll(g)
		return
	}
	text := fmt.Sprintf("Quadrille needs %d x %d. This terminal has %d x %d.", width, height, g.Width, g.Height)
	if command := s.env.Cfg.SSHCommand; command != "" {
		text += " Plain mode works at any size: " + command + " plain"
	}
	g.Prose(draw.Box{Width: g.Width, Height: max(1, g.Height-1)}, text, s.env.Styles.Text)
	if g.Height > 1 {
		s.Top().DrawCompact(g, g.Height-1)
	}
}

// sizedScreen is a screen that is drawn only if it fits the terminal.
type sizedScreen interface{ Fits(width, height int) bool }

// neededSize returns the smallest width and height that a screen fits, at most NeedWidth and
// NeedHeight.
func neededSize(s sizedScreen) (width, height int) {
	for width = 1; width < draw.NeedWidth && !s.Fits(width, draw.NeedHeight); width++ {
	}
	for height = 1; height < draw.NeedHeight && !s.Fits(draw.NeedWidth, height); height++ {
	}
	return width, height
}
