package game

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/draw/board"
	"quadrille/internal/table"
	"quadrille/rules"
)

// motion shows a new move in two or three frames: the piece half way, then on its square. A capture
// flashes there; after other moves the pointer at the seat to move pulses. Only players see it,
// because the frames of spectators are shared.
type motion struct {
	stage  motionStage
	action rules.Action
	before rules.Piece // what was on the destination before the move
	moves  int         // number of moves in the view that is shown
}

type motionStage uint8

const (
	atRest motionStage = iota
	halfWay
	flashing
)

// motionFrame is how long each stage of a motion lasts.
const motionFrame = 60 * time.Millisecond

// motionMsg begins the next stage of a motion.
type motionMsg struct {
	to    Address
	moves int
}

// updated takes a new view. It reports whether a motion begins. If the last move is still in
// motion, the client is behind, and the new move is shown at once.
func (m *motion) updated(old *table.View, v seen) bool {
	moving, n := m.stage != atRest, len(v.Moves)
	*m = motion{}
	if moving || old == nil || v.words.Held == 0 || v.back || n == 0 || n != len(old.Moves)+1 {
		return false
	}
	a := v.Moves[n-1].Action
	if !a.IsBoardAction() || a.From == rules.NoSquare || a.To == rules.NoSquare || !v.Position.Board[a.To].IsPiece() {
		return false
	}
	*m = motion{halfWay, a, old.Position.Board[a.To], n}
	return true
}

// next begins the next stage.
func (m *motion) next(moves int) {
	switch {
	case moves != m.moves:
	case m.stage == halfWay && m.before.IsPiece():
		m.stage = flashing
	default:
		m.stage = atRest
	}
}

// scheduleMotion schedules the next stage, if there is one.
func (t *Screen) scheduleMotion() tea.Cmd {
	if t.motion.stage == atRest {
		return nil
	}
	return t.env.After(motionFrame, motionMsg{t.address, t.motion.moves})
}

// draw draws the moving piece over the board, which shows the position after the move.
func (m *motion) draw(g *draw.Grid, f *frame) {
	at := f.layout.Board
	if m.stage == atRest || f.back || at.Width == 0 {
		return
	}
	v := f.scene.Board()
	if m.stage == flashing {
		v.Marks[m.action.To] |= board.Take // corners: another background would take too many bytes
		v.DrawSquare(g, at.X, at.Y, m.action.To)
		return
	}
	before := *v.Position
	piece := before.Board[m.action.To]
	before.Board[m.action.To] = m.before
	v.Position, v.Marks[m.action.To] = &before, 0
	v.DrawSquare(g, at.X, at.Y, m.action.To)
	v.DrawMoving(g, at.X, at.Y, piece, m.action.From, m.action.To)
	if v.Size.W <= 5 && !m.before.IsPiece() { // a capture flashes instead
		f.scene.Pulse(g, &f.layout)
	}
}
