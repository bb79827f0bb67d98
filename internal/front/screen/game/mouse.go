package game

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/table"
	"quadrille/rules"
)

// mouse handles clicks on squares and on the list of moves. The viewer drags a piece by
// pressing the button on one square and releasing it on another.
func (in *input) mouse(msg tea.MouseMsg) (kit.Step, tea.Cmd) {
	m := msg.Mouse()
	if in.t.View == nil {
		return kit.Stay, nil
	}
	if in.t.View.Phase == table.Waiting {
		return in.t.waiting.waitingMouse(msg)
	}
	at := in.t.Board.At()
	sq, on := in.t.Board.Drawn().SquareAt(m.X-at.X, m.Y-at.Y)
	switch msg.(type) {
	case tea.MouseClickMsg:
		if m.Button != tea.MouseLeft {
			return kit.Stay, nil
		}
		if !on {
			in.t.History.lookAt(m.X, m.Y)
			return kit.Stay, nil
		}
		held := in.Selection.Lifted
		to, cmd := in.point(sq)
		in.Selection.pressed = in.Selection.Lifted == sq && held != sq
		return to, cmd
	case tea.MouseReleaseMsg:
		dragged := in.Selection.pressed && on && !in.t.History.back() && sq != in.Selection.Lifted && in.Selection.Lifted != rules.NoSquare
		in.Selection.pressed = false
		if dragged {
			in.Selection.Cursor = sq
			return in.moveTo(sq)
		}
	case tea.MouseWheelMsg:
		in.t.History.wheel(m.Button)
	}
	return kit.Stay, nil
}

// wheel shows the position one move earlier if the mouse wheel turns up, and one move later
// if it turns down.
func (hi *history) wheel(button tea.MouseButton) {
	switch button {
	case tea.MouseWheelUp:
		hi.look(hi.LookedAt() - 1)
	case tea.MouseWheelDown:
		hi.look(hi.LookedAt() + 1)
	}
}
