package game

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/draw/board"
	"quadrille/internal/table"
	"quadrille/rules"
)

// motion shows a new move in two frames: the piece half way, then on its square. Meanwhile a piece that is
// captured has coloured corners; after other moves the pointer at the seat to move pulses. The table plays a
// move that is drawn by lot together with the move before it, so the board waits before it shows such a move.
// Only players see motion, because the frames of spectators are shared.
type motion struct {
	steps []step // new moves that are not yet shown on their squares, in order
	half  bool   // whether the first of them is half way; otherwise it waits
	moves int    // number of moves in the view that is shown
}

// step is a move, and the position before it.
type step struct {
	action rules.Action
	before rules.Position
	piece  rules.Piece // the piece that moves, as it stands on its new square
}

// captures reports whether the move takes the piece on its destination.
func (s *step) captures() bool { return s.before.Board[s.action.To].IsPiece() }

// How long the first frame of a motion lasts. It shows more of a capture. lotPause is how long the board
// waits before it shows a move that was drawn by lot.
const (
	motionFrame  = 60 * time.Millisecond
	captureFrame = 120 * time.Millisecond
	lotPause     = 600 * time.Millisecond
)

// motionMsg ends a frame of a motion.
type motionMsg struct {
	to    Address
	moves int
}

// moving reports whether a move is not yet shown on its square.
func (m *motion) moving() bool { return len(m.steps) > 0 }

// updated takes a new view. It reports whether a motion begins. If the last move is still in
// motion, the client is behind, and the new move is shown at once.
func (m *motion) updated(old *table.View, v seen) bool {
	behind := m.moving()
	*m = motion{moves: len(v.Moves)}
	if behind || old == nil || v.words.Held == 0 || v.back || len(v.Moves) <= len(old.Moves) {
		return false
	}
	added := v.Moves[len(old.Moves):]
	if slices.ContainsFunc(added[1:], func(move table.MoveView) bool { return !move.Lot }) {
		return false
	}
	m.steps = stepsOf(v.Variant, old.Position, added)
	m.half = m.moving() && !added[0].Lot && added[0].Action == m.steps[0].action
	return m.moving()
}

// stepsOf returns the moves on the board among actions that follow a position. It returns nil if an action
// does not move a piece between two squares.
func stepsOf(variant rules.Variant, p rules.Position, actions []table.MoveView) (steps []step) {
	for i := range actions {
		a, before := actions[i].Action, p
		switch {
		case a.Type == rules.DrawAgreed, a.Type == rules.DrawClaimed:
			return nil
		case a.IsBoardAction() && (a.From == rules.NoSquare || a.To == rules.NoSquare):
			return nil
		}
		variant.Apply(&p, &before, a)
		if !a.IsBoardAction() {
			continue
		}
		if !p.Board[a.To].IsPiece() {
			return nil
		}
		steps = append(steps, step{a, before, p.Board[a.To]})
	}
	return steps
}

// end ends a frame of the motion: a piece that was half way stands on its square, and one that waited is
// half way.
func (m *motion) end() {
	if m.half {
		m.steps = m.steps[1:]
	}
	m.half = !m.half
}

// scheduleMotion schedules the end of the frame that is shown.
func (t *Screen) scheduleMotion() tea.Cmd {
	lasts := lotPause
	switch m := &t.motion; {
	case !m.moving():
		return nil
	case m.half && m.steps[0].captures():
		lasts = captureFrame
	case m.half:
		lasts = motionFrame
	}
	return t.env.After(lasts, motionMsg{t.address, t.motion.moves})
}

// draw draws the squares as they were before the moves that are not yet shown, and the moving piece, over
// the board, which shows the position after all moves.
func (m *motion) draw(g *draw.Grid, f *frame) {
	at := f.layout.Board
	if !m.moving() || f.back || at.Width == 0 {
		return
	}
	v, next := f.scene.Board(), &m.steps[0]
	after, shown := v.Position, next.before
	if m.half {
		shown.Board[next.action.From] = 0
	}
	v.Position = &shown
	for _, sq := range v.Variant.Facts().Geometry.Squares {
		if shown.Board[sq] == after.Board[sq] && sq != next.action.To {
			continue
		}
		v.Marks[sq] = 0
		if m.half && sq == next.action.To && next.captures() {
			v.Marks[sq] = board.Take // corners: another background would take too many bytes
		}
		v.DrawSquare(g, at.X, at.Y, sq)
	}
	if !m.half {
		return
	}
	v.DrawMoving(g, at.X, at.Y, next.piece, next.action.From, next.action.To)
	if v.Size.W <= 5 && !next.captures() {
		f.scene.Pulse(g, &f.layout)
	}
}
