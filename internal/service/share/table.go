package share

import (
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
)

// Table is the JSON form of a table.
type Table struct {
	Table   table.ID          `json:"table"`
	Phase   string            `json:"phase"`
	Game    string            `json:"game"`
	Options map[string]string `json:"options,omitempty"`
	Clock   string            `json:"clock"`
	Rated   bool              `json:"rated,omitempty"`
	Private table.Privacy     `json:"private,omitempty"`
	Host    string            `json:"host"`
	Own     bool              `json:"yours,omitempty"`
	Seats   []Seat            `json:"seats"`
	Seek    bool              `json:"seek,omitempty"`
	BotsIn  *int              `json:"bots_in,omitempty"` // seconds until bots fill the empty seats
	Ply     int               `json:"ply"`
	Result  string            `json:"result,omitempty"`
	Columns map[string]string `json:"columns,omitempty"` // further values of lists
}

// Seat is a seat in the JSON form of a table.
type Seat struct {
	Seat string `json:"seat"`
	Name string `json:"name,omitempty"`
	Open bool   `json:"open,omitempty"`
}

// NewTable returns the JSON form of a table, as a viewer may see it. The map has further values of lists.
func NewTable(t *view.Summary, viewer player.ID, columns map[string]string) Table {
	line := Table{
		Table: t.ID, Phase: t.Phase.String(), Game: t.Terms.Game, Options: t.Terms.Options, Clock: t.Terms.Clock.String(),
		Rated: t.Terms.Rated, Private: t.Terms.Private, Host: t.Host.Name, Own: t.IsOwn(viewer), Seek: t.Terms.Seek,
		Ply: t.Moves, Result: t.Result, Columns: columns,
	}
	for seat, view := range t.Seats {
		if !view.Closed {
			line.Seats = append(line.Seats, Seat{t.SeatNames[seat], view.Player.Name, view.Open})
		}
	}
	return line
}

// Standing is the JSON form of a player on a ladder.
type Standing struct {
	Game   string    `json:"game"`
	Form   string    `json:"form"`
	Place  int       `json:"place"`
	Name   string    `json:"name"`
	Bot    bool      `json:"bot,omitempty"`
	Rating int       `json:"rating"`
	Doubt  int       `json:"uncertainty"` // the uncertainty of the rating
	Games  int       `json:"games"`
	Last   time.Time `json:"last"`
}

// Task is the JSON form of something that a player has to do at a table.
type Task struct {
	Table    table.ID  `json:"table"`
	Game     string    `json:"game"`
	Seat     string    `json:"seat"`
	Task     string    `json:"task"`
	Deadline time.Time `json:"deadline,omitzero"`
	Vacation time.Time `json:"vacation,omitzero"` // the end of the player's vacation
}
