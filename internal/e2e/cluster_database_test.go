package e2e

import (
	"testing"
	"time"

	"quadrille/internal/store/pgtest"
)

// outage is a period in which the database did not run.
type outage struct{ from, until time.Time }

// An outage that lasts at least longOutage takes no more than clockSlack from a player's clock.
// Nodes cannot distinguish a shorter outage from a player who is thinking.
const (
	longOutage = 25 * time.Second
	clockSlack = time.Second
)

// TestClusterDatabaseRestarts checks that no acknowledged move is lost when the database crashes
// and starts again. While the database is down, the nodes refuse moves, and the players repeat
// the refused moves later. If the test crashes the database several times, the first outage is a
// long one. Players' clocks must not run during that outage.
func TestClusterDatabaseRestarts(t *testing.T) {
	t.Parallel()
	loops := amount(t, "QUADRILLE_CLUSTER", 1)
	database := pgtest.Start(t)
	s := startNodes(t, database.Database(t))
	l := newLoad(s, "chess4 clock=30+10", loadTables)
	var outages []outage
	var longest time.Duration
	for i := range loops {
		l.await(40)
		s.faulty.Store(true)
		from := time.Now()
		database.Kill() // stops PostgreSQL like pg_ctl stop -m immediate
		if loops > 1 && i == 0 {
			<-time.After(longOutage)
		}
		s.must(database.Run())
		up := time.Now()
		if up.Sub(from) >= longOutage {
			outages = append(outages, outage{from, up})
		}
		l.await(1)
		longest = max(longest, time.Since(up))
		l.await(4 * loadTables)
		s.faulty.Store(false)
		l.refill(loadTables)
	}
	l.await(40)
	l.finish()
	t.Logf("%d restarts; the first move was acknowledged at most %v after the database was up", loops, longest.Round(time.Millisecond))
	for id, log := range storedLogs(t, s.url) {
		checkClocks(t, id, log, outages)
	}
}

// checkClocks checks that, in the log of a table, players' clocks did not run while the
// database was down.
func checkClocks(t *testing.T, id int, log []storedEvent, outages []outage) {
	t.Helper()
	var since time.Time // time of the last move or, before the first move, of the start of the game
	var paused time.Duration
	for _, e := range log {
		switch e.Kind {
		case "started":
			since = e.At
		case "paused":
			paused += e.Spent // the time that the player used for this move before the pause
		case "acted":
			down := time.Duration(0)
			for _, o := range outages {
				from, until := o.from, o.until
				if from.Before(since) {
					from = since
				}
				if until.After(e.At) {
					until = e.At
				}
				down += max(0, until.Sub(from))
			}
			if spent := paused + e.Spent; down > 0 && spent > e.At.Sub(since)-down+clockSlack {
				t.Errorf(
					"table %d: event %d took %v from the clock, of %v since the last move with an outage of %v",
					id,
					e.seq,
					spent,
					e.At.Sub(since),
					down,
				)
			}
			since, paused = e.At, 0
		}
	}
}
