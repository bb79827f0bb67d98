package live_test

import (
	"context"
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

// TestYearOfCorrespondenceMatchesModel plays correspondence games for a year, during which
// the server is stopped and killed at times. It compares the deadlines with those of the
// model after each step.
func TestYearOfCorrespondenceMatchesModel(t *testing.T) {
	reduceChecks(t, 25)
	rapid.Check(t, func(r *rapid.T) {
		rapid.SyncTest(r, func(r *rapid.T) {
			end := time.Now().Add(365 * 24 * time.Hour)
			for time.Now().Before(end) {
				playCorrespondence(r, end)
			}
		})
	})
}

// reduceChecks divides the number of checks that package rapid makes by the given number. It
// is for a property that is slow to check.
func reduceChecks(t *testing.T, times int) {
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

// playCorrespondence plays one game until it ends or the given time is reached.
func playCorrespondence(r *rapid.T, until time.Time) {
	m := newCorrespondence(r)
	defer m.b.check()
	for m.model.phase == table.Playing && time.Now().Before(until) {
		switch rapid.IntRange(0, 19).Draw(r, "what") {
		case 0:
			m.outage = time.Duration(rapid.IntRange(1, 240).Draw(r, "hours down")) * time.Hour
			m.restart(r)
			m.b.checkViews()
		case 1:
			m.outage = time.Duration(rapid.IntRange(1, 240).Draw(r, "hours down")) * time.Hour
			m.kill(r)
			m.b.checkViews()
		case 2, 3:
			m.secondSession(r)
		case 4:
			m.sendChat(r)
		case 5, 6:
			m.takeVacation(r)
		default:
			m.waitForHours(r)
			if m.model.phase == table.Playing {
				m.move(r)
			}
		}
		m.compareMoves(r, m.b.View())
		m.compareClocks(r, m.b.View())
	}
}

func newCorrespondence(r *rapid.T) *stateMachine {
	terms := table.Terms{Game: "chess4", Clock: table.Clock{PerMove: 3 * 24 * time.Hour}, Fairness: table.Fairness}
	v, err := variants.New(terms.Game, terms.Options)
	if err != nil {
		r.Fatal(err)
	}
	m := &stateMachine{b: newUncheckedTable(r, terms), model: newModel(terms, v)}
	for seat, p := range four { // in correspondence games, players are ready as soon as they sit
		m.run(r, table.Command{By: p, Kind: table.Sit, Seat: rules.Seat(seat)}, func() bool {
			return m.model.sit(p, rules.Seat(seat)) && m.model.setReady(p, true)
		})
	}
	return m
}

// takeVacation starts or ends the vacation of a player.
func (m *stateMachine) takeVacation(r *rapid.T) {
	seat := rules.Seat(rapid.IntRange(0, rules.SeatCount-1).Draw(r, "seat"))
	until := time.Now().Add(time.Duration(rapid.IntRange(0, 6).Draw(r, "days")) * table.Day)
	m.model.flagIfLate(four[seat])
	if m.model.phase != table.Playing || until.After(time.Now()) || m.model.vacation[seat].After(time.Now()) {
		m.model.setVacation(seat, until)
	}
	if err := m.b.SetVacation(context.Background(), four[seat].ID, until); err != nil {
		r.Fatal(err)
	}
}

// waitForHours waits for some hours, usually less than the time for a move.
func (m *stateMachine) waitForHours(r *rapid.T) {
	from := time.Now()
	time.Sleep(time.Duration(rapid.IntRange(1, 78*60).Draw(r, "minutes")) * time.Minute)
	synctest.Wait()
	m.model.advance(from, time.Now())
}
