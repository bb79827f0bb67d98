package simulation

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// kind says what crosses the border of a server.
type kind uint8

const (
	command      kind = iota // a command of a client
	answer                   // the answer of the database to a write that it has stored
	rejection                // the answer of the database to a write that it has refused
	write                    // a write to the database
	read                     // a read of the database
	heartbeat                // a heartbeat, or a report of who is connected
	notification             // a notification of the database
)

var kindNames = [...]string{"command", "answer", "rejection", "write", "read", "heartbeat", "notification"}

// outcome says what happens to a crossing.
type outcome uint8

const (
	pass  outcome = iota
	fail          // nothing happens, and the caller gets an error
	lost          // it happens, but the caller does not learn it
	ghost         // nothing happens, but the caller does not learn it
	twice         // a notification arrives twice
)

// crossing is a goroutine that waits at the border of a server until the driver lets it continue.
type crossing struct {
	node   *server // nil for a client that has not reached a server
	kind   kind
	key    string // the same in every run of a seed
	number int64  // counts crossings, to order those with equal keys
	since  time.Time
	decide chan outcome
}

// bus stops everything that leaves a server, so that the driver can choose the order.
type bus struct {
	t       *testing.T
	chance  *rand.Rand // used by the driver only
	wake    chan struct{}
	open    atomic.Bool // whether nothing stops, as at the end of a run
	step    atomic.Int64
	counted counts
	// In tests of one fault, `refuses` reports whether something must not cross a border, and
	// `answered` is called before the answer to a read arrives.
	refuses  atomic.Pointer[func(n *server, k kind, key string) bool]
	answered atomic.Pointer[func(n *server, key string)]

	mu     sync.Mutex
	parked []*crossing
	number int64
	script []string // what was chosen, for the report of a failure
	hash   uint64   // identifies the choices so far
}

// cross waits until the driver decides about something that leaves a server.
func (b *bus) cross(n *server, k kind, key string) outcome {
	if n != nil && n.dead.Load() {
		return fail
	}
	if refuses := b.refuses.Load(); refuses != nil && (*refuses)(n, k, key) {
		return fail
	}
	if b.open.Load() {
		return pass
	}
	c := &crossing{node: n, kind: k, key: key, since: time.Now(), decide: make(chan outcome, 1)}
	b.mu.Lock()
	b.number++
	c.number = b.number
	b.parked = append(b.parked, c)
	b.mu.Unlock()
	select {
	case b.wake <- struct{}{}:
	default:
	}
	return <-c.decide
}

// waiting returns what waits at the borders, in an order that does not depend on the scheduler.
func (b *bus) waiting() []*crossing {
	synctest.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	slices.SortFunc(b.parked, func(x, y *crossing) int {
		return cmp.Or(
			cmp.Compare(
				x.node.label(),
				y.node.label(),
			),
			cmp.Compare(x.kind, y.kind),
			cmp.Compare(x.key, y.key),
			cmp.Compare(x.number, y.number),
		)
	})
	return slices.Clone(b.parked)
}

// release lets a crossing continue.
func (b *bus) release(c *crossing, v outcome) {
	b.mu.Lock()
	b.parked = slices.DeleteFunc(b.parked, func(other *crossing) bool { return other == c })
	b.mu.Unlock()
	b.note("%s %s %s: %s", c.node.label(), kindNames[c.kind], c.key, [...]string{"pass", "fail", "lost", "ghost", "twice"}[v])
	c.decide <- v
}

// releaseAll lets everything continue.
func (b *bus) releaseAll() {
	b.open.Store(true)
	for list := b.waiting(); len(list) > 0; list = b.waiting() {
		for _, c := range list {
			b.release(c, pass)
		}
	}
}

// note records a choice.
func (b *bus) note(format string, values ...any) {
	line := fmt.Sprintf("%d %v ", b.step.Add(1), time.Since(epoch)) + fmt.Sprintf(format, values...)
	b.mu.Lock()
	defer b.mu.Unlock()
	h := fnv.New64a()
	fmt.Fprintf(h, "%x %s", b.hash, line)
	b.hash = h.Sum64()
	b.script = append(b.script, line)
}

// Write adds a log record of a server to the report.
func (b *bus) Write(record []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.script = append(b.script, "  "+strings.TrimSpace(string(record)))
	return len(record), nil
}

// epoch is the time at which a bubble of testing/synctest starts.
var epoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// n returns a number below the limit.
func (b *bus) n(limit int) int { return b.chance.IntN(limit) }

// oneIn returns true once in `many` calls.
func (b *bus) oneIn(many int) bool { return b.chance.IntN(many) == 0 }

// between returns a time between two limits.
func (b *bus) between(least, most time.Duration) time.Duration {
	return least + time.Duration(b.chance.Int64N(int64(most-least)))
}

// counts counts what happened in a run.
type counts struct {
	mu   sync.Mutex
	each map[string]int
}

func (c *counts) add(what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.each == nil {
		c.each = map[string]int{}
	}
	c.each[what]++
}

func (c *counts) get(what string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.each[what]
}

// addAll adds the counts of another run.
func (c *counts) addAll(other *counts) {
	other.mu.Lock()
	defer other.mu.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.each == nil {
		c.each = map[string]int{}
	}
	for what, n := range other.each {
		c.each[what] += n
	}
}

func (c *counts) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var list []string
	for what, n := range c.each {
		list = append(list, fmt.Sprintf("%d %s", n, what))
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Compare(a[strings.Index(a, " "):], b[strings.Index(b, " "):]) })
	return strings.Join(list, ", ")
}
