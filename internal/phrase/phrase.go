// Package phrase is every wording that several front ends share: results, clocks,
// times, ratings, seats and names, from a value to text.
//
// It has functions only. Screens, plain mode and commands call them, so that a
// thing is said in one way everywhere. It never decides anything, reads no clock,
// and writes to nobody.
package phrase

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"quadrille/internal/player"
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

// List joins words as "a, b and c".
func List(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// Count returns "no moves", "1 move" or "12 moves".
func Count(n int, thing string) string {
	switch n {
	case 0:
		return "no " + thing + "s"
	case 1:
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// Duration returns a time in its two largest units: "2 hours 5 minutes".
func Duration(d time.Duration) string {
	const day = 24 * time.Hour
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

// Seat returns a seat as people read it: "White", "White A".
func Seat(f *rules.Facts, s rules.Seat) string { return SeatWord(f.SeatName(s)) }

// SeatWord returns the word that programs have for a seat as people read it.
func SeatWord(word string) string {
	parts := strings.Split(word, "-")
	for i := range parts {
		parts[i] = Capital(parts[i])
	}
	return strings.Join(parts, " ")
}

// Seats returns the seats of a set as people read them, in turn order.
func Seats(f *rules.Facts, set rules.Seats) []string {
	var words []string
	for s := range rules.Seat(rules.SeatCount) {
		if set.Has(s) {
			words = append(words, Seat(f, s))
		}
	}
	return words
}

// Name returns a player's name, safe to show, or "somebody" for an account without one.
func Name(p player.Player) string {
	if p.Machine {
		return p.Shown(player.MaxNameCells)
	}
	if name := player.Shown(p.Name, player.MaxNameCells); name != "" {
		return name
	}
	return "somebody"
}
