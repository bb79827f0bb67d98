package game

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

// mouse clicks on squares and on the list of moves; what is pressed on one square
// and let go on another is a man who is dragged.
func (in *input) mouse(msg tea.MouseMsg) (kit.Step, tea.Cmd) {
	m := msg.Mouse()
	if in.t.View == nil {
		return kit.Stay, nil
	}
	if in.t.View.Phase == table.Waiting {
		return in.t.waiting.waitingMouse(msg)
	}
	sq, on := in.t.Scene.Drawn().SquareAt(m.X-in.t.Scene.Board.At.X, m.Y-in.t.Scene.Board.At.Y)
	switch msg.(type) {
	case tea.MouseClickMsg:
		if m.Button != tea.MouseLeft {
			return kit.Stay, nil
		}
		if !on {
			in.t.History.lookAt(m.X, m.Y)
			return kit.Stay, nil
		}
		held := in.Hand.Lifted
		to, cmd := in.point(sq)
		in.Hand.pressed = in.Hand.Lifted == sq && held != sq
		return to, cmd
	case tea.MouseReleaseMsg:
		dragged := in.Hand.pressed && on && sq != in.Hand.Lifted && in.Hand.Lifted != rules.NoSquare
		in.Hand.pressed = false
		if dragged {
			in.Hand.Cursor = sq
			return in.drop(sq)
		}
	case tea.MouseWheelMsg:
		in.t.History.wheel(m.Button)
	}
	return kit.Stay, nil
}

// wheel looks back and forth.
func (hi *history) wheel(button tea.MouseButton) {
	switch button {
	case tea.MouseWheelUp:
		hi.look(hi.LookedAt() - 1)
	case tea.MouseWheelDown:
		hi.look(hi.LookedAt() + 1)
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
	v := t.Scene.Drawn()
	x, y = v.Corner(sq)
	return t.Scene.Board.At.X + x + v.Size.W/2, t.Scene.Board.At.Y + y + (v.Size.H-1)/2, true
}
