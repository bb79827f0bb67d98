package fold

import (
	"fmt"
	"slices"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// ExpectsPlayers reports whether people are expected to be here: while a game is on, at
// a table where people play at the same time.
func (s *State) ExpectsPlayers() bool {
	return s.Phase == table.Playing && !s.Terms.Clock.Correspondence()
}

// SeatedPlayer returns a player as they are stored at their seat.
func (s *State) SeatedPlayer(id player.ID) *player.Player {
	p := s.Seats.List[s.HeldBy(id).First()].Player
	return &p
}

func (s *State) IsAway(id player.ID) bool { return s.HeldBy(id)&s.AwaySeats() != 0 }

func applyLeft(s *State, e table.Event) error { return setGone(s, e, e.At.Add(-e.Spent)) }

// applyReturned also closes the player's seats to others.
func applyReturned(s *State, e table.Event) error {
	if err := setGone(s, e, time.Time{}); err != nil {
		return err
	}
	for seat := range s.HeldBy(e.Player.ID).All() {
		s.Seats.List[seat].Vacant = false
	}
	if !s.Vote.Adjourned && !s.AnyAway() {
		s.Vote.Cast = nil
	}
	return nil
}

func setGone(s *State, e table.Event, since time.Time) error {
	held := s.HeldBy(e.Player.ID) & s.Game.Position.InPlay()
	if held == 0 || s.IsAway(e.Player.ID) != since.IsZero() {
		return fmt.Errorf("%q by who cannot", e.Kind)
	}
	for seat := range held.All() {
		s.AwaySince[seat] = since
	}
	return nil
}

// allGone is since when everybody who plays is gone; zero if somebody is not.
func (s *State) allGone() (since time.Time) {
	for seat := range s.Game.Position.InPlay().All() {
		switch at := s.AwaySince[seat]; {
		case s.Seats.List[seat].Player.ID.Bot():
		case at.IsZero():
			return time.Time{}
		case at.After(since):
			since = at
		}
	}
	return since
}

// AbandonedAt is when a game that everybody left is closed, where the server is up
// since then; zero while somebody is here, or while a clock runs, which will end it.
func (s *State) AbandonedAt(up time.Time) time.Time {
	if !s.ExpectsPlayers() || s.Clocks.Running != rules.NoSeat && !s.Vote.Adjourned {
		return time.Time{}
	}
	since := s.allGone()
	if since.IsZero() {
		return since
	}
	return Later(since.Add(table.AbandonedFor), up.Add(table.MinUptime))
}

func Later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// IdleAt is when a table at which nobody gets ready is closed, where the server is
// up since then; zero if it is not.
func (s *State) IdleAt(up time.Time) time.Time {
	taken := s.SeatsWhere(func(s *Seat) bool { return s.Player.ID != "" })
	ready := s.SeatsWhere(func(s *Seat) bool { return s.Ready })
	if s.Phase != table.Waiting || taken == 0 || ready != 0 || s.Terms.Clock.Correspondence() || s.Terms.Evening != nil {
		return time.Time{}
	}
	return Later(s.Seats.Changed, up).Add(table.IdleFor)
}

// noteSentAway notes who was made to leave a seat.
func noteSentAway(s *State, e table.Event) {
	away := table.RemovalView{Player: s.Seats.List[*e.Seat].Player, By: *e.Player, Seat: *e.Seat, At: e.At, Reason: e.Text}
	s.Seats.Removals = append(slices.Clone(s.Seats.Removals), away)
	s.Seats.Removals = s.Seats.Removals[max(0, len(s.Seats.Removals)-table.RemovalsShown):]
}
