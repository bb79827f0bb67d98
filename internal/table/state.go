package table

import (
	"errors"
	"fmt"
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// state is the fold of a table's events. Nothing in it comes from anywhere else.
type state struct {
	seq     int       // events so far
	last    time.Time // of the last event
	terms   Terms
	host    player.Player
	variant rules.Variant
	phase   Phase
	seats   [rules.SeatCount]seat
	game    *rules.Game
	moves   []MoveView // shared with views: grows at its end only
	clock   clocks
	offer   *offer // nil or unchanging
	resigning
	lifted rules.Square // NoSquare if none
	begun  time.Time
	ended  time.Time
}

// seat is one place; nobody sits there while its player has no ID.
type seat struct {
	player player.Player
	ready  bool
	closed bool // not part of this game
}

func (s *seat) open() bool { return !s.closed && s.player.ID == "" }

// found is the state after a table's first event.
func found(e Event, variant func(game string, options map[string]string) (rules.Variant, error)) (*state, error) {
	if e.Kind != Opened || e.Player == nil || e.Terms == nil {
		return nil, fmt.Errorf("a log begins with %q, a player and terms; this one with %q", Opened, e.Kind)
	}
	v, err := variant(e.Terms.Game, e.Terms.Options)
	if err != nil {
		return nil, err
	}
	s := &state{seq: 1, last: e.At, terms: *e.Terms, host: *e.Player, variant: v, game: rules.NewGame(v)}
	for i := range s.seats {
		s.seats[i].closed = s.game.Position.State[i] == rules.Out
	}
	s.clock = newClocks(s.terms.Clock)
	return s, nil
}

// clone is a copy to try things on. The moves may be shared: what a copy that is
// thrown away wrote behind their end, nobody has seen.
func (s *state) clone() *state {
	c := *s
	c.game = s.game.Clone()
	return &c
}

// fold is how one kind of event changes the state, and when it can occur.
type fold struct {
	in           Phase
	seat, player bool // fields that it needs
	apply        func(*state, Event) error
}

var folds = map[Kind]fold{
	Seated:    {Waiting, true, true, (*state).seated},
	Unseated:  {Waiting, true, false, (*state).unseated},
	Readied:   {Waiting, true, false, (*state).readied},
	Unreadied: {Waiting, true, false, (*state).unreadied},
	Began:     {Waiting, false, false, (*state).began},
	Acted:     {Playing, true, false, (*state).acted},
	Offered:   {Playing, false, true, (*state).offered},
	Accepted:  {Playing, false, true, (*state).accepted},
	Declined:  {Playing, false, true, (*state).declined},
	Lifted:    {Playing, true, false, (*state).lift},
	Proposed:  {Playing, true, false, (*state).propose},
	Rejected:  {Playing, true, false, (*state).reject},
	Agreed:    {Playing, false, false, (*state).agreed},
	Flagged:   {Playing, true, false, (*state).flagged},
	Paused:    {Playing, false, false, (*state).paused},
	Resumed:   {Playing, false, false, (*state).resumed},
	Heartbeat: {Playing, false, false, func(*state, Event) error { return nil }},
	Closed:    {Playing, false, false, (*state).closed},
}

// apply folds one event. An error says that the event cannot follow; the state
// is worth nothing then.
func (s *state) apply(e Event) error {
	f, ok := folds[e.Kind]
	switch {
	case !ok:
		return fmt.Errorf("there is no event %q", e.Kind)
	case s.phase != f.in && !(e.Kind == Closed && s.phase == Waiting):
		return fmt.Errorf("%q cannot happen in phase %d", e.Kind, s.phase)
	case f.seat && (e.Seat == nil || *e.Seat >= rules.SeatCount):
		return fmt.Errorf("%q without a seat", e.Kind)
	case f.player && (e.Player == nil || e.Player.ID == ""):
		return fmt.Errorf("%q without a player", e.Kind)
	}
	if err := f.apply(s, e); err != nil {
		return err
	}
	s.seq++
	s.last = e.At
	return nil
}

// author is whose act the event came from; empty for the table's own.
func (s *state) author(e Event) player.ID {
	switch {
	case e.Player != nil:
		return e.Player.ID
	case e.Seat != nil && *e.Seat < rules.SeatCount:
		return s.seats[*e.Seat].player.ID
	}
	return ""
}

func (s *state) seated(e Event) error {
	if !s.seats[*e.Seat].open() {
		return fmt.Errorf("seat %d is not open", *e.Seat)
	}
	s.seats[*e.Seat].player = *e.Player
	return nil
}

func (s *state) unseated(e Event) error {
	if s.seats[*e.Seat].player.ID == "" {
		return fmt.Errorf("nobody sits on seat %d", *e.Seat)
	}
	s.seats[*e.Seat] = seat{}
	return nil
}

func (s *state) readied(e Event) error   { return s.setReady(e, true) }
func (s *state) unreadied(e Event) error { return s.setReady(e, false) }

func (s *state) setReady(e Event, ready bool) error {
	if s.seats[*e.Seat].player.ID == "" {
		return fmt.Errorf("nobody sits on seat %d", *e.Seat)
	}
	s.seats[*e.Seat].ready = ready
	return nil
}

// allReady reports whether every seat of the game is taken and ready.
func (s *state) allReady() bool {
	for i := range s.seats {
		if !s.seats[i].closed && !s.seats[i].ready {
			return false
		}
	}
	return true
}

func (s *state) began(e Event) error {
	if !s.allReady() {
		return errors.New("began before everybody was ready")
	}
	s.phase, s.begun = Playing, e.At
	s.clock.run(s.actor(), e.At)
	return nil
}

// heldBy is the seats of a player.
func (s *state) heldBy(id player.ID) rules.Seats {
	var set rules.Seats
	for i := range s.seats {
		if id != "" && s.seats[i].player.ID == id {
			set = set.With(rules.Seat(i))
		}
	}
	return set
}

// abandoned is the word of a table closed before it began. Stored.
const abandoned = "abandoned"

func (s *state) closed(e Event) error {
	word := s.game.Position.Outcome.Why.String()
	if s.phase == Waiting {
		word = abandoned
	}
	if e.Action != word || word == "" {
		return fmt.Errorf("closed as %q, where the game stands as %q", e.Action, word)
	}
	s.phase, s.ended, s.offer, s.resigning = Finished, e.At, nil, resigning{}
	return nil
}
