package table

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Clock is a time control. It gives either minutes for the whole game, with an increment or
// a delay for each move, or days for each move. The zero value means no clock.
type Clock struct {
	Start     time.Duration `json:"start"`
	Increment time.Duration `json:"increment"` // added after each move
	// Delay is the time at the start of each turn during which the clock does not run.
	// Unused delay is lost.
	Delay time.Duration `json:"delay,omitzero"`
	// PerMove is the time for each move in a correspondence game. If it is set, the other
	// fields are zero.
	PerMove time.Duration `json:"per_move,omitzero"`
}

// The maximum values of a clock: minutes for the whole game, seconds of increment or
// delay, and days for each move.
const maxMinutes, maxSeconds, maxDays = 180, 180, 30

// ParseClock parses a clock in one of four forms: "none"; "5+10" for 5 minutes and an
// increment of 10 seconds; "5d10" for 5 minutes and a delay of 10 seconds; "3d" for 3 days
// for each move.
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

// number parses a decimal number and checks that it lies between low and high.
func number(text string, low, high uint64) (time.Duration, bool) {
	n, err := strconv.ParseUint(text, 10, 16)
	return time.Duration(n), err == nil && n >= low && n <= high
}

// String returns the clock in the form that ParseClock accepts.
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

// Timed reports whether the clock gives minutes for the whole game, not days for each move.
func (c Clock) Timed() bool { return c != Clock{} && !c.Correspondence() }

// Correspondence reports whether the clock gives days for each move, so that players
// need not be connected at the same time.
func (c Clock) Correspondence() bool { return c.PerMove != 0 }
