package pairing

import (
	"context"
	"errors"
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// Number is an evening's, as people type it; from 1.
type Number int64

// Form is who plays with whom. Stored; never rename.
type Form string

// The forms.
const (
	Rotating Form = "rotating" // tables and partners are drawn for each round
	Fixed    Form = "fixed"    // four people, and partners stay
)

// Kind is what happened. The words are stored: never rename or reuse one.
type Kind string

// The kinds of events, with the fields that they use besides Kind and At.
const (
	Opened       Kind = "opened"      // By, Plan
	Added        Kind = "came"        // By, People: are there from now on
	Removed      Kind = "went"        // By, People: are not any more
	Drawn        Kind = "drawn"       // By, Boards, People: who sits out; a round begins
	TableOpened  Kind = "tabled"      // Board, Table: where that board of the last round is played
	Substituted  Kind = "substituted" // By, Board, Whom: does not play; People: who plays instead
	Scored       Kind = "scored"      // Round, Board, Scores: as the table's outcome says
	ScoredByHand Kind = "ruled"       // By, Round, Board, Scores, Reason: as By says
	Voided       Kind = "voided"      // By, Round, Board, Reason: the game does not count
	Ended        Kind = "ended"       // By
)

// Event is one thing that happened in an evening, decided once and never changed.
// Stored as JSON. Rounds and boards count from 1.
type Event struct {
	Kind     Kind                             `json:"kind"`
	At       time.Time                        `json:"at"`
	By       *player.Player                   `json:"by,omitempty"`
	Plan     *Plan                            `json:"plan,omitempty"`
	People   []player.Player                  `json:"people,omitempty"`
	Boards   [][rules.SeatCount]player.Player `json:"boards,omitempty"`
	Round    int                              `json:"round,omitempty"`
	Board    int                              `json:"board,omitempty"`
	Table    int64                            `json:"table,omitempty"`
	Replaced *player.Player                   `json:"whom,omitempty"`
	Scores   [rules.SeatCount]uint8           `json:"scores,omitzero"` // in sixths, by seat
	Reason   string                           `json:"reason,omitempty"`
}

// Plan is what is settled when an evening begins.
type Plan struct {
	Name         string                  `json:"name"`
	Form         Form                    `json:"form"`
	Game         string                  `json:"game"`
	Options      map[string]string       `json:"options,omitempty"` // the game's and the table's that were given
	Title        string                  `json:"title"`             // the game's, as people read it
	Teams        Teams                   `json:"teams"`
	Seats        [rules.SeatCount]string `json:"seats"`          // the game's words for them
	AccountsOnly bool                    `json:"known,omitzero"` // for people with a key and a name only
	Seed         uint64                  `json:"seed"`
}

// Store keeps the events of evenings for good. A nil error means that they are on
// the disk.
type Store interface {
	// BeginEvening keeps an evening's first event, and numbers the evening.
	BeginEvening(ctx context.Context, opened Event) (Number, error)
	// AppendEvening keeps further events, of which the first has that number in
	// its evening, from 1.
	AppendEvening(ctx context.Context, n Number, seq int, events []Event) error
	// LoadEvening is all events of an evening, or an error that wraps [ErrNone].
	LoadEvening(ctx context.Context, n Number) ([]Event, error)
	// Evenings are the numbers of the last evenings, the newest first.
	Evenings(ctx context.Context, limit int) ([]Number, error)
}

// ErrNone is that there is no such evening.
var ErrNone = errors.New("there is no such evening")
