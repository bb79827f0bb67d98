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

// attack is a row of the table of what strangers try. The limits are those of the
// open internet, but for the times that a test would have to wait for.
type attack struct {
	name   string
	limits Limits
	cut    string // why the log says that the attacker was cut, a pattern; empty if he is not
	do     func(t *testing.T, a *attacker)
}

// attacker is a client at an address of its own, a new one each time.
type attacker struct {
	*testServer
	from      string
	innocent  *innocent
	meanwhile time.Duration // what the innocent waited for a key at the height of it
}

// dial logs in as a guest.
func (a *attacker) dial(t *testing.T) *gossh.Client {
	t.Helper()
	return sshtest.DialFrom(t, a.from, a.address, sshtest.GuestAuth())
}

// sessionChannel opens a session channel on a connection of its own.
func (a *attacker) line(t *testing.T) *raw {
	t.Helper()
	return newRaw(t, a.dial(t))
}

// screen is a line with a screen on it.
func (a *attacker) screen(t *testing.T) *raw {
	t.Helper()
	stream := a.line(t)
	stream.pty(t, "xterm", 80, 24)
	stream.ask(t, "shell", nil)
	return stream
}

// connect is a connection without any ssh.
func (a *attacker) connect(t *testing.T) net.Conn {
	t.Helper()
	c, err := sshtest.Connect(a.from, a.address)
	must(t, err)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// height is called when an attack is at its worst.
func (a *attacker) height(t *testing.T) {
	t.Helper()
	a.meanwhile = max(a.meanwhile, a.innocent.key(t))
}

// innocent is a person who plays meanwhile from another address.
type innocent struct {
	screen *sshtest.Screen
	typed  int
}

func sitDown(t *testing.T, d *testServer) *innocent {
	t.Helper()
	client := sshtest.DialFrom(t, "127.8.8.8", d.address, sshtest.KeyAuth(sshtest.NewKey(t)))
	screen := sshtest.Open(t, client, "innocent", 80, 24, "")
	screen.See(t, "size 80x24.")
	return &innocent{screen: screen}
}

// key is how long a key takes to the screen.
func (i *innocent) key(t *testing.T) time.Duration {
	t.Helper()
	i.typed++
	key := string(rune('0' + i.typed%10))
	begun := time.Now()
	must(t, i.screen.Type(key))
	i.screen.See(t, fmt.Sprintf("key %q.", key))
	return time.Since(begun)
}

// TestAttacks runs every attack against a running server, once, and fifty times
// if QUADRILLE_SOAK is set. What must hold: the innocent's keys are answered, at
// the height of it too; the attacker is cut where the row says so; no goroutine
// and no memory is left.
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
	victim := sitDown(t, d)
	row.once(t, d, victim, 0) // what is made once is made now
	runtime.GC()
	goroutines, heap := quiet(t), heapInUse()
	before, during := victim.key(t), time.Duration(0)
	for n := range times {
		during = max(during, row.once(t, d, victim, n+1))
	}
	settled(t, goroutines)
	grown := int64(heapInUse()) - int64(heap)
	t.Logf("%d times; goroutines %d, then %d; heap %d KiB, %+d KiB; the innocent's key %v, %v at the worst, %v after",
		times, goroutines, runtime.NumGoroutine(), heap>>10, grown>>10, before, during, victim.key(t))
	if grown > 1<<20 {
		t.Errorf("%d KiB are left behind", grown>>10)
	}
}

// once attacks from an address that is new, and waits for the end of it.
func (row attack) once(t *testing.T, d *testServer, victim *innocent, n int) (meanwhile time.Duration) {
	t.Helper()
	d.logged.clear()
	a := &attacker{testServer: d, innocent: victim, from: fmt.Sprintf("127.66.%d.%d", n/250, 1+n%250)}
	t.Run(fmt.Sprint(n), func(t *testing.T) { row.do(t, a) })
	if row.cut != "" && !t.Failed() {
		d.logged.await(t, "reason", row.cut)
	} else if said := d.logged.text(); strings.Contains(said, "client disconnected") {
		t.Errorf("cut for nothing:\n%s", said)
	}
	return a.meanwhile
}

// quiet waits until goroutines stop ending, and returns how many are left.
func quiet(t *testing.T) int {
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
	runtime.GC() // the second frees what the first has finalized
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
