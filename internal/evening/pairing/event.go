package pairing

import (
	"context"
	"errors"
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// Number is the number of an evening, from 1.
type Number int64

// Form is the kind of an evening. The words are stored: never rename one.
type Form string

// The forms.
const (
	Rotating Form = "rotating" // tables and partners are drawn for each round
	Fixed    Form = "fixed"    // four people, and partners stay
)

// Kind is the kind of an event. The words are stored: never rename or reuse one.
type Kind string

// The kinds of events, with the fields that they use in addition to Kind and At.
const (
	Opened       Kind = "opened"      // By, Plan
	Added        Kind = "came"        // By, People: are present from now on
	Removed      Kind = "went"        // By, People: are no longer present
	Drawn        Kind = "drawn"       // By, Boards, People: sit out; a round begins
	TableOpened  Kind = "tabled"      // Board, Table: the table of that board of the last round
	Substituted  Kind = "substituted" // By, Board, Replaced, People: plays instead
	Scored       Kind = "scored"      // Round, Board, Scores: the result of the table
	ScoredByHand Kind = "ruled"       // By, Round, Board, Scores, Reason
	Voided       Kind = "voided"      // By, Round, Board, Reason: the game does not count
	Ended        Kind = "ended"       // By
)

// Event is a change of an evening. Events are stored as JSON and never change. Rounds and boards count from 1.
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
	Replaced *player.Player                   `json:"replaced,omitempty"`
	Scores   [rules.SeatCount]uint8           `json:"scores,omitzero"` // in sixths, by seat
	Reason   string                           `json:"reason,omitempty"`
}

// Plan holds the terms of an evening, set when it begins.
type Plan struct {
	Name         string                  `json:"name"`
	Form         Form                    `json:"form"`
	Game         string                  `json:"game"`
	Options      map[string]string       `json:"options,omitempty"` // options of the game and the table
	Title        string                  `json:"title"`             // title of the game
	Teams        Teams                   `json:"teams"`
	Seats        [rules.SeatCount]string `json:"seats"`          // names of the seats
	AccountsOnly bool                    `json:"known,omitzero"` // guests cannot take part
	Seed         uint64                  `json:"seed"`
}

// Store stores the events of evenings. A nil error means that they are durable.
type Store interface {
	// BeginEvening stores the first event of an evening and returns its number.
	BeginEvening(ctx context.Context, opened Event) (Number, error)
	// AppendEvening stores further events. seq is the number of the first of them
	// in the evening, from 1.
	AppendEvening(ctx context.Context, n Number, seq int, events []Event) error
	// LoadEvening returns all events of an evening, or an error that wraps [ErrNone].
	LoadEvening(ctx context.Context, n Number) ([]Event, error)
	// Evenings returns the numbers of the last evenings, the newest first.
	Evenings(ctx context.Context, limit int) ([]Number, error)
}

// ErrNone reports that an evening does not exist.
var ErrNone = errors.New("there is no such evening")
