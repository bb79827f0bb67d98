package pairing

import (
	"context"
	"errors"
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// Number is the number of an evening. Evenings are counted from 1.
type Number int64

// Method is a way to draw the rounds of an evening. Because the values are stored, they must
// never be changed.
type Method string

// The methods of choosing who plays whom in each round.
const (
	ByRating Method = "rating"   // people with similar results and ratings play each other
	Rotating Method = "rotating" // the players change tables and partners in each round
	Fixed    Method = "fixed"    // the same four people play all rounds, with the same partners
)

// Kind is the kind of an event. Because the values are stored, they must never be changed or
// used for another kind.
type Kind string

// The kinds of events. The comment after a kind lists the fields that its events have in
// addition to Kind and At.
const (
	Opened       Kind = "opened"       // fields: By, Plan
	Added        Kind = "joined"       // fields: By, People (the people who are now present)
	Removed      Kind = "left"         // fields: By, People (the people who are no longer present)
	Drawn        Kind = "drawn"        // begins a round; fields: By, Boards, People (those who have no board)
	TableOpened  Kind = "table-opened" // fields: Board (a board of the last round), Table (the number of this board's table)
	Substituted  Kind = "substituted"  // fields: By, Board, Replaced, People (the substitute)
	Scored       Kind = "scored"       // the game at a board's table has ended; fields: Round, Board, Scores
	ScoredByHand Kind = "decided"      // fields: By, Round, Board, Scores, Reason
	Replayed     Kind = "replayed"     // an aborted game is played again at another table; fields: Round, Board
	Voided       Kind = "voided"       // the game does not count; fields: By, Round, Board, Reason
	Ended        Kind = "ended"        // fields: By
)

// Event is a change of an evening. Events are stored as JSON. Rounds and boards are counted
// from 1.
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
	Scores   [rules.SeatCount]uint8           `json:"scores,omitzero"` // score of each seat, in sixths of a point
	Reason   string                           `json:"reason,omitempty"`
}

// Plan holds the settings of an evening, chosen when it begins.
type Plan struct {
	Name         string                  `json:"name"`
	Method       Method                  `json:"method"`
	Game         string                  `json:"game"`
	Options      map[string]string       `json:"options,omitempty"` // options of the game and the table
	Title        string                  `json:"title"`             // title of the game
	Teams        Teams                   `json:"teams"`
	Seats        [rules.SeatCount]string `json:"seats"`                  // the names of the seats
	AccountsOnly bool                    `json:"accounts_only,omitzero"` // whether only people with an account can take part
	Open         bool                    `json:"open,omitzero"`          // whether players may join and leave without a moderator
	Seed         uint64                  `json:"seed"`
}

// Store stores the events of evenings. When a method returns no error, the events are on
// disk.
type Store interface {
	// BeginEvening stores the first event of an evening and returns the number of the evening.
	// The argument `after` is the number of the latest evening that the caller knows, or 0. If the
	// store has a later evening, the error wraps [table.ErrGap].
	BeginEvening(ctx context.Context, after Number, opened Event) (Number, error)
	// AppendEvening stores further events of an evening. The argument `seq` is the number of the
	// first of these events, counted from 1 within the evening. If the number of the next event
	// is not `seq`, the error wraps [table.ErrGap].
	AppendEvening(ctx context.Context, n Number, seq int, events []Event) error
	// LoadEvening returns all events of an evening, or an error that wraps [ErrNone].
	LoadEvening(ctx context.Context, n Number) ([]Event, error)
	// Evenings returns the numbers of the latest evenings, newest first. It returns at most
	// `limit` numbers.
	Evenings(ctx context.Context, limit int) ([]Number, error)
}

// ErrNone is the error for an evening that does not exist.
var ErrNone = errors.New("there is no such evening")
