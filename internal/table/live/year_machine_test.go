package live_test

import (
	"flag"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// TestAYearOfLetters plays games with days for a move for a year, while the
// server goes down for hours and for days, by order and without, and holds the
// deadlines against the model's after each step.
func TestAYearOfLetters(t *testing.T) {
	seldom(t, 25)
	rapid.Check(t, func(r *rapid.T) {
		rapid.SyncTest(r, func(r *rapid.T) {
			end := time.Now().Add(365 * 24 * time.Hour)
			for time.Now().Before(end) {
				playLetters(r, end)
			}
		})
	})
}

// seldom checks a costly property so many times less often than others.
func seldom(t *testing.T, times int) {
	checks := flag.Lookup("rapid.checks").Value
	was := checks.String()
	n, err := strconv.Atoi(was)
	if err == nil {
		err = checks.Set(strconv.Itoa(max(1, n/times)))
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = checks.Set(was) })
}

// playLetters plays one game to its end, or until the year is over.
func playLetters(r *rapid.T, until time.Time) {
	m := newLetters(r)
	defer m.b.check()
	for m.model.phase == table.Playing && time.Now().Before(until) {
		switch rapid.IntRange(0, 19).Draw(r, "what") {
		case 0:
			m.outage = time.Duration(rapid.IntRange(1, 240).Draw(r, "hours down")) * time.Hour
			m.restart(r)
			m.b.same()
		case 1:
			m.outage = time.Duration(rapid.IntRange(1, 240).Draw(r, "hours down")) * time.Hour
			m.kill(r)
			m.b.same()
		case 2, 3:
			m.takeover(r)
		case 4:
			m.say(r)
		default:
			m.waitHours(r)
			if m.model.phase == table.Playing {
				m.move(r)
			}
		}
		m.compareMoves(r, m.b.View())
		m.compareClocks(r, m.b.View())
	}
}

func newLetters(r *rapid.T) *machine {
	terms := table.Terms{Game: "chess4", Clock: table.Clock{PerMove: 3 * 24 * time.Hour}}
	v, err := variants.New(terms.Game, terms.Options)
	if err != nil {
		r.Fatal(err)
	}
	m := &machine{b: layBare(r, terms), model: newModel(terms, v)}
	for seat, p := range four { // who sits is ready
		m.ask(r, table.Command{By: p, Kind: table.Sit, Seat: rules.Seat(seat)}, func() bool {
			return m.model.sit(p, rules.Seat(seat)) && m.model.setReady(p, true)
		})
	}
	return m
}

// waitHours is mostly less than the time for a move.
func (m *machine) waitHours(r *rapid.T) {
	from := time.Now()
	time.Sleep(time.Duration(rapid.IntRange(1, 78*60).Draw(r, "minutes")) * time.Minute)
	synctest.Wait()
	m.model.pass(from, time.Now())
}
