package server

import (
	"fmt"
	"net"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
)

// attack is a test case in which a client attacks the server. The limits are the defaults,
// except for timeouts that would slow down the test.
type attack struct {
	name   string
	limits Limits
	reason string // pattern of the logged reason; empty if the attacker is not disconnected
	do     func(t *testing.T, a *attacker)
}

// attacker is a client with an address that no other attack uses.
type attacker struct {
	*testServer
	from    string
	victim  *victim
	slowest time.Duration // longest time that the server took during the attack to answer a key press of the victim
}

func (a *attacker) dial(t *testing.T) *gossh.Client {
	t.Helper()
	return sshtest.DialFrom(t, a.from, a.address, sshtest.GuestAuth())
}

// channel opens a session channel on a new connection.
func (a *attacker) channel(t *testing.T) *raw {
	t.Helper()
	return newRaw(t, a.dial(t))
}

// screen opens a session channel and starts a screen.
func (a *attacker) screen(t *testing.T) *raw {
	t.Helper()
	stream := a.channel(t)
	stream.pty(t, "xterm", 80, 24)
	stream.ask(t, "shell", nil)
	return stream
}

// connect opens a TCP connection, without an SSH handshake.
func (a *attacker) connect(t *testing.T) net.Conn {
	t.Helper()
	c, err := sshtest.Connect(a.from, a.address)
	must(t, err)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// checkVictim sends a key press from the victim's client, and records how long the server took
// to reply. Each attack calls it when the attack is at its peak.
func (a *attacker) checkVictim(t *testing.T) {
	t.Helper()
	a.slowest = max(a.slowest, a.victim.key(t))
}

// victim is a client that uses the server during an attack, from an address that does not
// take part in the attack.
type victim struct {
	screen *sshtest.Screen
	typed  int
}

func newVictim(t *testing.T, d *testServer) *victim {
	t.Helper()
	client := sshtest.DialFrom(t, "127.8.8.8", d.address, sshtest.KeyAuth(sshtest.NewKey(t)))
	screen := sshtest.Open(t, client, "victim", 80, 24, "")
	screen.See(t, "size 80x24.")
	return &victim{screen: screen}
}

// key types a key and returns the time until the screen shows it.
func (v *victim) key(t *testing.T) time.Duration {
	t.Helper()
	v.typed++
	key := string(rune('0' + v.typed%10))
	start := time.Now()
	must(t, v.screen.Type(key))
	v.screen.See(t, fmt.Sprintf("key %q.", key))
	return time.Since(start)
}

// TestAttacks runs every attack against a running server: once, or fifty times if
// QUADRILLE_SOAK is set. It checks that the server replies to the victim's keys even at the
// peak of the attack, that it disconnects the attacker if the field `reason` of the attack is
// set, and that it leaks neither goroutines nor memory.
func TestAttacks(t *testing.T) {
	times := 1
	if os.Getenv("QUADRILLE_SOAK") != "" {
		times = 50
	}
	for _, rows := range [][]attack{connectionAttacks, loginAttacks, requestAttacks, streamAttacks, commandAttacks, apiAttacks} {
		for _, row := range rows {
			t.Run(row.name, func(t *testing.T) { row.run(t, times) })
		}
	}
}

func (row attack) run(t *testing.T, times int) {
	d := startServer(t, row.limits)
	victim := newVictim(t, d)
	if times > 1 {
		row.once(t, d, victim, 0) // the first run allocates memory that the server keeps: much less than one run may leak
	}
	runtime.GC()
	goroutines, heap := idleGoroutines(t), heapInUse()
	before, during := victim.key(t), time.Duration(0)
	for n := range times {
		during = max(during, row.once(t, d, victim, n+1))
	}
	waitForGoroutines(t, goroutines)
	grown := int64(heapInUse()) - int64(heap)
	t.Logf("%d times; goroutines %d, then %d; heap %d KiB, %+d KiB; the victim's key %v before, %v during the attack, %v after",
		times, goroutines, runtime.NumGoroutine(), heap>>10, grown>>10, before, during, victim.key(t))
	if grown > 1<<20 {
		t.Errorf("%d KiB leaked", grown>>10)
	}
}

// once runs the attack one time, from a new address. It returns the time of the slowest reply
// to a key press of the victim.
func (row attack) once(t *testing.T, d *testServer, victim *victim, n int) (slowest time.Duration) {
	t.Helper()
	d.logged.clear()
	a := &attacker{testServer: d, victim: victim, from: fmt.Sprintf("127.66.%d.%d", n/250, 1+n%250)}
	t.Run(fmt.Sprint(n), func(t *testing.T) { row.do(t, a) })
	if row.reason != "" && !t.Failed() {
		d.logged.await(t, "reason", row.reason)
	} else if log := d.logged.text(); strings.Contains(log, "client disconnected") {
		t.Errorf("disconnected without a violation:\n%s", log)
	}
	return a.slowest
}

// idleGoroutines waits until goroutines that are about to end have ended, and returns the
// number of goroutines that remain.
func idleGoroutines(t *testing.T) int {
	t.Helper()
	least := runtime.NumGoroutine()
	for range 20_000 {
		runtime.Gosched()
		least = min(least, runtime.NumGoroutine())
	}
	return least
}

func heapInUse() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // the second collection frees objects whose finalizers ran in the first one
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
