package fold

import (
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// State is the fold of a table's events. Nothing in it comes from anywhere else. It
// is made of parts; each part holds what belongs to one subject.
type State struct {
	Seq          int // events so far
	Terms        table.Terms
	Host         player.Player
	Variant      rules.Variant
	Phase        table.Phase
	Times        Times
	Seats        Seats
	Game         Game
	Clocks       Clocks
	Offer        *DrawOffer // nil or unchanging
	Resigning    Proposals
	Takeback     Takebacks
	Premoves     [rules.SeatCount]Premove
	AwaySince    [rules.SeatCount]time.Time // since when a seat's player is away from the game
	Vote         Votes
	Chat         Chat
	Rematch      RematchState
	Access       Access
	Adjudication *table.AdjudicationView // nil or unchanging
}

// Times are the moments that a view or a timer needs.
type Times struct {
	Last    time.Time // of the last event
	Started time.Time
	Active  time.Time // when somebody acted last, or the game began
	Ended   time.Time
}

// Game is the game that is played and the record of its actions.
type Game struct {
	*rules.Game
	Moves  []table.MoveView // shared with views: grows at its end only
	Lifted rules.Square     // the piece that must move, NoSquare if none
}

// Seats are the places at the table and who had one before. The lists do not change:
// later ones are copies.
type Seats struct {
	List     [rules.SeatCount]Seat
	Changed  time.Time       // when somebody last sat down, left, or got ready or not
	Replaced []player.Player // who played once, and does not any more
	Removals []table.RemovalView
}

// Seat is one place; nobody sits there while its player has no ID.
type Seat struct {
	Player      player.Player
	Ready       bool
	Closed      bool // not part of this game
	AcceptsChat bool // to chat
	Vacant      bool // its player has left, and others may take it
	// Reserved is who alone may sit there before the start; zero: anybody.
	Reserved player.Player
}

// RematchState is who wants to play again, and the tables before and after this one.
type RematchState struct {
	Offer *table.RematchView // nil or unchanging
	Next  table.ID
	After table.ID
}

// Access is to whom a private table is open.
type Access struct {
	PasswordHash string          // the hash of its password
	Admitted     []player.Player // unchanging
}

func (s *Seat) Open() bool { return !s.Closed && s.Player.ID == "" }

// Variants returns the variant of a game with options.
type Variants func(game string, options map[string]string) (rules.Variant, error)

// New returns the state after a table's first event.
func New(e table.Event, variant Variants) (*State, error) {
	if e.Kind != table.Opened || e.Player == nil || e.Terms == nil {
		return nil, fmt.Errorf("a log begins with %q, a player and terms; this one with %q", table.Opened, e.Kind)
	}
	v, err := variant(e.Terms.Game, e.Terms.Options)
	if err != nil {
		return nil, err
	}
	s := &State{
		Seq: 1, Terms: *e.Terms, Host: *e.Player, Variant: v, Times: Times{Last: e.At}, Seats: Seats{Changed: e.At},
		Game: Game{Game: rules.NewGame(v)}, Rematch: RematchState{After: e.Table}, Access: Access{PasswordHash: e.PasswordHash},
	}
	for i := range s.Seats.List {
		s.Seats.List[i].Closed = s.Game.Position.State[i] == rules.Eliminated
	}
	s.Clocks = newClocks(s.Terms.Clock)
	return s, nil
}

// Replay folds a log. each, unless it is nil, gets every event after the first with the
// player whose command it came of, empty for the table's own.
func Replay(events []table.Event, variant Variants, each func(author player.ID, e *table.Event)) (s *State, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			s, err = nil, fmt.Errorf("its log cannot be replayed: %v\n%s", fault, debug.Stack())
		}
	}()
	if len(events) == 0 {
		return nil, errors.New("its log is empty")
	}
	if s, err = New(events[0], variant); err != nil {
		return nil, err
	}
	for i := range events[1:] {
		e := &events[i+1]
		author := s.Author(*e)
		if err := s.Apply(*e); err != nil {
			return nil, fmt.Errorf("event %d: %w", i+2, err)
		}
		if each != nil {
			each(author, e)
		}
	}
	return s, nil
}

// Clone is a copy to try things on. The moves may be shared: what a copy that is
// thrown away wrote behind their end, nobody has seen.
func (s *State) Clone() *State {
	c := *s
	c.Game.Game = s.Game.Clone()
	return &c
}

// fold is how one kind of event changes the state, and when it can occur.
type fold struct {
	in           table.Phases
	seat, player bool // fields that it needs
	apply        func(*State, table.Event) error
}

var folds = map[table.Kind]fold{
	table.Seated:              {table.InWaiting, true, true, applySeated},
	table.Unseated:            {table.InWaiting, true, false, applyUnseated},
	table.Readied:             {table.InWaiting, true, false, applyReadied},
	table.Unreadied:           {table.InWaiting, true, false, applyUnreadied},
	table.Started:             {table.InWaiting, false, false, applyBegan},
	table.Acted:               {table.InPlaying, true, false, applyActed},
	table.DrawOffered:         {table.InPlaying, false, true, applyOffered},
	table.DrawAccepted:        {table.InPlaying, false, true, applyAccepted},
	table.DrawDeclined:        {table.InPlaying, false, true, applyDeclined},
	table.Lifted:              {table.InPlaying, true, false, applyLifted},
	table.ResignationProposed: {table.InPlaying, true, false, applyProposed},
	table.ResignationRejected: {table.InPlaying, true, false, applyRejected},
	table.DrawAgreed:          {table.InPlaying, false, false, applyAgreed},
	table.Flagged:             {table.InPlaying, true, false, applyFlagged},
	table.Paused:              {table.InPlaying, false, false, applyPaused},
	table.Resumed:             {table.InPlaying, false, false, applyResumed},
	table.Heartbeat:           {table.InPlaying, false, false, func(*State, table.Event) error { return nil }},
	table.Closed:              {table.InWaiting | table.InPlaying, false, false, applyClosed},

	table.ChatAccepted:     {table.InWaiting, false, true, func(s *State, e table.Event) error { return applyConsent(s, e, true) }},
	table.ChatDeclined:     {table.InWaiting, false, true, func(s *State, e table.Event) error { return applyConsent(s, e, false) }},
	table.Chatted:          {table.Always, false, true, applySaid},
	table.SpectatorChatted: {table.Always, false, true, applyRemarked},
	table.Muted:            {table.Always, false, true, applyMuted},
	table.Unmuted:          {table.Always, false, true, applyUnmuted},

	table.Premoved:         {table.InPlaying, true, false, applyPremoved},
	table.PremoveCancelled: {table.InPlaying, true, false, applyRecalled},
	table.PremoveDropped:   {table.InPlaying, true, false, applyDropped},

	table.TakebackOffered:  {table.InPlaying, false, true, applyTakebackAsked},
	table.TakebackAccepted: {table.InPlaying, false, true, applyTakebackAgreed},
	table.TakebackDeclined: {table.InPlaying, false, true, applyTakebackRefused},
	table.TakenBack:        {table.InPlaying, false, false, applyTakenBack},

	table.Left:         {table.InPlaying, false, true, applyLeft},
	table.Returned:     {table.InPlaying, false, true, applyReturned},
	table.Voted:        {table.InPlaying, false, true, applyVoted},
	table.Unvoted:      {table.InPlaying, false, true, applyUnvoted},
	table.WaitExtended: {table.InPlaying, false, false, applyWaited},
	table.Adjourned:    {table.InPlaying, false, false, applyAdjourned},
	table.Continued:    {table.InPlaying, false, false, applyContinued},
	table.Vacated:      {table.InPlaying, true, false, applyVacated},
	table.Replaced:     {table.InPlaying, true, true, applyReplaced},
	table.Forfeited:    {table.InPlaying, true, false, applyForfeited},

	table.RematchOffered:  {table.InFinished, false, true, applyRematchAsked},
	table.RematchDeclined: {table.InFinished, false, true, applyRematchDeclined},
	table.RematchOpened:   {table.InFinished, false, false, applyFollowed},

	table.Admitted: {table.InWaiting | table.InPlaying, false, true, applyAdmitted},

	table.Adjudicated: {table.InWaiting | table.InPlaying, false, true, applyAdjudicated},

	table.Reserved: {table.InWaiting, true, true, applyReserved},
}

// Apply folds one event. An error says that the event cannot follow; the state
// is worth nothing then.
func (s *State) Apply(e table.Event) error {
	f, ok := folds[e.Kind]
	switch {
	case !ok:
		return fmt.Errorf("there is no event %q", e.Kind)
	case !f.in.Has(s.Phase):
		return fmt.Errorf("%q cannot happen in phase %d", e.Kind, s.Phase)
	case f.seat && (e.Seat == nil || *e.Seat >= rules.SeatCount):
		return fmt.Errorf("%q without a seat", e.Kind)
	case f.player && (e.Player == nil || e.Player.ID == ""):
		return fmt.Errorf("%q without a player", e.Kind)
	}
	if err := f.apply(s, e); err != nil {
		return err
	}
	s.Seq++
	s.Times.Last = e.At
	return nil
}

// Author returns whose command the event came of; empty for the table's own.
func (s *State) Author(e table.Event) player.ID {
	switch {
	case e.Player != nil:
		return e.Player.ID
	case e.Seat != nil && *e.Seat < rules.SeatCount:
		return s.Seats.List[*e.Seat].Player.ID
	}
	return ""
}

func applySeated(s *State, e table.Event) error {
	if !s.Seats.List[*e.Seat].Open() {
		return fmt.Errorf("seat %d is not open", *e.Seat)
	}
	s.Seats.List[*e.Seat].Player = *e.Player
	s.Seats.Changed = e.At
	return nil
}

func applyUnseated(s *State, e table.Event) error {
	if s.Seats.List[*e.Seat].Player.ID == "" {
		return fmt.Errorf("nobody sits on seat %d", *e.Seat)
	}
	if e.Player != nil {
		noteSentAway(s, e)
	}
	s.Seats.List[*e.Seat] = Seat{Reserved: s.Seats.List[*e.Seat].Reserved}
	s.Seats.Changed = e.At
	return nil
}

func applyReadied(s *State, e table.Event) error { return applyReady(s, e, true) }

func applyUnreadied(s *State, e table.Event) error { return applyReady(s, e, false) }

func applyReady(s *State, e table.Event, ready bool) error {
	if s.Seats.List[*e.Seat].Player.ID == "" {
		return fmt.Errorf("nobody sits on seat %d", *e.Seat)
	}
	s.Seats.List[*e.Seat].Ready = ready
	s.Seats.Changed = e.At
	return nil
}

// AllReady reports whether every seat of the game is taken and ready.
func (s *Seats) AllReady() bool {
	for i := range s.List {
		if !s.List[i].Closed && !s.List[i].Ready {
			return false
		}
	}
	return true
}

func applyBegan(s *State, e table.Event) error {
	if !s.Seats.AllReady() {
		return errors.New("began before everybody was ready")
	}
	s.Phase, s.Times.Started, s.Times.Active = table.Playing, e.At, e.At
	s.Chat.Open = s.mayTalk()
	s.Clocks.Run(s.Actor(), e.At)
	return nil
}

// HeldBy is the seats of a player.
func (s *State) HeldBy(id player.ID) rules.Seats {
	var set rules.Seats
	for i := range s.Seats.List {
		if id != "" && s.Seats.List[i].Player.ID == id {
			set = set.With(rules.Seat(i))
		}
	}
	return set
}

func applyClosed(s *State, e table.Event) error {
	word := table.Abandoned
	if s.Over() {
		word = s.Game.Position.Outcome.Termination.String()
	}
	if e.Action != word || !s.mayClose() {
		return fmt.Errorf("closed as %q, where the game stands as %q", e.Action, word)
	}
	s.Phase, s.Times.Ended, s.Offer, s.Resigning, s.Takeback, s.Vote = table.Finished, e.At, nil, Proposals{}, Takebacks{}, Votes{}
	s.Clocks.Stop()
	return nil
}
