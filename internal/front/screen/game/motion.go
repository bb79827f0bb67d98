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

// motion shows a new move in two steps: the piece half way, then on its square. Meanwhile a piece that is
// captured has coloured corners; after other moves the pointer at the seat to move pulses. Both steps are one
// frame: the first is drawn over the cells of the second. The table plays a move that is drawn by lot together
// with the move before it, so the board waits before it shows such a move.
// Only players see motion, because the frames of spectators are shared.
type motion struct {
	steps   []step    // new moves, in order; the last one stays when it has arrived
	arrives time.Time // when the first of them arrives on its square, by the steady clock; zero while it waits
	moves   int       // number of moves in the view that is shown
	over    *frame    // the frame over which the first step is drawn; nil if there is none
}

// step is a move, and the position before it.
type step struct {
	action rules.Action
	before rules.Position
	piece  rules.Piece // the piece that moves, as it stands on its new square
}

// captures reports whether the move takes the piece on its destination.
func (s *step) captures() bool { return s.before.Board[s.action.To].IsPiece() }

// lasts returns how long the piece is half way. A capture takes longer.
func (s *step) lasts() time.Duration {
	if s.captures() {
		return captureFrame
	}
	return motionFrame
}

// How long a piece is half way. lotPause is how long the board waits before it shows a move that was drawn by
// lot.
const (
	motionFrame  = 60 * time.Millisecond
	captureFrame = 120 * time.Millisecond
	lotPause     = 600 * time.Millisecond
)

// motionMsg says that the next move of a motion may begin.
type motionMsg struct {
	to    Address
	moves int
}

// moving reports whether a move is not yet shown on its square.
func (m *motion) moving(now time.Time) bool {
	return m.waits() != nil || len(m.steps) > 0 && now.Before(m.arrives)
}

// waits returns the first move that has not begun, or nil.
func (m *motion) waits() *step {
	next := 0
	if !m.arrives.IsZero() {
		next = 1
	}
	if next >= len(m.steps) {
		return nil
	}
	return &m.steps[next]
}

// updated takes a new view. It reports whether a motion begins. If the last move is still in
// motion, the client is behind, and the new move is shown at once.
func (m *motion) updated(old *table.View, v seen, now time.Time) bool {
	behind := m.moving(now)
	*m = motion{moves: len(v.Moves)}
	if behind || old == nil || v.words.Held == 0 || v.back || len(v.Moves) <= len(old.Moves) {
		return false
	}
	added := v.Moves[len(old.Moves):]
	if slices.ContainsFunc(added[1:], func(move table.MoveView) bool { return !move.Lot }) {
		return false
	}
	m.steps = stepsOf(v.Variant, old.Position, added)
	if len(m.steps) > 0 && !added[0].Lot && added[0].Action == m.steps[0].action {
		m.arrives = now.Add(m.steps[0].lasts())
	}
	return len(m.steps) > 0
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

// begin begins the first move that waits.
func (m *motion) begin(now time.Time) {
	if !m.arrives.IsZero() {
		m.steps = m.steps[1:]
	}
	m.arrives = now.Add(m.steps[0].lasts())
}

// scheduleMotion schedules the beginning of the next move.
func (t *Screen) scheduleMotion() tea.Cmd {
	m := &t.motion
	if m.waits() == nil {
		return nil
	}
	pause := lotPause
	if !m.arrives.IsZero() {
		pause += m.steps[0].lasts()
	}
	return t.env.After(pause, motionMsg{t.address, m.moves})
}

// draw draws the squares as they were before the moves that wait, over the board, which shows the position
// after all moves. The parameter `half` says whether a piece is half way.
func (m *motion) draw(g *draw.Grid, f *frame, half bool) {
	m.over = nil
	if f.back || f.layout.Board.Width == 0 {
		return
	}
	if next := m.waits(); next != nil {
		f.drawPast(g, f.scene.Board(), &next.before, next.action.To, 0)
	}
	if half && f.card == nil {
		m.over = f
	}
}

// drawPast draws the squares that an earlier position has otherwise than the board v, and the destination of
// the move after that position, with a mark.
func (f *frame) drawPast(g *draw.Grid, v *board.View, p *rules.Position, to rules.Square, mark board.Mark) {
	after := v.Position
	v.Position, v.Marks = p, board.Marks{}
	v.Marks[to] = mark
	v.DrawSquares(g, f.layout.Board.X, f.layout.Board.Y, func(sq rules.Square) bool {
		return p.Board[sq] != after.Board[sq] || sq == to
	})
}

// FirstLasts returns how long the moving piece is still half way; 0 if no piece moves.
func (t *Screen) FirstLasts() time.Duration {
	if t.motion.arrives.IsZero() {
		return 0
	}
	return max(0, t.motion.arrives.Sub(t.env.Steady()))
}

// First draws the moving piece half way.
func (t *Screen) First(g *draw.Grid) { t.motion.drawFirst(g) }

// drawFirst draws the piece half way.
func (m *motion) drawFirst(g *draw.Grid) {
	f := m.over
	if f == nil {
		return
	}
	m.over = nil
	v, now, mark := f.scene.Board(), &m.steps[0], board.Mark(0)
	if next := m.waits(); next != nil {
		v.Position = &next.before
	}
	shown := now.before
	shown.Board[now.action.From] = 0
	if now.captures() {
		mark = board.Take // corners: another background would take too many bytes
	}
	f.drawPast(g, v, &shown, now.action.To, mark)
	v.DrawMoving(g, f.layout.Board.X, f.layout.Board.Y, now.piece, now.action.From, now.action.To)
	if v.Size.W <= 5 && !now.captures() {
		f.scene.Pulse(g, &f.layout)
	}
}
