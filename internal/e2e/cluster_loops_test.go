package e2e

import (
	"math/rand/v2"
	"syscall"
	"testing"

	"quadrille/internal/store/pgtest"
)

// loadTables is the number of tables at which games are played at the same time.
const loadTables = 4

// A random node is killed, or suspended and resumed, while games are played at three nodes. The
// players of that node continue at other nodes. No acknowledged move is lost, no move is played
// twice, and all nodes have the same games.
func TestClusterNodesFail(t *testing.T) {
	t.Parallel()
	loops := amount(t, "QUADRILLE_CLUSTER", 2)
	s := startNodes(t, pgtest.Database(t))
	l := newLoad(s, "chess4 clock=30+10", loadTables)
	for i := range loops {
		l.await(40)
		n := s.nodes[rand.N(len(s.nodes))]
		if i%2 == 0 {
			s.fail(n)
			n.kill()
			l.await(40) // wait until 40 more moves have been played at the other nodes
			s.restart(n)
		} else {
			s.fail(n)
			s.signal(n, syscall.SIGSTOP)
			l.await(40)
			s.signal(n, syscall.SIGCONT)
			s.recovered(n)
		}
		l.refill(loadTables)
	}
	l.await(40)
	l.finish()
}
