package tui

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/rules"
)

// mouse clicks on squares and on the list of moves; what is pressed on one square
// and let go on another is a man who is dragged.
func (t *tableScreen) mouse(msg tea.MouseMsg) (step, tea.Cmd) {
	m := msg.Mouse()
	if t.view == nil {
		return stay, nil
	}
	if t.view.Phase == table.Waiting {
		return t.waitingMouse(msg)
	}
	sq, on := t.drawn().SquareAt(m.X-t.board.at.x, m.Y-t.board.at.y)
	switch msg.(type) {
	case tea.MouseClickMsg:
		if m.Button != tea.MouseLeft {
			return stay, nil
		}
		if !on {
			t.lookAt(m.X, m.Y)
			return stay, nil
		}
		held := t.hand.lifted
		to, cmd := t.point(sq)
		t.hand.pressed = t.hand.lifted == sq && held != sq
		return to, cmd
	case tea.MouseReleaseMsg:
		dragged := t.hand.pressed && on && sq != t.hand.lifted && t.hand.lifted != rules.NoSquare
		t.hand.pressed = false
		if dragged {
			t.hand.cursor = sq
			return t.drop(sq)
		}
	case tea.MouseWheelMsg:
		t.wheel(m.Button)
	}
	return stay, nil
}

// wheel looks back and forth.
func (t *tableScreen) wheel(button tea.MouseButton) {
	switch button {
	case tea.MouseWheelUp:
		t.look(t.lookedAt() - 1)
	case tea.MouseWheelDown:
		t.look(t.lookedAt() + 1)
	}
}
