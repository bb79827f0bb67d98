package api

import (
	"time"

	"quadrille/internal/share"
	"quadrille/internal/table"
)

// Version is the version of the JSON API. Fields and events may be added without a new
// version; existing ones are never renamed.
const Version = 2

// Answer is the server's line for a request: a result or an error.
type Answer struct {
	V      int    `json:"v"`
	ID     string `json:"id,omitempty"`
	Result any    `json:"result,omitempty"`
	Error  *Error `json:"error,omitempty"`
}

// Player is a person or bot.
type Player struct {
	Name  string `json:"name"`
	Guest bool   `json:"guest,omitempty"`
	Bot   bool   `json:"bot,omitempty"` // true for the bots of the server and for bot accounts
	You   bool   `json:"you,omitempty"`
	// Watching is the public table that the player watches; only in `present` of `tables`.
	Watching table.ID `json:"watching,omitempty"`
}

// TableEvent is an event of a table, with its number in the table's log. Fields that do not
// belong to its kind are absent.
type TableEvent struct {
	V            int        `json:"v"`
	Event        table.Kind `json:"event"`
	Table        table.ID   `json:"table"`
	Seq          int        `json:"seq"`
	At           time.Time  `json:"at"`
	Seat         string     `json:"seat,omitempty"`
	Player       *Player    `json:"player,omitempty"`
	Target       *Player    `json:"target,omitempty"` // the player who was muted, unmuted or admitted
	Ply          int        `json:"ply,omitempty"`    // number of the move, unless it was taken back
	Action       string     `json:"action,omitempty"`
	Notation     string     `json:"notation,omitempty"` // the move in the notation of the game
	Passed       []string   `json:"passed,omitempty"`   // seats that had to pass after the move
	Key          string     `json:"key,omitempty"`      // key of the request, if the client sent it
	SpentMS      int64      `json:"spent_ms,omitempty"`
	Text         string     `json:"text,omitempty"`
	ToPly        *int       `json:"to_ply,omitempty"` // how many moves remain after the takeback
	RematchTable table.ID   `json:"rematch_table,omitempty"`
	RematchOf    table.ID   `json:"rematch_of,omitempty"`
	Until        time.Time  `json:"until,omitzero"` // when the vacation ends
	Result       *Result    `json:"result,omitempty"`
}

// TurnEvent describes the turn that follows an event. It is not in the log and has no number
// of its own: Seq is that of the event. Outdated turns are not sent.
type TurnEvent struct {
	V     int      `json:"v"`
	Event string   `json:"event"` // "turn"
	Table table.ID `json:"table"`
	Seq   int      `json:"seq"`
	Turn
}

// Turn names the seat to move and describes its options.
type Turn struct {
	Ply          int      `json:"ply"`      // number of moves so far
	Seat         string   `json:"seat"`     // the seat of the player who moves
	ForSeat      string   `json:"for_seat"` // the seat whose turn it is; differs from seat if a partner moves for it
	Own          bool     `json:"yours"`
	Lifted       string   `json:"lifted,omitempty"`         // square of the lifted piece, which has to move
	CanClaimDraw bool     `json:"can_claim_draw,omitempty"` // whether the action draw:claim is legal
	Clock        *Clock   `json:"clock,omitempty"`
	Legal        []string `json:"legal,omitempty"`
	Position     string   `json:"position,omitempty"`
}

// Clock has the remaining time of each seat.
type Clock struct {
	Running string           `json:"running,omitempty"` // the seat whose clock is running
	LeftMS  map[string]int64 `json:"left_ms"`
}

// InvitationEvent is an invitation to a table.
type InvitationEvent struct {
	V       int      `json:"v"`
	Event   string   `json:"event"` // "invited"
	Table   table.ID `json:"table"`
	Title   string   `json:"title"`
	By      Player   `json:"by"`
	Seat    string   `json:"seat,omitempty"`
	Rematch bool     `json:"rematch,omitempty"`
}

// UnfollowedEvent says that no more events of a table follow, because the server closed the
// table or could not read its log. To continue, watch the table again, with events after
// Seq.
type UnfollowedEvent struct {
	V     int      `json:"v"`
	Event string   `json:"event"` // "unfollowed"
	Table table.ID `json:"table"`
	Seq   int      `json:"seq"`
}

// Result says how a game ended.
type Result struct {
	Termination string            `json:"termination"`
	Winners     []string          `json:"winners,omitempty"`
	Scores      map[string]string `json:"scores,omitempty"` // points, like "1/2", by seat
	// Ratings are the changes of ratings by seat, once they are stored.
	Ratings map[string]*share.RatingChange `json:"ratings,omitempty"`
}

// RatedEvent says how a rated game changed the ratings of its players, by seat. It is sent
// once, after the end of the game, is not in the log, and has no number of its own: Seq is
// that of the last event.
type RatedEvent struct {
	V       int                            `json:"v"`
	Event   string                         `json:"event"` // "rated"
	Table   table.ID                       `json:"table"`
	Seq     int                            `json:"seq"`
	Ratings map[string]*share.RatingChange `json:"ratings"`
}

// Seat is a seat of a table.
type Seat struct {
	Seat       string    `json:"seat"`
	Player     *Player   `json:"player,omitempty"`
	Open       bool      `json:"open,omitempty"`
	Ready      bool      `json:"ready,omitempty"`
	Present    bool      `json:"present,omitempty"`
	Eliminated bool      `json:"eliminated,omitempty"`
	Team       int       `json:"team"`              // partners have the same number
	Vacation   time.Time `json:"vacation,omitzero"` // when the player's vacation ends; absent without one
}

// TableSummary is a table in the list of tables.
type TableSummary struct {
	Table   table.ID          `json:"table"`
	Game    string            `json:"game"`
	Options map[string]string `json:"options,omitempty"`
	Phase   string            `json:"phase"`
	Clock   string            `json:"clock"`
	Rated   bool              `json:"rated,omitempty"`
	Seek    bool              `json:"seek,omitempty"` // whether players wait there to play now
	Host    Player            `json:"host"`
	Own     bool              `json:"yours,omitempty"` // whether you have a seat, or opened the waiting table
	Seats   []Seat            `json:"seats"`
	Ply     int               `json:"ply"`
	Result  string            `json:"result,omitempty"`
}

// TableState is the state of a table after the event with number Seq.
type TableState struct {
	Table               table.ID          `json:"table"`
	Seq                 int               `json:"seq"`
	Game                string            `json:"game"`
	Options             map[string]string `json:"options,omitempty"`
	Phase               string            `json:"phase"` // "waiting", "playing", "finished"
	Clock               string            `json:"clock"`
	Touch               bool              `json:"touch,omitempty"` // whether touch-move is on
	Rated               bool              `json:"rated,omitempty"`
	Chat                bool              `json:"chat,omitempty"`        // whether players may chat now
	NoVacation          bool              `json:"no_vacation,omitempty"` // whether clocks run during vacations
	Host                Player            `json:"host"`
	Seats               []Seat            `json:"seats"`
	Ply                 int               `json:"ply"`
	Position            string            `json:"position"`
	Turn                *Turn             `json:"turn,omitempty"`
	DrawOffer           *Offer            `json:"draw_offer,omitempty"`
	TakebackOffer       *Offer            `json:"takeback_offer,omitempty"`
	ResignationProposed []string          `json:"resignation_proposed,omitempty"` // seats that propose to resign
	RematchOffered      []string          `json:"rematch_offered,omitempty"`      // seats that want a rematch
	RematchTable        table.ID          `json:"rematch_table,omitempty"`
	Adjourned           bool              `json:"adjourned,omitempty"`
	Result              *Result           `json:"result,omitempty"`
}

// Offer is an open offer that all players have to accept.
type Offer struct {
	By       Player   `json:"by"`
	ToPly    *int     `json:"to_ply,omitempty"` // number of moves that would remain after the takeback
	Accepted []string `json:"accepted"`         // seats that have accepted
}
