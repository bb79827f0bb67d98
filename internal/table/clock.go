package table

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Clock is how much time there is. The zero clock is none. Otherwise it is
// minutes for the whole game with an increment or a delay a move, or time for
// each move alone.
type Clock struct {
	Start     time.Duration `json:"start"`
	Increment time.Duration `json:"increment"` // comes to what is left after each move
	// Delay is how long each turn costs nothing at its beginning. What is not used
	// of it is gone; no flag falls in it.
	Delay time.Duration `json:"delay,omitzero"`
	// PerMove is days for each move: correspondence. Nothing else is set then.
	PerMove time.Duration `json:"per_move,omitzero"`
}

// What a clock may be, in minutes, seconds and days.
const maxMinutes, maxSeconds, maxDays = 180, 180, 30

// ParseClock reads "none", minutes with seconds added for each move, "5+10",
// minutes with seconds of delay in each move, "5d10", or days a move, "3d".
func ParseClock(text string) (Clock, error) {
	if text == "none" {
		return Clock{}, nil
	}
	if days, found := strings.CutSuffix(text, "d"); found {
		n, ok := number(days, 1, maxDays)
		if !ok {
			return Clock{}, BadDays.Refuse(text)
		}
		return Clock{PerMove: n * Day}, nil
	}
	minutes, seconds, plus := strings.Cut(text, "+")
	if !plus {
		minutes, seconds, _ = strings.Cut(text, "d")
	}
	m, ok1 := number(minutes, 1, maxMinutes)
	s, ok2 := number(seconds, 0, maxSeconds)
	switch {
	case !ok1 || !ok2:
		return Clock{}, BadClock.Refuse(text)
	case plus:
		return Clock{Start: m * time.Minute, Increment: s * time.Second}, nil
	}
	return Clock{Start: m * time.Minute, Delay: s * time.Second}, nil
}

// number reads a plain number between two others.
func number(text string, low, high uint64) (time.Duration, bool) {
	n, err := strconv.ParseUint(text, 10, 16)
	return time.Duration(n), err == nil && n >= low && n <= high
}

// String is the clock as ParseClock reads it.
func (c Clock) String() string {
	minutes := int(c.Start.Minutes())
	switch {
	case c == (Clock{}):
		return "none"
	case c.PerMove != 0:
		return fmt.Sprintf("%dd", c.PerMove/Day)
	case c.Delay != 0:
		return fmt.Sprintf("%dd%d", minutes, int(c.Delay.Seconds()))
	}
	return fmt.Sprintf("%d+%d", minutes, int(c.Increment.Seconds()))
}

// Correspondence reports whether people play days apart: nobody has to be there
// at the same time as others.
func (c Clock) Correspondence() bool { return c.PerMove != 0 }
