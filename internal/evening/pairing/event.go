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

// Method says how the rounds of an evening are drawn. The words are stored: never rename one.
type Method string

// The methods.
const (
	ByRating Method = "rating"   // people with equal results and ratings play each other
	Rotating Method = "rotating" // tables and partners are drawn for each round
	Fixed    Method = "fixed"    // the same four people play all rounds, with the same partners
)

// Kind is the kind of an event. The words are stored: never rename or reuse one.
type Kind string

// The kinds of events, with the fields that they use in addition to Kind and At.
const (
	Opened       Kind = "opened"       // By, Plan
	Added        Kind = "joined"       // By, People (now present)
	Removed      Kind = "left"         // By, People (no longer present)
	Drawn        Kind = "drawn"        // By, Boards, People (without a board); begins a round
	TableOpened  Kind = "table-opened" // Board, Table (of this board in the last round)
	Substituted  Kind = "substituted"  // By, Board, Replaced, People (the substitute)
	Scored       Kind = "scored"       // Round, Board, Scores (from the table)
	ScoredByHand Kind = "decided"      // By, Round, Board, Scores, Reason
	Replayed     Kind = "replayed"     // Round, Board; the game was aborted and gets another table
	Voided       Kind = "voided"       // By, Round, Board, Reason; the game does not count
	Ended        Kind = "ended"        // By
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
	Method       Method                  `json:"method"`
	Game         string                  `json:"game"`
	Options      map[string]string       `json:"options,omitempty"` // options of the game and the table
	Title        string                  `json:"title"`             // title of the game
	Teams        Teams                   `json:"teams"`
	Seats        [rules.SeatCount]string `json:"seats"`                  // names of the seats
	AccountsOnly bool                    `json:"accounts_only,omitzero"` // guests cannot take part
	Open         bool                    `json:"open,omitzero"`          // anybody may join and leave
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
