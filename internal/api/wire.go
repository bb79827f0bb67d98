package api

import (
	"time"

	"quadrille/internal/table"
)

// Version is the version of the lines. Fields and events may be added to what the
// server says; what is there is never renamed.
const Version = 1

// Answer is what a request is answered, by the name that its sender gave it: a
// result or an error.
type Answer struct {
	V      int    `json:"v"`
	ID     string `json:"id,omitempty"`
	Result any    `json:"result,omitempty"`
	Error  *Fault `json:"error,omitempty"`
}

// Person is somebody, as all may know him.
type Person struct {
	Name    string `json:"name"`
	Guest   bool   `json:"guest,omitempty"`
	Machine bool   `json:"machine,omitempty"`
	You     bool   `json:"you,omitempty"`
}

// Event is something that happened at a table, under its number in the table's
// log. Fields that its kind does not use are left out.
type Event struct {
	V        int        `json:"v"`
	Event    table.Kind `json:"event"`
	Table    table.ID   `json:"table"`
	Seq      int        `json:"seq"`
	At       time.Time  `json:"at"`
	Seat     string     `json:"seat,omitempty"`
	Who      *Person    `json:"who,omitempty"`
	Whom     *Person    `json:"whom,omitempty"`
	Ply      int        `json:"ply,omitempty"` // of an action that still stands
	Action   string     `json:"action,omitempty"`
	Notation string     `json:"notation,omitempty"` // the action in the game's own
	Passed   []string   `json:"passed,omitempty"`   // seats whose turns were passed by force after it
	Key      string     `json:"key,omitempty"`      // that the act was asked for by
	SpentMS  int64      `json:"spent_ms,omitempty"`
	Text     string     `json:"text,omitempty"`
	To       *int       `json:"to,omitempty"` // how many actions remain
	Next     table.ID   `json:"next,omitempty"`
	Result   *Result    `json:"result,omitempty"`
}

// TurnEvent tells whose turn it is. It is not in the log: it follows the event
// whose number it has, and only the newest turn is told.
type TurnEvent struct {
	V     int      `json:"v"`
	Event string   `json:"event"` // "turn"
	Table table.ID `json:"table"`
	Seq   int      `json:"seq"`
	Turn
}

// Turn is who has to act, on what.
type Turn struct {
	Ply      int      `json:"ply"`  // actions so far: what an act answers
	Seat     string   `json:"seat"` // who acts
	Of       string   `json:"of"`   // whose turn it is, where somebody else acts for him
	Yours    bool     `json:"yours"`
	Lifted   string   `json:"lifted,omitempty"` // the square of the man that must move now
	Claim    bool     `json:"claim,omitempty"`  // whether draw:claim is legal
	Clock    *Clock   `json:"clock,omitempty"`
	Legal    []string `json:"legal,omitempty"`
	Position string   `json:"position,omitempty"`
}

// Clock is what the clocks show, and which one runs.
type Clock struct {
	Running string           `json:"running,omitempty"`
	LeftMS  map[string]int64 `json:"left_ms"`
}

// CallEvent is an invitation to a table.
type CallEvent struct {
	V       int      `json:"v"`
	Event   string   `json:"event"` // "invited"
	Table   table.ID `json:"table"`
	Title   string   `json:"title"`
	From    Person   `json:"from"`
	Seat    string   `json:"seat,omitempty"`
	Rematch bool     `json:"rematch,omitempty"`
}

// Result is how a game ended.
type Result struct {
	Why     string            `json:"why"`
	Winners []string          `json:"winners,omitempty"`
	Scores  map[string]string `json:"scores,omitempty"` // shares of a point, like "1/2"
}

// Seat is a place at a table.
type Seat struct {
	Seat    string  `json:"seat"`
	Who     *Person `json:"who,omitempty"`
	Open    bool    `json:"open,omitempty"`
	Ready   bool    `json:"ready,omitempty"`
	Present bool    `json:"present,omitempty"`
	Out     bool    `json:"out,omitempty"` // of the game
	Team    int     `json:"team"`          // equal numbers are partners
}

// Brief is a table in the list of tables.
type Brief struct {
	Table   table.ID          `json:"table"`
	Game    string            `json:"game"`
	Options map[string]string `json:"options,omitempty"`
	Phase   string            `json:"phase"`
	Clock   string            `json:"clock"`
	Rated   bool              `json:"rated,omitempty"`
	Host    Person            `json:"host"`
	Seats   []Seat            `json:"seats"`
	Ply     int               `json:"ply"`
	Result  string            `json:"result,omitempty"`
}

// State is how a table stands as of an event.
type State struct {
	Table     table.ID          `json:"table"`
	Seq       int               `json:"seq"`
	Game      string            `json:"game"`
	Options   map[string]string `json:"options,omitempty"`
	Phase     string            `json:"phase"` // "waiting", "playing", "finished"
	Clock     string            `json:"clock"`
	Touch     bool              `json:"touch,omitempty"`
	Rated     bool              `json:"rated,omitempty"`
	Talk      bool              `json:"talk,omitempty"` // whether players may talk now
	Host      Person            `json:"host"`
	Seats     []Seat            `json:"seats"`
	Ply       int               `json:"ply"`
	Position  string            `json:"position"`
	Turn      *Turn             `json:"turn,omitempty"`
	Offer     *Asked            `json:"offer,omitempty"` // a draw
	Undo      *Asked            `json:"undo,omitempty"`
	Resigning []string          `json:"resigning,omitempty"` // who wants his team to resign
	Rematch   []string          `json:"rematch,omitempty"`   // who wants one
	Next      table.ID          `json:"next,omitempty"`      // the table of the rematch
	Adjourned bool              `json:"adjourned,omitempty"`
	Result    *Result           `json:"result,omitempty"`
}

// Asked is something that all who play have to agree to.
type Asked struct {
	By     Person   `json:"by"`
	To     *int     `json:"to,omitempty"` // how many actions would remain
	Agreed []string `json:"agreed"`       // seats whose players do
}
