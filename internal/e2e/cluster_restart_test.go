package e2e

import (
	"syscall"
	"testing"
	"time"

	"quadrille/internal/store/pgtest"
)

// maxInterruption is the longest time for which the restart of a node may interrupt a game, if
// the players connect to other nodes. The limit is checked only by "make soak".
const maxInterruption = 3 * time.Second

// TestClusterNodesRestart restarts all nodes, one after the other, while games are played. The
// players of a node that restarts continue at another node. No move is lost.
func TestClusterNodesRestart(t *testing.T) {
	t.Parallel()
	loops := amount(t, "QUADRILLE_CLUSTER", 1)
	tables := 2 * loadTables
	s := startNodes(t, pgtest.Database(t))
	l := newLoad(s, "chess4 clock=30+10", tables)
	for range loops {
		for _, n := range s.nodes {
			l.await(40)
			s.fail(n)
			if status := n.stop(syscall.SIGTERM); status != 0 {
				t.Errorf("node %s ends with status %d", n.node, status)
			}
			l.await(40)
			s.restart(n)
		}
		l.refill(tables)
	}
	l.await(40)
	if gap := l.finish(); loops > 1 && gap > maxInterruption {
		t.Errorf("a game was interrupted for %v, want at most %v", gap, maxInterruption)
	}
}
