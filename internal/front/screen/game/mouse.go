package game

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/table"
	"quadrille/rules"
)

// mouse handles clicks on squares, on the menu and on the list of moves.
func (t *Screen) mouse(msg tea.MouseMsg) (kit.Step, tea.Cmd) {
	if t.View == nil {
		return kit.Stay, nil
	}
	m, v, s := msg.Mouse(), t.seen(), t.picture()
	l := s.Layout()
	if v.Phase == table.Waiting {
		return t.carryOut(t.clickMenu(msg, l.Menu))
	}
	sq, on := t.Drawn().SquareAt(m.X-l.Board.X, m.Y-l.Board.Y)
	switch msg.(type) {
	case tea.MouseClickMsg:
		switch {
		case m.Button != tea.MouseLeft:
		case on:
			return t.carryOut(t.Input.press(v, sq))
		default:
			for _, at := range s.MoveSpots(&l) {
				if m.Y == at.Y && m.X >= at.X && m.X < at.X+at.Width {
					t.look(at.Number)
					break
				}
			}
		}
	case tea.MouseReleaseMsg:
		return t.carryOut(t.Input.release(v, sq, on))
	case tea.MouseWheelMsg:
		switch m.Button {
		case tea.MouseWheelUp:
			t.look(v.at - 1)
		case tea.MouseWheelDown:
			t.look(v.at + 1)
		}
	}
	return kit.Stay, nil
}

// press handles the press of the mouse button on a square. The viewer drags a piece by
// pressing the button on one square and releasing it on another.
func (in *input) press(v seen, sq rules.Square) intent {
	held := in.Selection.Lifted
	i := in.point(v, sq)
	in.Selection.pressed = in.Selection.Lifted == sq && held != sq
	return i
}

// release handles the release of the mouse button on a square, or outside the board if `on`
// is false.
func (in *input) release(v seen, sq rules.Square, on bool) intent {
	s := &in.Selection
	dragged := s.pressed && on && !v.back && sq != s.Lifted && s.Lifted != rules.NoSquare
	s.pressed = false
	if !dragged {
		return intent{}
	}
	s.Cursor = sq
	return in.moveTo(v, sq)
}
