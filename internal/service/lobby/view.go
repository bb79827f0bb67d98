package lobby

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/evening/pairing"
	"quadrille/internal/table"
	"quadrille/rules"
)

// View is the state of the lobby at one moment. It is immutable and shared by its readers.
type View struct {
	// Tables holds three groups of tables, in this order: at most 200 waiting tables, sorted
	// by number; at most 200 running tables, sorted by activity, spectators and mean
	// rating; and the most recently finished tables, newest first. [Lobby.Tables] returns
	// all live tables.
	Tables []Summary
	// Waiting is the number of all waiting tables, and Playing the number of all running
	// ones.
	Waiting, Playing int
	Here             []Here // connected players, sorted by name
	// Evening is the current evening; nil if there is none.
	Evening *pairing.Evening
}

// Total returns the number of tables in a phase, including tables that are not in v.Tables.
func (v *View) Total(p table.Phase) int {
	switch p {
	case table.Waiting:
		return v.Waiting
	case table.Playing:
		return v.Playing
	}
	return v.listed(p)
}

// More returns the number of waiting and running tables that are not in v.Tables.
func (v *View) More() int {
	return v.Waiting + v.Playing - v.listed(table.Waiting) - v.listed(table.Playing)
}

func (v *View) listed(p table.Phase) (n int) {
	for i := range v.Tables {
		if v.Tables[i].Phase == p {
			n++
		}
	}
	return n
}

// Summary describes one table in a list.
type Summary struct {
	ID        table.ID
	Title     string // title of the game
	Terms     table.Terms
	Host      player.Player
	Phase     table.Phase
	Seats     [rules.SeatCount]table.SeatView
	SeatNames [rules.SeatCount]string
	Teams     [rules.SeatCount]uint8 // team number of each seat; partners have the same number
	Watchers  int
	Strength  int // mean rating of the players of a running game; 0 if nobody is rated
	Moves     int
	Turn      rules.Seat // seat to move; NoSeat if no game is running
	Opened    time.Time
	Active    time.Time // time of the last move; before the first move, time of the start of the game
	Adjourned bool
	Aborted   bool
	Result    string // winners and termination; empty until the game ends
	Outcome   rules.Outcome
	Ended     time.Time
}

// Here describes a connected player. A player with several connections has only one Here.
type Here struct {
	Player player.Player
	// Watching is the public table that the player watches without a seat, or 0. If the
	// player watches several tables, Watching is the one with the lowest number.
	Watching table.ID
	// Elsewhere is set if the player is connected to other nodes only. Watching is then 0.
	Elsewhere bool
}

// result returns a text such as "silver won: last-seat" or "drawn: agreement".
func result(f *rules.Facts, o *rules.Outcome) string {
	if o.Termination == rules.Unfinished {
		return "abandoned"
	}
	var winners []string
	for seat := range rules.Seat(rules.SeatCount) {
		if o.Winners.Has(seat) {
			winners = append(winners, f.SeatName(seat))
		}
	}
	if len(winners) == 0 {
		return "drawn: " + o.Termination.String()
	}
	return strings.Join(winners, " and ") + " won: " + o.Termination.String()
}

// sortTables sorts tables in the order of [View.Tables].
func sortTables(list []Summary, now time.Time) {
	slices.SortFunc(list, func(a, b Summary) int {
		switch {
		case a.Phase == table.Finished && b.Phase == table.Finished:
			return cmp.Or(b.Ended.Compare(a.Ended), cmp.Compare(b.ID, a.ID))
		case a.Phase == table.Playing && b.Phase == table.Playing:
			return cmp.Or(
				cmp.Compare(a.activityStep(now), b.activityStep(now)),
				cmp.Compare(b.Watchers, a.Watchers),
				cmp.Compare(b.Strength, a.Strength),
				cmp.Compare(a.ID, b.ID),
			)
		}
		return cmp.Or(cmp.Compare(a.Phase, b.Phase), cmp.Compare(a.ID, b.ID))
	})
}

// activitySteps are the boundaries between groups of running tables, which are grouped by
// the time since the last move. The groups are coarse, so that a single move seldom changes
// the order.
var activitySteps = [...]time.Duration{time.Minute, 10 * time.Minute, time.Hour, 24 * time.Hour}

// activityStep returns the index in activitySteps for the time since a table's last move.
func (s *Summary) activityStep(now time.Time) int {
	for i, step := range activitySteps {
		if now.Sub(s.Active) < step {
			return i
		}
	}
	return len(activitySteps)
}

// Players returns the connected players.
func (v *View) Players() []player.Player {
	list := make([]player.Player, len(v.Here))
	for i, h := range v.Here {
		list[i] = h.Player
	}
	return list
}
