package present

import (
	"strings"
	"time"

	"quadrille/internal/table"
	"quadrille/rules"
)

// ClockText is the clock of a seat at a given moment.
type ClockText struct {
	Text    string // as [ClockFace] writes it; empty if the seat has no clock
	Left    time.Duration
	Running bool
	Low     bool // whether the clock runs and shows tenths of a second
}

// Column returns the text, aligned to the right in a width that does not change. It returns "" if there is no clock.
func (c *ClockText) Column() string {
	if c.Text == "" {
		return ""
	}
	return ClockColumn(c.Left)
}

// Clocks returns the clocks of all seats at a given moment.
func Clocks(v *table.View, now time.Time) (clocks [rules.SeatCount]ClockText) {
	if v.Clock == nil || v.Phase == table.Waiting {
		return clocks
	}
	for i := range clocks {
		if v.Seats[i].Closed {
			continue
		}
		c := &clocks[i]
		c.Left = v.Clock.Shows(rules.Seat(i), now)
		c.Running = v.Clock.Running == rules.Seat(i)
		c.Low = c.Running && c.Left < Tenths
		c.Text = ClockFace(c.Left)
	}
	return clocks
}

// ClockLine returns the clocks of all seats in one line: "White 5 minutes, running; Black 4 minutes 50 seconds".
func ClockLine(v *table.View, now time.Time) string {
	if v.Clock == nil {
		return "There is no clock at this table"
	}
	var parts []string
	for seat := range rules.Seat(rules.SeatCount) {
		if v.Seats[seat].Closed {
			continue
		}
		text := Seat(v.Variant.Facts(), seat) + " " + Duration(v.Clock.Shows(seat, now))
		if v.Clock.Running == seat {
			text += ", running"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// AwayTexts returns, for each seat, how long its player has been away, or that they are on vacation, in at most nine
// cells. It returns "" for players who are here, and if the game is not running.
func AwayTexts(v *table.View, now time.Time) (texts [rules.SeatCount]string) {
	for i := range texts {
		switch seat := &v.Seats[i]; {
		case v.Phase != table.Playing:
		case seat.Vacation.After(now):
			texts[i] = "vacation"
		case !seat.AwaySince.IsZero():
			texts[i] = awayFor(now.Sub(seat.AwaySince))
		}
	}
	return texts
}

// UntilChange returns the time until [Clocks] or [AwayTexts] returns a different text. It returns false if no
// text changes by itself.
func UntilChange(v *table.View, now time.Time) (time.Duration, bool) {
	if v.Phase != table.Playing {
		return 0, false
	}
	soonest, found := untilClockChange(v, now)
	sooner := func(d time.Duration) {
		if !found || d < soonest {
			soonest, found = d, true
		}
	}
	for i := range v.Seats {
		switch since, vacation := v.Seats[i].AwaySince, v.Seats[i].Vacation; {
		case vacation.After(now): // at most an hour, so that a screen also updates during the vacation
			sooner(min(vacation.Sub(now), time.Hour) + time.Millisecond)
		case !since.IsZero():
			unit := time.Minute
			if now.Sub(since) >= time.Hour {
				unit = time.Hour
			}
			sooner(unit - max(0, now.Sub(since))%unit + time.Millisecond)
		}
	}
	return soonest, found
}

// untilClockChange returns the time until the text of the running clock changes, including the delay during which
// the clock stands still.
func untilClockChange(v *table.View, now time.Time) (time.Duration, bool) {
	if v.Clock == nil || v.Clock.Running == rules.NoSeat {
		return 0, false
	}
	left := v.Clock.Deadline.Sub(now)
	if left <= 0 {
		return 0, false
	}
	delayed := max(0, left-v.Clock.Left[v.Clock.Running])
	shown, beat := v.Clock.Shows(v.Clock.Running, now), time.Second
	if shown <= Tenths {
		beat = time.Second / 5
	}
	return delayed + shown%beat + time.Millisecond, true
}

// FirstMove returns how much time the seat to move has for its first move: "White has 42 seconds for the first move". It
// returns "" if more time than `within` is left, or if the game can no longer be aborted.
func (t *Table) FirstMove(now time.Time, within time.Duration) string {
	c := t.View.Clock
	if c == nil || c.FirstMoveBy.IsZero() || t.Turn.Seat == rules.NoSeat {
		return ""
	}
	left := max(0, c.FirstMoveBy.Sub(now))
	switch text := Duration(left.Round(time.Second)); {
	case left > within:
		return ""
	case t.Turn.Own:
		return "You have " + text + " for your first move"
	default:
		return Seat(t.facts(), t.Turn.Seat) + " has " + text + " for the first move"
	}
}
