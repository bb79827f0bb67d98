package table

import (
	"slices"
	"strconv"
	"time"

	"quadrille/internal/player"
)

// Leave records that a player left a running game in a way that the others had to bear: see
// docs/safety.md. A player who leaves games in quick succession is not paired with other
// people for a while.
type Leave struct {
	Player player.ID `json:"player"`
	At     time.Time `json:"at"`
}

const (
	// LeaveAfter is how long a player must have been disconnected, or must have let their
	// clock run in one turn, before a loss on time counts as a leave.
	LeaveAfter = time.Minute
	// leavesCount is how long a leave counts together with later ones.
	leavesCount = 24 * time.Hour
	// LeavesKept is how long leaves must be known: until the longest pause after them is over.
	LeavesKept = leavesCount + 12*time.Hour
)

// pauses are the lengths of the pauses after the first, the second and further leaves.
var pauses = [...]time.Duration{0, 5 * time.Minute, 15 * time.Minute, time.Hour, 4 * time.Hour, LeavesKept - leavesCount}

// PairingPause is the time in which a player is not paired with other people.
type PairingPause struct {
	Left  int       // number of leaves that count together
	Last  time.Time // time of the last of them
	Until time.Time // end of the pause; zero if there was none
}

// PauseAfter returns the pause of a player that follows from their leaves.
func PauseAfter(leaves []time.Time) (p PairingPause) {
	for _, at := range leaves {
		p.Last = slices.MaxFunc([]time.Time{p.Last, at}, time.Time.Compare)
	}
	for _, at := range leaves {
		if p.Last.Sub(at) < leavesCount {
			p.Left++
		}
	}
	if p.Left > 1 {
		p.Until = p.Last.Add(pauses[min(p.Left, len(pauses))-1])
	}
	return p
}

// Active reports whether the pause lasts at the given time.
func (p *PairingPause) Active(now time.Time) bool { return p.Until.After(now) }

// Refusal returns the error for a player who wants to be paired at the given time, or nil if the
// pause is over.
func (p *PairingPause) Refusal(now time.Time) error {
	if !p.Active(now) {
		return nil
	}
	return PairingPaused.Refuse(strconv.Itoa(p.Left), Span(p.Until.Sub(now)))
}
