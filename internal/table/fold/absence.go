package fold

import (
	"fmt"
	"slices"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// ExpectsPlayers reports whether the players should be connected now, because a game is
// running and it is not a correspondence game.
func (s *State) ExpectsPlayers() bool {
	return s.Phase == table.Playing && !s.Terms.Clock.Correspondence()
}

// ReadyPeople returns the people whose readiness ends when they are away: those who are ready
// at a table that waits for players. It returns nobody for correspondence games and for boards
// of a club evening, at which players are ready without being connected, and for tables of
// seeks, whose players may wait in the lobby: package seek frees their seats when they leave.
func (s *State) ReadyPeople() []player.ID {
	if s.Phase != table.Waiting || s.Terms.Clock.Correspondence() || s.Terms.Evening != nil || s.Terms.Seek {
		return nil
	}
	return s.People(s.SeatsWhere(func(s *Seat) bool { return s.Ready }))
}

// SeatedPlayer returns the player with the given ID, as stored when they took their seat. It
// panics if the player has no seat.
func (s *State) SeatedPlayer(id player.ID) *player.Player {
	p := s.Seats.List[s.HeldBy(id).First()].Player
	return &p
}

func (s *State) IsAway(id player.ID) bool { return s.HeldBy(id)&s.AwaySeats() != 0 }

func applyLeft(s *State, e table.Event) error {
	if err := setAway(s, e, e.At.Add(-e.Spent)); err != nil {
		return err
	}
	s.noteSeat(table.PlayerLeft, s.HeldBy(e.Player.ID).First())
	return nil
}

// applyReturned marks a player as present. Other people can no longer take the player's
// seats.
func applyReturned(s *State, e table.Event) error {
	if err := setAway(s, e, time.Time{}); err != nil {
		return err
	}
	for seat := range s.HeldBy(e.Player.ID).All() {
		s.Seats.List[seat].Vacant = false
	}
	s.noteSeat(table.PlayerReturned, s.HeldBy(e.Player.ID).First())
	endVote(s)
	return nil
}

func setAway(s *State, e table.Event, since time.Time) error {
	held := s.HeldBy(e.Player.ID) & s.Game.Position.Expected()
	if held == 0 || s.IsAway(e.Player.ID) != since.IsZero() {
		return fmt.Errorf("event %q names a player who cannot leave or return now", e.Kind)
	}
	for seat := range held.All() {
		s.AwaySince[seat] = since
	}
	return nil
}

// allAwaySince returns when the last player left, or zero if any player is present.
func (s *State) allAwaySince() (since time.Time) {
	for seat := range s.Game.Position.Expected().All() {
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

// AbandonedAt returns the time at which the table closes a game because all players are
// away. It returns zero while a player is present, and while a clock runs, because such a
// game ends when the clock runs out. The parameter `up` is the server's start time. Outages of the
// server do not count.
func (s *State) AbandonedAt(up time.Time, outages clock.Outages) time.Time {
	if !s.ExpectsPlayers() || s.Clocks.Running != rules.NoSeat && !s.Vote.Adjourned {
		return time.Time{}
	}
	since := s.allAwaySince()
	if since.IsZero() {
		return since
	}
	return Later(outages.Shift(since).Add(table.AbandonedFor), outages.Shift(up).Add(table.MinUptime))
}

func Later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// IdleAt returns the time at which a waiting table is closed because no seated player is
// ready. It returns zero if the table stays open. The parameter `up` is the server's start
// time. Outages of the server do not count.
func (s *State) IdleAt(up time.Time, outages clock.Outages) time.Time {
	taken := s.SeatsWhere(func(s *Seat) bool { return s.Player.ID != "" })
	ready := s.SeatsWhere(func(s *Seat) bool { return s.Ready })
	if s.Phase != table.Waiting || taken == 0 || ready != 0 || s.Terms.Clock.Correspondence() || s.Terms.Evening != nil {
		return time.Time{}
	}
	return outages.Shift(Later(s.Seats.Changed, up)).Add(table.IdleFor)
}

// recordRemoval adds an entry to the list of removed players, and drops the oldest entry if
// the list is full.
func recordRemoval(s *State, e table.Event) {
	away := table.RemovalView{Player: s.Seats.List[*e.Seat].Player, By: *e.Player, Seat: *e.Seat, At: e.At, Reason: e.Text}
	s.Seats.Removals = append(slices.Clone(s.Seats.Removals), away)
	s.Seats.Removals = s.Seats.Removals[max(0, len(s.Seats.Removals)-table.RemovalsShown):]
	s.note(table.Notable{
		Kind: table.SeatRemoved, Seat: away.Seat, Player: away.Player, By: away.By, BySeat: rules.NoSeat, Text: away.Reason,
	})
}
