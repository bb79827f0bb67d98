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
	active time.Time // when somebody acted last, or the game began
	ended  time.Time
	// stirred is when somebody last sat down, left, or got ready or not.
	stirred time.Time

	talk
	premoves [rules.SeatCount]premove
	undo     undoing
	gone     [rules.SeatCount]time.Time // since when its player is away from the game
	vote
	replaced []player.Player // who played once, and does not any more
	sentAway []SentAwayView  // unchanging, like all lists that views share
	rematch  *RematchView    // nil or unchanging
	next     ID
	after    ID
	lock     string          // of its password
	admitted []player.Player // unchanging
	verdict  *VerdictView    // nil or unchanging
}

// seat is one place; nobody sits there while its player has no ID.
type seat struct {
	player   player.Player
	ready    bool
	closed   bool // not part of this game
	consents bool // to talk
	vacant   bool // its player is gone, and others may take it
	// kept is who alone may sit there before the start; zero: anybody.
	kept player.Player
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
	s := &state{seq: 1, last: e.At, stirred: e.At, terms: *e.Terms, host: *e.Player, variant: v, game: rules.NewGame(v), after: e.Table, lock: e.Lock}
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
	in           phases
	seat, player bool // fields that it needs
	apply        func(*state, Event) error
}

// phases is a set of them.
type phases uint8

const (
	waiting  phases = 1 << Waiting
	playing  phases = 1 << Playing
	finished phases = 1 << Finished
	always          = waiting | playing | finished
)

func (p phases) has(one Phase) bool { return p>>one&1 == 1 }

var folds = map[Kind]fold{
	Seated:    {waiting, true, true, (*state).seated},
	Unseated:  {waiting, true, false, (*state).unseated},
	Readied:   {waiting, true, false, (*state).readied},
	Unreadied: {waiting, true, false, (*state).unreadied},
	Began:     {waiting, false, false, (*state).began},
	Acted:     {playing, true, false, (*state).acted},
	Offered:   {playing, false, true, (*state).offered},
	Accepted:  {playing, false, true, (*state).accepted},
	Declined:  {playing, false, true, (*state).declined},
	Lifted:    {playing, true, false, (*state).lift},
	Proposed:  {playing, true, false, (*state).propose},
	Rejected:  {playing, true, false, (*state).reject},
	Agreed:    {playing, false, false, (*state).agreed},
	Flagged:   {playing, true, false, (*state).flagged},
	Paused:    {playing, false, false, (*state).paused},
	Resumed:   {playing, false, false, (*state).resumed},
	Heartbeat: {playing, false, false, func(*state, Event) error { return nil }},
	Closed:    {waiting | playing, false, false, (*state).closed},

	Consented: {waiting, false, true, func(s *state, e Event) error { return s.setConsent(e, true) }},
	Dissented: {waiting, false, true, func(s *state, e Event) error { return s.setConsent(e, false) }},
	Said:      {always, false, true, (*state).said},
	Remarked:  {always, false, true, (*state).remarked},
	Muted:     {always, false, true, (*state).mute},
	Unmuted:   {always, false, true, (*state).unmute},

	Premoved: {playing, true, false, (*state).premoved},
	Recalled: {playing, true, false, (*state).recalled},
	Dropped:  {playing, true, false, (*state).dropped},

	UndoAsked:   {playing, false, true, (*state).undoAsked},
	UndoAgreed:  {playing, false, true, (*state).undoAgreed},
	UndoRefused: {playing, false, true, (*state).undoRefused},
	Undone:      {playing, false, false, (*state).undone},

	Left:      {playing, false, true, (*state).personLeft},
	Returned:  {playing, false, true, (*state).returned},
	Voted:     {playing, false, true, (*state).voted},
	Unvoted:   {playing, false, true, (*state).unvoted},
	Waited:    {playing, false, false, (*state).waited},
	Adjourned: {playing, false, false, (*state).adjourn},
	Continued: {playing, false, false, (*state).goOn},
	Vacated:   {playing, true, false, (*state).vacate},
	Replaced:  {playing, true, true, (*state).replace},
	Forfeited: {playing, true, false, (*state).forfeit},

	Again:    {finished, false, true, (*state).again},
	Enough:   {finished, false, true, (*state).enough},
	Followed: {finished, false, false, (*state).followed},

	Admitted: {waiting | playing, false, true, (*state).admit},

	Adjudicated: {waiting | playing, false, true, (*state).adjudicated},

	Reserved: {waiting, true, true, (*state).reserve},
}

// apply folds one event. An error says that the event cannot follow; the state
// is worth nothing then.
func (s *state) apply(e Event) error {
	f, ok := folds[e.Kind]
	switch {
	case !ok:
		return fmt.Errorf("there is no event %q", e.Kind)
	case !f.in.has(s.phase):
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
	s.stirred = e.At
	return nil
}

func (s *state) unseated(e Event) error {
	if s.seats[*e.Seat].player.ID == "" {
		return fmt.Errorf("nobody sits on seat %d", *e.Seat)
	}
	if e.Player != nil {
		s.sendAway(e)
	}
	s.seats[*e.Seat] = seat{kept: s.seats[*e.Seat].kept}
	s.stirred = e.At
	return nil
}

func (s *state) readied(e Event) error   { return s.setReady(e, true) }
func (s *state) unreadied(e Event) error { return s.setReady(e, false) }

func (s *state) setReady(e Event, ready bool) error {
	if s.seats[*e.Seat].player.ID == "" {
		return fmt.Errorf("nobody sits on seat %d", *e.Seat)
	}
	s.seats[*e.Seat].ready = ready
	s.stirred = e.At
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
	s.phase, s.begun, s.active = Playing, e.At, e.At
	s.talk.mayPlayers = s.mayTalk()
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

// abandoned is the word of a table closed without an outcome. Stored.
const abandoned = "abandoned"

func (s *state) closed(e Event) error {
	word := abandoned
	if s.over() {
		word = s.game.Position.Outcome.Why.String()
	}
	if e.Action != word || !s.mayClose() {
		return fmt.Errorf("closed as %q, where the game stands as %q", e.Action, word)
	}
	s.phase, s.ended, s.offer, s.resigning, s.undo, s.vote = Finished, e.At, nil, resigning{}, undoing{}, vote{}
	s.clock.stop()
	return nil
}
