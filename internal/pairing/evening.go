package pairing

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// Evening is the state of an evening, which is computed only from its events.
type Evening struct {
	Plan
	Number  Number
	Seq     int // number of events of the evening
	By      player.Player
	Started time.Time
	Over    time.Time // time when the evening ended; zero if it has not ended
	People  []Person  // the participants, in the order in which they first arrived
	Rounds  []Played
}

// Person is a participant of an evening.
type Person struct {
	player.Player
	Present bool
}

// Played is a round that has begun. Its games may still be running.
type Played struct {
	At    time.Time
	Games []Game
	Byes  []player.Player
}

// State is the state of a game.
type State uint8

// The states of a game. A game that is Done or ByHand has scores.
const (
	Open   State = iota
	Done         // the game was finished at its table
	ByHand       // the game was scored by a moderator
	Void         // the game is excluded from the standings
)

// Game is the game of one board in a round.
type Game struct {
	Seats  [rules.SeatCount]player.Player
	Table  int64 // number of the table; 0 until the table is open
	Replay bool  // whether this game replaces an aborted game
	State  State
	Scores [rules.SeatCount]uint8 // score of each seat, in sixths of a point
	Reason string                 // the reason why the game was scored by hand or voided
	// Substitutions are the changes of players before the game started, in order.
	Substitutions []Substitution
}

// HasScores reports whether the game counts, with its scores.
func (g *Game) HasScores() bool { return g.State == Done || g.State == ByHand }

// Substitution is the replacement of the player Out by the player In.
type Substitution struct{ Out, In player.Player }

// String returns a text such as "Ida plays for Gus".
func (s Substitution) String() string { return shown(s.In) + " plays for " + shown(s.Out) }

// Fold computes an evening from its events. It returns an error if the events are
// inconsistent.
func Fold(n Number, events []Event) (*Evening, error) {
	if len(events) == 0 || events[0].Kind != Opened || events[0].Plan == nil || events[0].By == nil {
		return nil, fmt.Errorf("the log of evening %d does not begin with a complete %q event", n, Opened)
	}
	e := &Evening{Plan: *events[0].Plan, Number: n, Seq: 1, By: *events[0].By, Started: events[0].At}
	for i := range events[1:] {
		if err := e.apply(&events[i+1]); err != nil {
			return nil, fmt.Errorf("evening %d, event %d: %w", n, i+2, err)
		}
	}
	return e, nil
}

// With returns a copy of the evening to which further events have been applied.
func (e *Evening) With(events ...Event) (*Evening, error) {
	next := e.clone()
	for i := range events {
		if err := next.apply(&events[i]); err != nil {
			return nil, err
		}
	}
	return next, nil
}

func (e *Evening) clone() *Evening {
	c := *e
	c.People = slices.Clone(e.People)
	c.Rounds = slices.Clone(e.Rounds)
	for i := range c.Rounds {
		c.Rounds[i].Games = slices.Clone(c.Rounds[i].Games)
		c.Rounds[i].Byes = slices.Clone(c.Rounds[i].Byes)
	}
	return &c
}

var folds = map[Kind]func(*Evening, *Event) error{
	Added:        func(e *Evening, v *Event) error { return e.setPresent(v.People, true) },
	Removed:      func(e *Evening, v *Event) error { return e.setPresent(v.People, false) },
	Drawn:        (*Evening).drawn,
	TableOpened:  (*Evening).tableOpened,
	Substituted:  (*Evening).substituted,
	Scored:       func(e *Evening, v *Event) error { return e.settled(v, Done) },
	Replayed:     (*Evening).replayed,
	ScoredByHand: func(e *Evening, v *Event) error { return e.settled(v, ByHand) },
	Voided:       func(e *Evening, v *Event) error { return e.settled(v, Void) },
	Ended: func(e *Evening, v *Event) error {
		e.Over = v.At
		return nil
	},
}

func (e *Evening) apply(v *Event) error {
	fold := folds[v.Kind]
	if fold == nil {
		return fmt.Errorf("unknown event %q", v.Kind)
	}
	if err := fold(e, v); err != nil {
		return fmt.Errorf("%q: %w", v.Kind, err)
	}
	e.Seq++
	return nil
}

func (e *Evening) setPresent(people []player.Player, present bool) error {
	for _, p := range people {
		if p.ID == "" {
			return errNobody
		}
		if at := e.person(p.ID); at >= 0 {
			e.People[at].Present = present
		} else {
			e.People = append(e.People, Person{p, present})
		}
	}
	return nil
}

// person returns the index of a participant in People, or -1.
func (e *Evening) person(id player.ID) int {
	return slices.IndexFunc(e.People, func(p Person) bool { return p.ID == id })
}

func (e *Evening) drawn(v *Event) error {
	round := Played{At: v.At, Byes: slices.Clone(v.People)}
	if !e.known(v.People) {
		return errNobody
	}
	for _, seats := range v.Boards {
		if !e.known(seats[:]) {
			return errNobody
		}
		round.Games = append(round.Games, Game{Seats: seats})
	}
	e.Rounds = append(e.Rounds, round)
	return nil
}

// known reports whether all the given people are participants.
func (e *Evening) known(people []player.Player) bool {
	return !slices.ContainsFunc(people, func(p player.Player) bool { return e.person(p.ID) < 0 })
}

var errNobody = errors.New("unknown person")

// game returns the game at a board of a round, or nil if there is none.
func (e *Evening) game(round, board int) *Game {
	if round < 1 || round > len(e.Rounds) || board < 1 || board > len(e.Rounds[round-1].Games) {
		return nil
	}
	return &e.Rounds[round-1].Games[board-1]
}

var errNoBoard = errors.New("the event does not fit any board of the evening")

func (e *Evening) tableOpened(v *Event) error {
	g := e.game(len(e.Rounds), v.Board)
	if g == nil || g.Table != 0 || v.Table <= 0 {
		return errNoBoard
	}
	g.Table = v.Table
	return nil
}

func (e *Evening) replayed(v *Event) error {
	g := e.game(v.Round, v.Board)
	if g == nil || v.Round != len(e.Rounds) || g.Replay || g.State != Open {
		return errNoBoard
	}
	g.Table, g.Replay = 0, true
	return nil
}

func (e *Evening) substituted(v *Event) error {
	g := e.game(len(e.Rounds), v.Board)
	if g == nil || v.Replaced == nil || len(v.People) != 1 {
		return errNoBoard
	}
	seat := slices.IndexFunc(g.Seats[:], func(p player.Player) bool { return p.ID == v.Replaced.ID })
	if seat < 0 {
		return errNoBoard
	}
	if err := e.setPresent(v.People, true); err != nil {
		return err
	}
	g.Seats[seat] = v.People[0]
	g.Substitutions = append(slices.Clip(g.Substitutions), Substitution{*v.Replaced, v.People[0]})
	round := &e.Rounds[len(e.Rounds)-1]
	round.Byes = slices.DeleteFunc(round.Byes, func(p player.Player) bool { return p.ID == v.People[0].ID })
	round.Byes = append(round.Byes, *v.Replaced)
	return nil
}

func (e *Evening) settled(v *Event, as State) error {
	g := e.game(v.Round, v.Board)
	if g == nil {
		return errNoBoard
	}
	g.State, g.Scores, g.Reason = as, v.Scores, v.Reason
	return nil
}

// past returns the rounds so far, as [Draw] needs them. It leaves out the players of voided
// games.
func (e *Evening) past() (list []Round) {
	for i := range e.Rounds {
		var r Round
		for _, g := range e.Rounds[i].Games {
			var board [rules.SeatCount]player.ID
			for seat, p := range g.Seats {
				if g.State != Void {
					board[seat] = p.ID
				}
			}
			r.Boards = append(r.Boards, board)
		}
		for _, p := range e.Rounds[i].Byes {
			r.Byes = append(r.Byes, p.ID)
		}
		list = append(list, r)
	}
	return list
}
