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

// State is the state of a table. It is computed only from the table's events.
type State struct {
	Seq          int // number of events so far
	Terms        table.Terms
	Host         player.Player
	Variant      rules.Variant
	Phase        table.Phase
	Times        Times
	Seats        Seats
	Game         Game
	Clocks       Clocks
	Offer        *DrawOffer // nil if no draw is offered; the pointed-to value never changes
	Resigning    Proposals
	Takeback     Takebacks
	Premoves     [rules.SeatCount]Premove
	AwaySince    [rules.SeatCount]time.Time // when each seat's player left; zero if the player is present
	Vote         Votes
	Chat         Chat
	Rematch      RematchState
	Access       Access
	Fairness     Fairness
	Adjudication *table.AdjudicationView // nil unless a moderator ended the game; the pointed-to value never changes
	Recent       []table.Notable         // the newest notable events; views share this slice, so only append to it
}

// Times holds the times that views and timers need.
type Times struct {
	Opened  time.Time // time of the first event
	Last    time.Time // time of the last event
	Started time.Time
	Active  time.Time // time of the last action; before the first action, the time of the start
	Ended   time.Time
}

// Game is the game that is being played, with its moves so far.
type Game struct {
	*rules.Game
	Moves  []table.MoveView     // views share this slice, so only append to it
	Lifted rules.Square         // the square of the touched piece, which must move; NoSquare if there is none
	Out    [rules.SeatCount]int // for each seat, the number of the action that eliminated it; 0 while it is in the game
}

// Seats holds the seats, the replaced players, and who was removed from a seat. Views share
// these lists, so a list is never modified, only replaced by a new one.
type Seats struct {
	List     [rules.SeatCount]Seat
	Changed  time.Time       // the last time a player sat down, left, or changed readiness
	Replaced []player.Player // former players whose seat somebody else took
	Removals []table.RemovalView
}

// Seat is a seat at a table. It is empty if its player has no ID.
type Seat struct {
	Player      player.Player
	Ready       bool
	Closed      bool // whether the game is played without this seat
	AcceptsChat bool // whether the seat's player agreed to chat during the game
	Vacant      bool // whether other people may take the seat, because its player is away
	// Reserved is the only player who may take the seat before the start; zero if
	// anyone may.
	Reserved player.Player
}

// RematchState holds the rematch offer, and the tables of the previous game and of the
// rematch.
type RematchState struct {
	Offer *table.RematchView // nil if no offer is open; immutable
	Next  table.ID
	After table.ID
}

// Access holds the password of a private table and the people admitted to it.
type Access struct {
	PasswordHash string
	Admitted     []player.Player // the slice is never modified: each change creates a new slice
}

func (s *Seat) Open() bool { return !s.Closed && s.Player.ID == "" }

// Variants creates a variant: a game with the given options.
type Variants func(game string, options map[string]string) (rules.Variant, error)

// New returns the state after the first event of a table.
func New(e table.Event, variant Variants) (*State, error) {
	if e.Kind != table.Opened || e.Player == nil || e.Terms == nil {
		return nil, fmt.Errorf("a log must begin with an event %q that has a player and terms; it begins with %q", table.Opened, e.Kind)
	}
	v, err := variant(e.Terms.Game, e.Terms.Options)
	if err != nil {
		return nil, err
	}
	s := &State{
		Seq: 1, Terms: *e.Terms, Host: *e.Player, Variant: v, Times: Times{Opened: e.At, Last: e.At}, Seats: Seats{Changed: e.At},
		Game: Game{Game: rules.NewGame(v)}, Rematch: RematchState{After: e.Table}, Access: Access{PasswordHash: e.PasswordHash},
	}
	for i := range s.Seats.List {
		s.Seats.List[i].Closed = !s.Game.Position.State[i].MayAct()
	}
	s.Clocks = newClocks(s.Terms.Clock)
	return s, nil
}

// Replay returns the state after all events of a log. If the parameter `each` is not nil,
// Replay calls that function for every event except the first. The author of an event is the
// player whose command caused it, or empty if the table caused it.
func Replay(events []table.Event, variant Variants, each func(author player.ID, e *table.Event)) (s *State, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			s, err = nil, fmt.Errorf("cannot replay its log: %v\n%s", fault, debug.Stack())
		}
	}()
	if len(events) == 0 {
		return nil, errors.New("the game's log is empty")
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

// Clone returns a copy of the state, so that a decision can be tried on the copy. Views may
// share the array of moves with the copy. Appending moves to the copy does not affect these
// views, because no view reads past the end of its own slice.
func (s *State) Clone() *State {
	c := *s
	c.Game.Game = s.Game.Clone()
	return &c
}

// fold describes how to apply one kind of event: the phases in which the event can occur,
// the fields that it needs, and the function that changes the state.
type fold struct {
	in           table.Phases
	seat, player bool // whether the event must name a seat, and whether it must name a player
	apply        func(*State, table.Event) error
}

var folds = map[table.Kind]fold{
	table.Seated:              {table.InWaiting, true, true, applySeated},
	table.Unseated:            {table.InWaiting, true, false, applyUnseated},
	table.Readied:             {table.InWaiting, true, false, applyReadied},
	table.Unreadied:           {table.InWaiting, true, false, applyUnreadied},
	table.Started:             {table.InWaiting, false, false, applyStarted},
	table.Acted:               {table.InPlaying, true, false, applyActed},
	table.DrawOffered:         {table.InPlaying, false, true, applyDrawOffered},
	table.DrawAccepted:        {table.InPlaying, false, true, applyDrawAccepted},
	table.DrawDeclined:        {table.InPlaying, false, true, applyDrawDeclined},
	table.Lifted:              {table.InPlaying, true, false, applyLifted},
	table.ResignationProposed: {table.InPlaying, true, false, applyResignationProposed},
	table.ResignationRejected: {table.InPlaying, true, false, applyResignationRejected},
	table.DrawAgreed:          {table.InPlaying, false, false, applyDrawAgreed},
	table.Flagged:             {table.InPlaying, true, false, applyFlagged},
	table.Paused:              {table.InPlaying, false, false, applyPaused},
	table.Resumed:             {table.InPlaying, false, false, applyResumed},
	table.Heartbeat:           {table.InPlaying, false, false, func(*State, table.Event) error { return nil }},
	table.Aborted:             {table.InPlaying, false, false, applyAborted},
	table.Closed:              {table.InWaiting | table.InPlaying, false, false, applyClosed},

	table.ChatAccepted:     {table.InWaiting, false, true, func(s *State, e table.Event) error { return applyChatConsent(s, e, true) }},
	table.ChatDeclined:     {table.InWaiting, false, true, func(s *State, e table.Event) error { return applyChatConsent(s, e, false) }},
	table.Chatted:          {table.Always, false, true, applyChatted},
	table.SpectatorChatted: {table.Always, false, true, applySpectatorChatted},
	table.TeamChatted:      {table.InPlaying, true, true, applyTeamChatted},
	table.Muted:            {table.Always, false, true, applyMuted},
	table.Unmuted:          {table.Always, false, true, applyUnmuted},

	table.Premoved:         {table.InPlaying, true, false, applyPremoved},
	table.PremoveCancelled: {table.InPlaying, true, false, applyPremoveCancelled},
	table.PremoveDropped:   {table.InPlaying, true, false, applyPremoveDropped},

	table.TakebackOffered:  {table.InPlaying, false, true, applyTakebackOffered},
	table.TakebackAccepted: {table.InPlaying, false, true, applyTakebackAccepted},
	table.TakebackDeclined: {table.InPlaying, false, true, applyTakebackDeclined},
	table.TakenBack:        {table.InPlaying, false, false, applyTakenBack},

	table.Left:         {table.InPlaying, false, true, applyLeft},
	table.Returned:     {table.InPlaying, false, true, applyReturned},
	table.Voted:        {table.InPlaying, false, true, applyVoted},
	table.Unvoted:      {table.InPlaying, false, true, applyUnvoted},
	table.WaitExtended: {table.InPlaying, false, false, applyWaitExtended},
	table.Adjourned:    {table.InPlaying, false, false, applyAdjourned},
	table.Continued:    {table.InPlaying, false, false, applyContinued},
	table.Vacated:      {table.InPlaying, true, false, applyVacated},
	table.Replaced:     {table.InPlaying, true, true, applyReplaced},
	table.Forfeited:    {table.InPlaying, true, false, applyForfeited},

	table.VacationStarted: {table.InPlaying, false, true, applyVacationStarted},
	table.VacationEnded:   {table.InPlaying, false, true, applyVacationEnded},

	table.RematchOffered:  {table.InFinished, false, true, applyRematchOffered},
	table.RematchDeclined: {table.InFinished, false, true, applyRematchDeclined},
	table.RematchOpened:   {table.InFinished, false, false, applyRematchOpened},

	table.Admitted: {table.InWaiting | table.InPlaying, false, true, applyAdmitted},

	table.Adjudicated: {table.InWaiting | table.InPlaying, false, true, applyAdjudicated},

	table.Reserved: {table.InWaiting, true, true, applyReserved},
}

// Apply applies one event to the state. If it returns an error, the event is impossible in
// this state, and the state must be discarded.
func (s *State) Apply(e table.Event) error {
	f, ok := folds[e.Kind]
	switch {
	case !ok:
		return fmt.Errorf("there is no event %q", e.Kind)
	case !f.in.Has(s.Phase):
		return fmt.Errorf("event %q cannot happen in phase %s", e.Kind, s.Phase)
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

// Author returns the player whose command caused an event, or empty if the table caused it.
func (s *State) Author(e table.Event) player.ID {
	switch {
	case e.Player != nil:
		return e.Player.ID
	case e.ByLot():
		return ""
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
		return fmt.Errorf("nobody has seat %d", *e.Seat)
	}
	if e.Player != nil {
		recordRemoval(s, e)
	}
	s.Seats.List[*e.Seat] = Seat{Reserved: s.Seats.List[*e.Seat].Reserved}
	s.Seats.Changed = e.At
	return nil
}

func applyReadied(s *State, e table.Event) error { return applyReady(s, e, true) }

func applyUnreadied(s *State, e table.Event) error { return applyReady(s, e, false) }

func applyReady(s *State, e table.Event, ready bool) error {
	if s.Seats.List[*e.Seat].Player.ID == "" {
		return fmt.Errorf("nobody has seat %d", *e.Seat)
	}
	s.Seats.List[*e.Seat].Ready = ready
	s.Seats.Changed = e.At
	return nil
}

// AllReady reports whether all seats of the game are taken and all their players are
// ready.
func (s *Seats) AllReady() bool {
	for i := range s.List {
		if !s.List[i].Closed && !s.List[i].Ready {
			return false
		}
	}
	return true
}

func applyStarted(s *State, e table.Event) error {
	if !s.Seats.AllReady() {
		return errors.New("the game started before every player was ready")
	}
	s.Phase, s.Times.Started, s.Times.Active = table.Playing, e.At, e.At
	s.Chat.Open = s.playersMayChat()
	s.updateFirstMoves()
	s.Clocks.run(s.Actor(), e.At)
	s.note(table.Notable{Kind: table.GameStarted, Seat: rules.NoSeat, BySeat: rules.NoSeat})
	return nil
}

// HeldBy returns the seats of a player.
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
	switch {
	case s.Over():
		word = s.Game.Position.Outcome.Termination.String()
	case s.Fairness.Aborted != nil:
		word = table.WasAborted
	}
	if e.Action != word || !s.mayClose() {
		return fmt.Errorf("the event closes the table as %q, but the game's result is %q", e.Action, word)
	}
	if word == table.Abandoned {
		s.note(table.Notable{Kind: table.GameClosed, Seat: rules.NoSeat, BySeat: rules.NoSeat})
	}
	s.Phase, s.Times.Ended, s.Offer, s.Resigning, s.Takeback, s.Vote = table.Finished, e.At, nil, Proposals{}, Takebacks{}, Votes{}
	s.Game.Lifted = rules.NoSquare
	s.Clocks.Stop()
	return nil
}
