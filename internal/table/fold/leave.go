package fold

import (
	"slices"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// noteLeave records that a player left the game; see [table.Leave]. It counts nobody at tables
// at which people meet by arrangement (private and correspondence games, and boards of club
// evenings), nobody who plays only against bots, and no deleted account.
func (s *State) noteLeave(who player.ID, at time.Time) {
	t := &s.Terms
	people := s.People(s.SeatsWhere(func(*Seat) bool { return true }))
	if t.Fairness == 0 || t.Private != table.ForAll || t.Evening != nil || t.Clock.Correspondence() || who.Bot() || who.Deleted() ||
		len(people) < 2 ||
		slices.ContainsFunc(s.Fairness.Left, func(l table.Leave) bool { return l.Player == who }) {
		return
	}
	s.Fairness.Left = append(slices.Clip(s.Fairness.Left), table.Leave{Player: who, At: at})
}

// awayLong reports whether the player of a seat has been disconnected for so long that an honest
// one would be back. The time before the clock last resumed does not count, because the server may
// have been down.
func (s *State) awayLong(seat rules.Seat, at time.Time) bool {
	away := s.AwaySince[seat]
	return !away.IsZero() && at.Sub(Later(away, s.Clocks.Resumed)) >= table.LeaveAfter
}

// idle returns how long the player of the seat to move has done nothing in this turn. It leaves out
// the time for which the player has been away.
func (s *State) idle(seat rules.Seat, at time.Time) time.Duration {
	if away := s.AwaySince[seat]; !away.IsZero() {
		at = away
	}
	return s.Clocks.Spent(at)
}

// leftByFlag reports whether the seat whose clock ran out had been left: its player was
// disconnected, or did nothing for at least half of the time that each clock has at the start.
// A player in time trouble, or one who was disconnected for a moment, has not left.
func (s *State) leftByFlag(seat rules.Seat, at time.Time) bool {
	return s.awayLong(seat, at) || s.idle(seat, at) >= max(table.LeaveAfter, s.Clocks.Settings.Start/2)
}

// leftByFirstMove reports whether the seat that did not make its first move in time had been left.
// A player with a short clock, or one who was disconnected for a moment, has not left.
func (s *State) leftByFirstMove(seat rules.Seat, at time.Time) bool {
	return s.awayLong(seat, at) || s.idle(seat, at) >= table.LeaveAfter
}

// noteLeavesByAbort records who left a game that a player aborts: the others if they have been away
// for long, and the player only if nobody else is away. Without a running clock it is not known
// whether the server was down meanwhile.
func (s *State) noteLeavesByAbort(who player.ID, at time.Time) {
	away := s.AwaySeats() &^ s.HeldBy(who)
	if away == 0 {
		s.noteLeave(who, at)
	}
	for seat := range away.All() {
		if s.Clocks.Ticking() && s.awayLong(seat, at) {
			s.noteLeave(s.Seats.List[seat].Player.ID, at)
		}
	}
}
