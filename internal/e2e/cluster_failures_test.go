package e2e

import (
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"quadrille/internal/store/pgtest"
)

// maxInterruption is the longest time for which the restart of a node may interrupt a game, if
// the players connect to other nodes. The limit is checked only by "make soak".
const maxInterruption = 3 * time.Second

// outage is a period in which the database did not run.
type outage struct{ from, until time.Time }

// An outage that lasts at least longOutage takes no more than clockSlack from a player's clock.
// To the nodes, a shorter outage looks like a player who is thinking.
const (
	longOutage = 25 * time.Second
	clockSlack = time.Second
)

// clusterFailures makes the nodes of a load fail, and their database.
type clusterFailures struct {
	*clusterLoad
	database *pgtest.Server
	link     *databaseLink // between the last node and the database
	outages  []outage
}

// TestClusterFailures lets nodes and their database fail, one after the other, while games are
// played at three nodes. The players of a node that fails continue at other nodes. No acknowledged
// move is lost, no move is played twice, and all nodes have the same games.
func TestClusterFailures(t *testing.T) {
	t.Parallel()
	loops := amount(t, "QUADRILLE_CLUSTER", 1)
	database := pgtest.Start(t)
	url := database.Database(t)
	link, through := linkTo(t, url)
	s := startNodes(t, url, url, url, through)
	f := &clusterFailures{clusterLoad: newLoad(s, "chess4 clock=30+10", loops > 1), database: database, link: link}
	failures := []func(){f.killNode, f.suspendNode, f.restartNodes, f.cutOff, f.crashDatabase}
	if f.long {
		failures = append(failures, f.delayAnswers)
	}
	for range loops {
		for _, fails := range failures {
			f.await(f.some)
			fails()
			f.refill()
		}
	}
	f.await(f.some)
	for id, log := range f.finish() {
		checkClocks(t, id, log, f.outages)
	}
}

// killNode kills a random node. Games continue at the others until it starts again.
func (f *clusterFailures) killNode() {
	f.Helper()
	n := f.nodes[rand.N(len(f.nodes))]
	f.fail(n)
	n.kill()
	f.await(f.some)
	f.restart(n)
}

// suspendNode suspends a random node for a while.
func (f *clusterFailures) suspendNode() {
	f.Helper()
	n := f.nodes[rand.N(len(f.nodes))]
	f.fail(n)
	f.signal(n, syscall.SIGSTOP)
	f.await(f.some)
	f.signal(n, syscall.SIGCONT)
	f.recovered(n)
}

// restartNodes stops all nodes as an upgrade does, one after the other.
func (f *clusterFailures) restartNodes() {
	f.Helper()
	f.longestGap()
	for _, n := range f.nodes {
		f.fail(n)
		if status := n.stop(syscall.SIGTERM); status != 0 {
			f.Errorf("node %s ends with status %d", n.node, status)
		}
		f.await(f.some)
		f.restart(n)
		f.await(f.some)
	}
	if gap := f.longestGap(); f.long && gap > maxInterruption {
		f.Errorf("a game was interrupted for %v, want at most %v", gap, maxInterruption)
	}
}

// cutOff drops all bytes between the last node and the database. The node refuses commands until
// it can reach the database again.
func (f *clusterFailures) cutOff() {
	f.Helper()
	cut := f.nodes[len(f.nodes)-1]
	f.fail(cut)
	f.link.drops.Store(true)
	f.refused(cut)
	f.reconnect(cut)
}

// delayAnswers delays all answers of the database to the last node.
func (f *clusterFailures) delayAnswers() {
	f.Helper()
	slow := f.nodes[len(f.nodes)-1]
	f.fail(slow)
	f.link.delay.Store(int64(2 * time.Second))
	f.reconnect(slow)
}

// reconnect ends the disturbance between a node and the database after some moves at the other nodes.
func (f *clusterFailures) reconnect(n *clusterNode) {
	f.Helper()
	f.await(2 * f.some)
	f.link.drops.Store(false)
	f.link.delay.Store(0)
	f.link.cut() // close the node's connections, so that the node connects again
	f.awaitNode(n)
	f.recovered(n)
}

// crashDatabase crashes the database and starts it again. Meanwhile the nodes refuse moves, and the
// players repeat them later. In a long test the first outage is a long one; players' clocks must
// not run during it.
func (f *clusterFailures) crashDatabase() {
	f.Helper()
	f.faulty.Store(true)
	from := time.Now()
	f.database.Kill() // stops PostgreSQL like pg_ctl stop -m immediate
	if f.long && len(f.outages) == 0 {
		<-time.After(longOutage)
	}
	f.must(f.database.Run())
	up := time.Now()
	if up.Sub(from) >= longOutage {
		f.outages = append(f.outages, outage{from, up})
	}
	f.await(1)
	f.Logf("the first move was acknowledged %v after the database was up", time.Since(up).Round(time.Millisecond))
	f.await(4 * int64(f.tables))
	f.faulty.Store(false)
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
