package logtest

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Noon is the time of the events that [Events] returns, unless their lines contain "after=".
var Noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

// Person returns the player with the given name in [Events].
func Person(name string) player.Player {
	return player.Player{ID: player.ID(strings.ToLower(name)), Name: name}
}

// Events returns the events that lines describe, after the event that opens a table of Hal with
// the given terms. A line has the kind of the event and then its fields in any order: a seat, a
// player with a capital letter, a target with "@" in front, or a name and a value, as in
// "acted white action=m7-k7 spent=5s". The text comes last, because it may contain blanks.
func Events(t testing.TB, facts *rules.Facts, terms table.Terms, lines ...string) []table.Event {
	t.Helper()
	host := Person("Hal")
	events := []table.Event{{Kind: table.Opened, At: Noon, Player: &host, Terms: &terms}}
	for _, line := range lines {
		events = append(events, parseEvent(t, facts, line))
	}
	return events
}

func parseEvent(t testing.TB, facts *rules.Facts, line string) table.Event {
	t.Helper()
	line, text, _ := strings.Cut(line, " text=")
	words := strings.Fields(line)
	e := table.Event{Kind: table.Kind(words[0]), At: Noon, Text: text}
	for _, word := range words[1:] {
		name, value, _ := strings.Cut(word, "=")
		var err error
		switch seat, isSeat := facts.Seat(word); {
		case isSeat:
			e.Seat = &seat
		case unicode.IsUpper(rune(word[0])):
			p := Person(word)
			e.Player = &p
		case word[0] == '@':
			p := Person(word[1:])
			e.Target = &p
		case name == "action":
			e.Action = strings.ReplaceAll(value, "_", " ")
		case name == "spent":
			e.Spent, err = time.ParseDuration(value)
		case name == "after", name == "until":
			var d time.Duration
			d, err = time.ParseDuration(value)
			if name == "after" {
				e.At = Noon.Add(d)
			} else {
				e.Until = Noon.Add(d)
			}
		case name == "to":
			e.To, err = strconv.Atoi(value)
		case name == "table":
			var n int
			n, err = strconv.Atoi(value)
			e.Table = table.ID(n)
		default:
			t.Fatalf("%q in %q is no field of an event", word, line)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return e
}

// Line describes an event in the form that [Events] reads, without its time.
func Line(facts *rules.Facts, e table.Event) string {
	line := string(e.Kind)
	add := func(ok bool, format string, value any) {
		if ok {
			line += " " + fmt.Sprintf(format, value)
		}
	}
	if e.Seat != nil {
		line += " " + facts.Seats[*e.Seat]
	}
	if e.Player != nil {
		line += " " + strings.ReplaceAll(e.Player.Name, " ", "")
	}
	if e.Target != nil {
		line += " @" + e.Target.Name
	}
	add(e.Action != "", "action=%s", strings.ReplaceAll(e.Action, " ", "_"))
	add(e.Spent != 0, "spent=%s", e.Spent)
	add(!e.Until.IsZero(), "until=%s", e.Until.Sub(Noon))
	add(e.To != 0, "to=%d", e.To)
	add(e.Table != 0, "table=%d", e.Table)
	add(e.Text != "", "text=%s", e.Text)
	return line
}
