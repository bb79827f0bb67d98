package game

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

// mouse clicks on squares and on the list of moves; what is pressed on one square
// and let go on another is a man who is dragged.
func (t *Screen) mouse(msg tea.MouseMsg) (kit.Step, tea.Cmd) {
	m := msg.Mouse()
	if t.View == nil {
		return kit.Stay, nil
	}
	if t.View.Phase == table.Waiting {
		return t.waitingMouse(msg)
	}
	sq, on := t.Drawn().SquareAt(m.X-t.Board.At.X, m.Y-t.Board.At.Y)
	switch msg.(type) {
	case tea.MouseClickMsg:
		if m.Button != tea.MouseLeft {
			return kit.Stay, nil
		}
		if !on {
			t.lookAt(m.X, m.Y)
			return kit.Stay, nil
		}
		held := t.Hand.Lifted
		to, cmd := t.point(sq)
		t.Hand.pressed = t.Hand.Lifted == sq && held != sq
		return to, cmd
	case tea.MouseReleaseMsg:
		dragged := t.Hand.pressed && on && sq != t.Hand.Lifted && t.Hand.Lifted != rules.NoSquare
		t.Hand.pressed = false
		if dragged {
			t.Hand.Cursor = sq
			return t.drop(sq)
		}
	case tea.MouseWheelMsg:
		t.wheel(m.Button)
	}
	return kit.Stay, nil
}

// wheel looks back and forth.
func (t *Screen) wheel(button tea.MouseButton) {
	switch button {
	case tea.MouseWheelUp:
		t.look(t.LookedAt() - 1)
	case tea.MouseWheelDown:
		t.look(t.LookedAt() + 1)
	}
}

// Cell returns where on the screen the piece on a square is drawn, by the square's
// name; ok is false if the board has no such square.
func (t *Screen) Cell(square string) (x, y int, ok bool) {
	if t.View == nil {
		return 0, 0, false
	}
	sq, ok := t.View.Variant.Facts().Geometry.Square(square)
	if !ok {
		return 0, 0, false
	}
	v := t.Drawn()
	x, y = v.Corner(sq)
	return t.Board.At.X + x + v.Size.W/2, t.Board.At.Y + y + (v.Size.H-1)/2, true
}
