package present

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Capital returns a text with its first letter in upper case.
func Capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// Date is the form of a date in a sentence.
const Date = "2 January 2006"

// Sentence returns a text with a full stop and a capital letter, unless the text begins with the
// name of a square.
func Sentence(text string) string {
	text = strings.TrimSpace(text)
	if len(text) < 2 || text[1] < '0' || text[1] > '9' {
		text = Capital(text)
	}
	if text == "" || strings.ContainsRune(".?!:", rune(text[len(text)-1])) {
		return text
	}
	return text + "."
}

// List joins words as "a, b and c".
func List(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// Count returns a number with its noun in the singular or plural: "no moves", "1 move", "12
// moves".
func Count(n int, thing string) string {
	switch n {
	case 0:
		return "no " + thing + "s"
	case 1:
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// CountWas returns a number with its noun, as the subject of a sentence in the past: "1 move was", "no moves were".
func CountWas(n int, thing string) string {
	if n == 1 {
		return "1 " + thing + " was"
	}
	return Count(n, thing) + " were"
}

const day = 24 * time.Hour

// Duration describes a duration in its two largest units: "2 hours 5 minutes".
func Duration(d time.Duration) string {
	parts := []string{}
	for _, part := range []struct {
		n    time.Duration
		unit string
	}{{d / day, "day"}, {d % day / time.Hour, "hour"}, {d % time.Hour / time.Minute, "minute"}, {d % time.Minute / time.Second, "second"}} {
		if part.n > 0 {
			parts = append(parts, Count(int(part.n), part.unit))
		}
	}
	if len(parts) == 0 {
		return "less than a second"
	}
	return strings.Join(parts[:min(len(parts), 2)], " ")
}

// Left formats the remaining time of a clock for a list: "2d 5h", "3h 12m", "4:07".
func Left(d time.Duration) string {
	switch d = max(d, 0); {
	case d >= day:
		return fmt.Sprintf("%dd %dh", d/day, d%day/time.Hour)
	case d >= time.Hour:
		return fmt.Sprintf("%dh %dm", d/time.Hour, d%time.Hour/time.Minute)
	}
	return fmt.Sprintf("%d:%02d", d/time.Minute, d%time.Minute/time.Second)
}

// awayFor describes how long a player has been away, in at most nine terminal cells: "away
// <1m", "away 5h".
func awayFor(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "away <1m"
	case d < time.Hour:
		return fmt.Sprintf("away %dm", d/time.Minute)
	case d < 100*time.Hour:
		return fmt.Sprintf("away %dh", d/time.Hour)
	}
	return fmt.Sprintf("away %dd", d/day)
}

// Tenths is the remaining time below which a running clock shows tenths of a second.
const Tenths = 10 * time.Second

// ClockFace formats the remaining time of a running clock: "9.4", "4:07", "3:12:05", "2d
// 5h".
func ClockFace(left time.Duration) string {
	switch left = max(left, 0); {
	case left < Tenths:
		return fmt.Sprintf("%d.%d", left/time.Second, left%time.Second/(time.Second/10))
	case left >= time.Hour && left < 2*day:
		return fmt.Sprintf("%d:%02d:%02d", left/time.Hour, left%time.Hour/time.Minute, left%time.Minute/time.Second)
	}
	return Left(left)
}

// clockCells is the width of a clock in a list. It is fixed, so that digits do not move when
// the time changes.
const clockCells = 7

// ClockColumn returns the text of [ClockFace], aligned to the right in clockCells cells.
func ClockColumn(left time.Duration) string { return fmt.Sprintf("%*s", clockCells, ClockFace(left)) }

// Seat returns the name of a seat as shown to people, such as "White" or "White A".
func Seat(f *rules.Facts, s rules.Seat) string { return f.SeatTitle(s) }

// Action returns the text of an action, for a line that begins with the name of its seat: "e4",
// "resigns".
func Action(m *table.MoveView) string {
	switch m.Action.Type {
	case rules.Resign:
		return "resigns"
	case rules.Flag:
		return "loses on time"
	}
	return m.Text
}

// Seats returns the names of a set of seats, such as "White A", in turn order.
func Seats(f *rules.Facts, set rules.Seats) []string {
	var words []string
	for s := range rules.Seat(rules.SeatCount) {
		if set.Has(s) {
			words = append(words, Seat(f, s))
		}
	}
	return words
}

// Name returns a player's name without control characters, or "somebody" for an account
// without a name.
func Name(p player.Player) string {
	if name := p.Shown(player.MaxNameCells); name != "" {
		return name
	}
	return "somebody"
}

// Names returns the names of players, without control characters.
func Names(people []player.Player) []string {
	names := make([]string, len(people))
	for i, p := range people {
		names[i] = Name(p)
	}
	return names
}

// Occupant returns the name of the player at a seat, or "" for an open seat.
func Occupant(v *table.View, s rules.Seat) string {
	if v.Seats[s].Player.ID == "" {
		return ""
	}
	return Name(v.Seats[s].Player)
}
