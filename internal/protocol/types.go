package protocol

import (
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// Version is the version of the JSON API. Fields and events may be added without a new
// version; existing fields and events are never renamed.
const Version = 2

// Answer is the line that the server sends in reply to a request: a result or an error.
type Answer struct {
	V      int    `json:"v"`
	ID     string `json:"id,omitempty"`
	Result any    `json:"result,omitempty"`
	Error  *Error `json:"error,omitempty"`
}

// Player is a person or a bot.
type Player struct {
	Name  string `json:"name"`
	Guest bool   `json:"guest,omitempty"`
	Bot   bool   `json:"bot,omitempty"` // true for the bots of the server and for bot accounts
	You   bool   `json:"you,omitempty"`
	// Watching is the public table that the player watches. It is set only in the field
	// `present` of the answer to the request "tables".
	Watching table.ID `json:"watching,omitempty"`
}

// TableEvent is an event of a table, with its number in the table's log. Only the fields
// that belong to its kind are present.
type TableEvent struct {
	V        int        `json:"v"`
	Event    table.Kind `json:"event"`
	Table    table.ID   `json:"table"`
	Seq      int        `json:"seq"`
	At       time.Time  `json:"at"`
	Seat     string     `json:"seat,omitempty"`
	Player   *Player    `json:"player,omitempty"`
	Target   *Player    `json:"target,omitempty"` // the player who was muted, unmuted or admitted
	Ply      int        `json:"ply,omitempty"`    // number of the move; absent if it was taken back
	Action   string     `json:"action,omitempty"`
	Notation string     `json:"notation,omitempty"` // the move in the notation of the game
	Passed   []string   `json:"passed,omitempty"`   // seats that had to pass after the move
	// command key of the request that made the move; only for the player who sent the request
	Key          string    `json:"key,omitempty"`
	SpentMS      int64     `json:"spent_ms,omitempty"`
	Text         string    `json:"text,omitempty"`
	ToPly        *int      `json:"to_ply,omitempty"` // number of moves that remain after the takeback
	RematchTable table.ID  `json:"rematch_table,omitempty"`
	RematchOf    table.ID  `json:"rematch_of,omitempty"`
	Until        time.Time `json:"until,omitzero"` // when the vacation ends
	Result       *Result   `json:"result,omitempty"`
	Notices      []Notice  `json:"notices,omitempty"` // what the event means for the session's player
}

// TurnEvent describes the turn after an event. Seq is the number of that event, because a
// turn is not in the log and has no number. The server omits turns that are already
// outdated.
type TurnEvent struct {
	V     int      `json:"v"`
	Event string   `json:"event"` // "turn"
	Table table.ID `json:"table"`
	Seq   int      `json:"seq"`
	Turn
}

// Turn describes the current turn: the seat to move, its legal actions and the clocks.
type Turn struct {
	Ply          int      `json:"ply"`      // number of moves so far
	Seat         string   `json:"seat"`     // the seat of the player who moves
	ForSeat      string   `json:"for_seat"` // the seat whose turn it is; differs from Seat if a partner moves for it
	Own          bool     `json:"yours"`
	Lifted       string   `json:"lifted,omitempty"`         // square of the lifted piece, which must move
	CanClaimDraw bool     `json:"can_claim_draw,omitempty"` // whether the action draw:claim is legal
	Clock        *Clock   `json:"clock,omitempty"`
	Legal        []string `json:"legal,omitempty"`
	Position     string   `json:"position,omitempty"`

	Positions map[string]string `json:"positions,omitempty"` // the position in the formats of the game, by their names
}

// Clock holds the remaining time of each seat.
type Clock struct {
	Running string           `json:"running,omitempty"` // the seat whose clock is running
	LeftMS  map[string]int64 `json:"left_ms"`
}

// InvitationEvent is an invitation to a table.
type InvitationEvent struct {
	V       int       `json:"v"`
	Event   string    `json:"event"` // "invited"
	Table   table.ID  `json:"table"`
	Title   string    `json:"title"`
	By      Player    `json:"by"`
	Seat    string    `json:"seat,omitempty"`
	Rematch bool      `json:"rematch,omitempty"`
	Until   time.Time `json:"until,omitzero"`
}

// UnfollowedEvent tells the client that it receives no more events of a table, because the
// server closed the table or could not read its log. To continue, the client watches the
// table again, with the value of Seq in the field "after".
type UnfollowedEvent struct {
	V     int      `json:"v"`
	Event string   `json:"event"` // "unfollowed"
	Table table.ID `json:"table"`
	Seq   int      `json:"seq"`
}

// Result is how a game ended.
type Result struct {
	Termination string            `json:"termination"`
	Winners     []string          `json:"winners,omitempty"`
	Scores      map[string]string `json:"scores,omitempty"` // points of each seat, such as "1/2"
	// Ratings are the rating changes of each seat. They are absent until they are stored.
	Ratings map[string]*RatingChange `json:"ratings,omitempty"`
}

// RatedEvent reports the rating changes of each seat after a rated game. It is sent once,
// after the end of the game. It is not in the log and has no number of its own: Seq is the
// number of the last event in the log.
type RatedEvent struct {
	V       int                      `json:"v"`
	Event   string                   `json:"event"` // "rated"
	Table   table.ID                 `json:"table"`
	Seq     int                      `json:"seq"`
	Ratings map[string]*RatingChange `json:"ratings"`
}

// Seat is a seat of a table.
type Seat struct {
	Seat       string    `json:"seat"`
	Player     *Player   `json:"player,omitempty"`
	Open       bool      `json:"open,omitempty"`
	Ready      bool      `json:"ready,omitempty"`
	Present    bool      `json:"present,omitempty"`
	Eliminated bool      `json:"eliminated,omitempty"`
	Points     string    `json:"points,omitempty"`  // points that the seat has scored so far; absent if it has none
	Walking    bool      `json:"walking,omitempty"` // whether the player has left and the table draws the seat's moves by lot
	Team       int       `json:"team"`              // partners have the same number
	Vacation   time.Time `json:"vacation,omitzero"` // when the player's vacation ends; absent if they have none
}

// TableSummary is a table in the list of tables.
type TableSummary struct {
	Table   table.ID          `json:"table"`
	Game    string            `json:"game"`
	Options map[string]string `json:"options,omitempty"`
	Phase   string            `json:"phase"`
	Clock   string            `json:"clock"`
	Rated   bool              `json:"rated,omitempty"`
	Seek    bool              `json:"seek,omitempty"` // whether the table was opened by a seek
	Host    Player            `json:"host"`
	// whether the session's player has a seat at this table, or hosts this table while the table waits for players
	Own    bool   `json:"yours,omitempty"`
	Seats  []Seat `json:"seats"`
	Ply    int    `json:"ply"`
	Result string `json:"result,omitempty"`
	// further columns of lists of tables, such as "strength", the average rating of the players
	Columns map[string]string `json:"columns,omitempty"`
}

// TableState is the state of a table after the event with the number Seq.
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
	TeamChat            bool              `json:"team_chat,omitempty"`   // whether the session's player may chat with their partner now
	NoVacation          bool              `json:"no_vacation,omitempty"` // whether clocks keep running during vacations
	Host                Player            `json:"host"`
	Seats               []Seat            `json:"seats"`
	Ply                 int               `json:"ply"`
	Position            string            `json:"position"`
	Positions           map[string]string `json:"positions,omitempty"` // the position in the formats of the game, by their names
	Turn                *Turn             `json:"turn,omitempty"`
	DrawOffer           *Offer            `json:"draw_offer,omitempty"`
	TakebackOffer       *Offer            `json:"takeback_offer,omitempty"`
	ResignationProposed []string          `json:"resignation_proposed,omitempty"` // seats whose resignation a partner has to accept
	RematchOffered      []string          `json:"rematch_offered,omitempty"`      // seats whose players offer a rematch
	RematchTable        table.ID          `json:"rematch_table,omitempty"`
	Adjourned           bool              `json:"adjourned,omitempty"`
	Questions           []Question        `json:"questions,omitempty"` // what other players ask the session's player
	Notices             []Notice          `json:"notices,omitempty"`   // the newest events that happened to the session's player
	Result              *Result           `json:"result,omitempty"`
}

// Question is a request of other players that the session's player has not answered.
type Question struct {
	ID     string `json:"id"`   // the same while the same question is asked
	Text   string `json:"text"` // a sentence for people
	Accept Reply  `json:"accept"`
	// Decline is absent if the player can only leave the question unanswered.
	Decline *Reply `json:"decline,omitempty"`
}

// Reply is the request that answers a question, without its table.
type Reply struct {
	Command string `json:"command"`
	Offer   string `json:"offer,omitempty"`
	Seat    string `json:"seat,omitempty"`
	Choice  string `json:"choice,omitempty"`
}

// Notice tells the session's player what happened to them, or how others answered them.
type Notice struct {
	Seq  int    `json:"seq"` // number of the event that caused it
	Kind string `json:"kind"`
	Text string `json:"text"` // a sentence for people
}

// Offer is an open offer that all players have to accept.
type Offer struct {
	By       Player   `json:"by"`
	ToPly    *int     `json:"to_ply,omitempty"` // number of moves that would remain after the takeback
	Accepted []string `json:"accepted"`         // seats that have accepted
}

// HelloResult answers the command "hello".
type HelloResult struct {
	Server     string   `json:"server"`
	You        Player   `json:"you"`
	Named      bool     `json:"named"`                 // whether the player has a name; without one they cannot take a seat
	ReturnCode string   `json:"return_code,omitempty"` // the return code of a guest
	Commands   []string `json:"commands"`
	MaxLine    int      `json:"max_line"`
	PerSecond  int      `json:"per_second"`
	MaxTables  int      `json:"max_tables"`
}

// PingResult answers the command "ping".
type PingResult struct {
	At time.Time `json:"at"`
}

// LegalResult answers the command "legal".
type LegalResult struct {
	Ply          int      `json:"ply"`
	Seat         string   `json:"seat"`
	Legal        []string `json:"legal"`
	CanClaimDraw bool     `json:"can_claim_draw,omitempty"` // whether draw:claim is legal; the field Legal does not list it
}

// MoveResult answers the commands "move" and "resign".
type MoveResult struct {
	// Ply is the number of the move. It is 0 if Proposed is true.
	Ply int `json:"ply,omitempty"`
	// Proposed is true if the move was a resignation that a partner has to accept.
	Proposed bool `json:"proposed,omitempty"`
}

// MessageEvent is a direct message to this account, or a line of lobby chat.
type MessageEvent struct {
	V       int       `json:"v"`
	Event   string    `json:"event"` // "message" or "lobby-chat"
	Message int64     `json:"message"`
	At      time.Time `json:"at"`
	From    Player    `json:"from"`
	Text    string    `json:"text"`
}

// FollowedEvent is sent when a player whom the account follows connects, seeks a game or starts one.
type FollowedEvent struct {
	V      int      `json:"v"`
	Event  string   `json:"event"` // "came-in", "seeks" or "plays"
	Player Player   `json:"player"`
	Table  table.ID `json:"table,omitempty"` // the table where the followed player plays or waits
	Game   string   `json:"game,omitempty"`
}

// NoticeEvent is a notice for all players or for this account.
type NoticeEvent struct {
	V      int       `json:"v"`
	Event  string    `json:"event"` // "notice"
	Kind   string    `json:"kind"`
	Number int64     `json:"number"`
	Text   string    `json:"text"`
	Until  time.Time `json:"until,omitzero"` // when the notice expires; absent if it stays until it is withdrawn
}

// RatingChange is a rating before and after a game.
type RatingChange struct {
	Before int `json:"before"`
	After  int `json:"after"`
}

// NewRatingChange finds the change of a player's rating in a list. It returns nil if the list has none.
func NewRatingChange(list []player.RatingChange, id player.ID) *RatingChange {
	change, ok := player.RatingChangeOf(list, id)
	if !ok {
		return nil
	}
	return &RatingChange{change.Before, change.After}
}
