package fold

import (
	"errors"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Fairness holds what the fairness rules need to know about a game; see [table.Fairness].
type Fairness struct {
	FirstMoves rules.Seats      // seats in play that have not moved yet; empty if the game can no longer be aborted
	Aborted    *table.AbortView // nil unless the game was aborted; immutable
	Short      bool             // whether the game ended by a resignation or a loss on time before every seat had two turns
	Left       []table.Leave    // who left the game; views share this slice, so only append to it
}

// applyAborted aborts the game, because a player asked for it or because a seat did not make
// its first move in time.
func applyAborted(s *State, e table.Event) error {
	if s.Fairness.FirstMoves == 0 || s.Over() {
		return errors.New("the game was aborted, but every seat has moved")
	}
	s.Fairness.Aborted = &table.AbortView{Seat: rules.NoSeat}
	switch {
	case e.Player != nil && s.HeldBy(e.Player.ID) != 0:
		s.Fairness.Aborted.By = *e.Player
		s.noteBy(table.GameAborted, *e.Player)
		s.noteLeavesByAbort(e.Player.ID, e.At)
	case e.Player == nil && e.Seat != nil && s.Fairness.FirstMoves.Has(*e.Seat) && *e.Seat == s.Clocks.Running:
		s.Fairness.Aborted.Seat = *e.Seat
		s.noteSeat(table.GameAborted, *e.Seat)
		if s.leftByFirstMove(*e.Seat, e.At) {
			s.noteLeave(s.Seats.List[*e.Seat].Player.ID, e.At)
		}
	default:
		return errors.New("an abort must name a player, or the seat that is late with its first move")
	}
	s.Clocks.Stop()
	return nil
}

// updateFirstMoves determines the seats in play that have not moved yet.
func (s *State) updateFirstMoves() {
	s.Fairness.FirstMoves = s.Game.Position.Expected() & s.seatsWithFewerTurns(1)
}

// seatsWithFewerTurns returns the seats that have had fewer than n turns. A turn in which
// the seat had to pass counts. At a table without fairness rules it returns no seats.
func (s *State) seatsWithFewerTurns(n int) (few rules.Seats) {
	if s.Terms.Fairness == 0 {
		return 0
	}
	var turns [rules.SeatCount]int
	for i := range s.Game.Moves {
		m := &s.Game.Moves[i]
		if m.Action.IsBoardAction() {
			turns[m.By]++
		}
		for _, seat := range m.Passed {
			turns[seat]++
		}
	}
	for seat, had := range turns {
		if had < n {
			few = few.With(rules.Seat(seat))
		}
	}
	return few
}

// firstMoveBy returns the time by which the seat to move must make its first move; otherwise
// the table aborts the game. It returns zero after the seat's first move, while no clock is
// running, and in correspondence games.
func (s *State) firstMoveBy() time.Time {
	if !s.Clocks.Ticking() || !s.Fairness.FirstMoves.Has(s.Clocks.Running) || s.Terms.Clock.Correspondence() {
		return time.Time{}
	}
	return clock.Earliest(s.Clocks.Since.Add(table.FirstMoveTime), s.Clocks.deadline())
}

// Deadline returns when the seat to move runs out of time, either on its clock or for its
// first move. It requires a running clock.
func (s *State) Deadline() time.Time {
	return clock.Earliest(s.firstMoveBy(), s.Clocks.deadline())
}
