package simulation

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"testing"
	"testing/cryptotest"
	"time"
)

// seeds returns the seeds to run: one seed (QUADRILLE_SEED), or a number of seeds
// (QUADRILLE_SEEDS) from QUADRILLE_FIRST_SEED on.
func seeds(t *testing.T) (first, count uint64) {
	if one := number(t, "QUADRILLE_SEED", 0); one != 0 {
		return one, 1
	}
	return number(t, "QUADRILLE_FIRST_SEED", 1), number(t, "QUADRILLE_SEEDS", 12)
}

// number returns the number in an environment variable.
func number(t *testing.T, name string, without uint64) uint64 {
	text := os.Getenv(name)
	if text == "" {
		return without
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// TestSimulationWithoutOrder runs some seeds (QUADRILLE_UNORDERED_SEEDS) without control of the order
// of events. It exists for the race detector.
func TestSimulationWithoutOrder(t *testing.T) {
	for seed := range number(t, "QUADRILLE_UNORDERED_SEEDS", 3) {
		simulate(t, 1000+seed, int(1+2*(seed%2)), true, nil)
	}
}

// TestSimulation runs whole servers with random people and faults, and checks the laws.
func TestSimulation(t *testing.T) {
	if testing.Short() {
		t.Skip("see TestSimulationWithoutOrder")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // so that a seed does the same again
	first, count := seeds(t)
	begun, total := time.Now(), &counts{}
	for seed := first; seed < first+count; seed++ {
		nodes := 3
		if seed%3 == 0 {
			nodes = 1
		}
		t.Run(fmt.Sprintf("seed %d, %d servers", seed, nodes), func(t *testing.T) {
			cryptotest.SetGlobalRandom(t, seed)
			simulate(t, seed, nodes, false, total)
		})
	}
	t.Logf("%d seeds in %v: %v", count, time.Since(begun).Round(time.Millisecond), total)
	if count < enough {
		return
	}
	for what, least := range minimum {
		if n := total.get(what); n < least*int(count)/enough {
			t.Errorf("only %d %s in %d seeds, want %d: the simulation tests too little", n, what, count, least*int(count)/enough)
		}
	}
}

// enough is the number of seeds in which everything that `minimum` lists must have occurred.
const enough = 30

// minimum says how often something must have occurred in 30 seeds.
var minimum = map[string]int{
	"acknowledged commands": 3000, "repeated commands": 500, "closed games": 20, "rated games": 1, "rematches and boards": 3, "seeks": 30,
	"conflicts": 100, "errors": 40, "unknown outcomes": 30, "lost notifications": 500, "doubled notifications": 500,
	"kills": 15, "stops": 8, "cuts": 12, "stopped processes": 6, "slow database": 6, "restarts of the database": 4,
	"fail-overs with loss": 3,
	"clocks set":           10, "messages": 30, "decisions made again": 700, "refusals": 20, "synchronous fail-overs": 1,
	"pairings": 6, "names refused": 15, "lots": 1,
}

// must ends a test that got an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
