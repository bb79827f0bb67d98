package lobby

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"quadrille/internal/evening/pairing"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// View is the lobby at one moment: immutable, shared by everybody who looks.
type View struct {
	// Tables are those that wait, by number; then those that play, the liveliest
	// first, of those the most watched, of those the strongest; then those that finished lately, the newest first.
	// Of the first two there are at most 200 each; see [Lobby.Tables] for all.
	Tables []Summary
	// Waiting and Playing are how many there are in all.
	Waiting, Playing int
	Here             []Here // by name
	// Evening is the one that is on, nil if none is.
	Evening *pairing.Evening
}

// Total returns how many tables there are in a phase, with those that Tables leaves
// out.
func (v *View) Total(p table.Phase) int {
	switch p {
	case table.Waiting:
		return v.Waiting
	case table.Playing:
		return v.Playing
	}
	return v.listed(p)
}

// More returns how many tables Tables leaves out.
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

// Summary is a table in a line.
type Summary struct {
	ID        table.ID
	Title     string // the game's
	Terms     table.Terms
	Host      player.Player
	Phase     table.Phase
	Seats     [rules.SeatCount]table.SeatView
	SeatNames [rules.SeatCount]string
	Teams     [rules.SeatCount]uint8 // by seat; equal ones are partners
	Watchers  int
	Strength  int // the mean of its players' ratings once it plays; 0 where nobody has one
	Moves     int
	Turn      rules.Seat // NoSeat unless playing
	Active    time.Time  // when somebody acted last, or the game began
	Adjourned bool
	Result    string        // how it ended, by the names of seats and endings; empty before
	Outcome   rules.Outcome // why it ended, and who won
	Ended     time.Time
}

// Here is somebody who is here, however many connections he has.
type Here struct {
	Player player.Player
}

// result is "silver won: last-seat" or "drawn: agreement".
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

// arrange puts tables in the order of [View].
func sortTables(list []Summary, now time.Time) {
	slices.SortFunc(list, func(a, b Summary) int {
		switch {
		case a.Phase == table.Finished && b.Phase == table.Finished:
			return cmp.Or(b.Ended.Compare(a.Ended), cmp.Compare(b.ID, a.ID))
		case a.Phase == table.Playing && b.Phase == table.Playing:
			return cmp.Or(cmp.Compare(a.activityStep(now), b.activityStep(now)), cmp.Compare(b.Watchers, a.Watchers), cmp.Compare(b.Strength, a.Strength), cmp.Compare(a.ID, b.ID))
		}
		return cmp.Or(cmp.Compare(a.Phase, b.Phase), cmp.Compare(a.ID, b.ID))
	})
}

// Steps of how long ago somebody acted: tables within a step stand in an order
// that does not change with each move.
var activitySteps = [...]time.Duration{time.Minute, 10 * time.Minute, time.Hour, 24 * time.Hour}

// activityStep is the step that a table has come to.
func (s *Summary) activityStep(now time.Time) int {
	for i, step := range activitySteps {
		if now.Sub(s.Active) < step {
			return i
		}
	}
	return len(activitySteps)
}

// Players returns everybody who is here.
func (v *View) Players() []player.Player {
	list := make([]player.Player, len(v.Here))
	for i, h := range v.Here {
		list[i] = h.Player
	}
	return list
}
