package game

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/draw/board"
	"quadrille/internal/table"
	"quadrille/rules"
)

// motion shows a new move in two frames: the piece half way, then on its square. Meanwhile a piece that is
// captured has coloured corners; after other moves the pointer at the seat to move pulses. Only players see
// it, because the frames of spectators are shared.
type motion struct {
	moving bool
	action rules.Action
	before rules.Piece // what was on the destination before the move
	moves  int         // number of moves in the view that is shown
}

// How long the first frame of a motion lasts. It shows more of a capture.
const (
	motionFrame  = 60 * time.Millisecond
	captureFrame = 120 * time.Millisecond
)

// motionMsg ends a motion.
type motionMsg struct {
	to    Address
	moves int
}

// updated takes a new view. It reports whether a motion begins. If the last move is still in
// motion, the client is behind, and the new move is shown at once.
func (m *motion) updated(old *table.View, v seen) bool {
	behind, n := m.moving, len(v.Moves)
	*m = motion{}
	if behind || old == nil || v.words.Held == 0 || v.back || n == 0 || n != len(old.Moves)+1 {
		return false
	}
	a := v.Moves[n-1].Action
	if !a.IsBoardAction() || a.From == rules.NoSquare || a.To == rules.NoSquare || !v.Position.Board[a.To].IsPiece() {
		return false
	}
	*m = motion{true, a, old.Position.Board[a.To], n}
	return true
}

// end ends the motion of the last move, unless further moves were played.
func (m *motion) end(moves int) { m.moving = m.moving && moves != m.moves }

// scheduleMotion schedules the end of a motion that has begun.
func (t *Screen) scheduleMotion() tea.Cmd {
	lasts := motionFrame
	switch {
	case !t.motion.moving:
		return nil
	case t.motion.before.IsPiece():
		lasts = captureFrame
	}
	return t.env.After(lasts, motionMsg{t.address, t.motion.moves})
}

// draw draws the moving piece over the board, which shows the position after the move.
func (m *motion) draw(g *draw.Grid, f *frame) {
	at := f.layout.Board
	if !m.moving || f.back || at.Width == 0 {
		return
	}
	v := f.scene.Board()
	before := *v.Position
	piece := before.Board[m.action.To]
	before.Board[m.action.To] = m.before
	v.Position, v.Marks[m.action.To] = &before, 0
	if m.before.IsPiece() {
		v.Marks[m.action.To] = board.Take // corners: another background would take too many bytes
	}
	v.DrawSquare(g, at.X, at.Y, m.action.To)
	v.DrawMoving(g, at.X, at.Y, piece, m.action.From, m.action.To)
	if v.Size.W <= 5 && !m.before.IsPiece() {
		f.scene.Pulse(g, &f.layout)
	}
}
