package server

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/config"
	"quadrille/internal/server/limit"

	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
)

// packetAttack is an attack that sends malformed packets and then disconnects.
type packetAttack struct {
	name      string
	anonymous bool // whether the packets are sent before authentication
	reset     bool // whether the client disconnects with a TCP reset
	packets   [][]byte
}

// followers is the number of packets that follow the first packet in the same TCP segment.
// It exceeds the capacity of the Go channel in which golang.org/x/crypto queues packets.
const followers = 40

// openPacket is a request to open a session channel.
var openPacket = gossh.Marshal(struct {
	Type                  string `sshtype:"90"`
	ID, Window, MaxPacket uint32
}{"session", 7, 1 << 20, 32 << 10})

// requestPacket is an unsupported request on the channel with the given number.
func requestPacket(channel uint32) []byte {
	return gossh.Marshal(struct {
		ID    uint32 `sshtype:"98"`
		Name  string
		Reply bool
	}{channel, "nonsense", true})
}

// packetAttacks returns one attack for each message number and each kind of malformed
// contents, and some attacks that send several packets.
func packetAttacks() []packetAttack {
	var all []packetAttack
	for _, first := range [][]byte{{5}, {5, 0}, {5, 0xff, 0xff, 0xff, 0xff}, {50, 0}, {90, 0}, {20}, {0}} {
		all = append(all, packetAttack{name: fmt.Sprintf("% x before authentication", first), anonymous: true, packets: followed(first)})
	}
	ping := gossh.Marshal(struct {
		Data string `sshtype:"192"`
	}{"x"})
	several := append([][]byte{openPacket, openPacket}, times(2*followers, requestPacket(1))...)
	for _, reset := range []bool{false, true} {
		all = append(all,
			packetAttack{"requests to a channel that is just opened", false, reset, several},
			packetAttack{"only the opening of channels", false, reset, times(2*followers, openPacket)},
			packetAttack{"pings, then nonsense", false, reset, append(times(2*followers, ping), followed([]byte{90, 0})...)},
		)
	}
	contents := []struct {
		name  string
		bytes []byte
	}{
		{"nothing", nil},
		{"one byte", []byte{0}},
		{"a channel number", []byte{0, 0, 0, 0}},
		{"an endless string", bytes.Repeat([]byte{0xff}, 40)},
		{"20 KB", make([]byte, 20<<10)},
	}
	for number := range 256 {
		for _, c := range contents {
			first := append([]byte{byte(number)}, c.bytes...)
			all = append(all, packetAttack{
				name:    fmt.Sprintf("message %d with %s", number, c.name),
				packets: followed(first), reset: number%2 == 1,
			})
		}
	}
	return all
}

func followed(first []byte) [][]byte { return append([][]byte{first}, times(followers, []byte{99})...) }

func times(n int, packet []byte) [][]byte {
	var all [][]byte
	for range n {
		all = append(all, packet)
	}
	return all
}

func (a packetAttack) run(address string) error {
	c, err := sshtest.Connect("", address)
	if err != nil {
		return err
	}
	defer func() { _ = c.Close() }()
	var raw *sshtest.RawConn
	if a.anonymous {
		raw, err = sshtest.RawKeyExchange(c)
	} else {
		raw, err = sshtest.RawLogin(c, sshtest.GuestAuth())
	}
	if err != nil {
		return err
	}
	if a.reset {
		_ = c.(*net.TCPConn).SetLinger(0)
	}
	if err := raw.Send(a.packets...); err != nil && !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

// unlimited returns limits that allow one address to open all connections of a test.
func unlimited() Limits {
	const many = 10_000
	return Limits{
		AddressNewConnections: plenty, Handshakes: plenty, AccountCommands: plenty, AddressCommands: plenty, KeyExchanges: plenty,
		AddressOverhead: plenty,
		Connections:     many, AddressConnections: many, Unauthenticated: many, AddressUnauthenticated: many, AddressGuests: many,
		Penalties: config.Penalties{Abandoned: 1, TimedOut: 1, Failed: 1, Flood: 1, Stalled: 1, ExcessCommands: 1},
	}
}

// TestMalformedPacketsLeaveNoGoroutines checks that connections with malformed packets leave
// no goroutines of golang.org/x/crypto/ssh behind. Without the type teardown, each connection
// would leave two or three.
func TestMalformedPacketsLeaveNoGoroutines(t *testing.T) {
	idle, busy := 540, 60
	switch {
	case os.Getenv("QUADRILLE_SOAK") != "":
		idle, busy = 90_000, 10_000
	case testing.Short():
		idle, busy = 190, 10
	}
	t.Run("idle cores", func(t *testing.T) { sendMalformed(t, idle, false) })
	t.Run("busy cores", func(t *testing.T) { sendMalformed(t, busy, true) })
}

func sendMalformed(t *testing.T, connections int, busy bool) {
	d := startServer(t, unlimited())
	attacks := packetAttacks()
	must(t, attacks[0].run(d.address)) // connect before measuring, because the server keeps memory from its first connection
	must(t, attacks[len(attacks)-1].run(d.address))
	runtime.GC()
	goroutines, heap := idleGoroutines(t), heapInUse()
	stop := make(chan struct{})
	if busy {
		for range runtime.GOMAXPROCS(0) {
			go spin(stop)
		}
	}
	var next atomic.Int64
	var all sync.WaitGroup
	for range 16 { // a connection mostly waits
		all.Go(func() {
			for n := int(next.Add(1)); n <= connections; n = int(next.Add(1)) {
				// Every second attack sends a truncated CHANNEL_OPEN, the simplest of the
				// malformed packets.
				a := attacks[(n/2)%len(attacks)]
				if n%2 == 1 {
					a = packetAttack{name: "a truncated CHANNEL_OPEN", packets: followed([]byte{90, 0})}
				}
				if err := a.run(d.address); err != nil {
					t.Errorf("%s: %v", a.name, err)
				}
			}
		})
	}
	all.Wait()
	close(stop)
	waitForGoroutines(t, goroutines)
	grown := int64(heapInUse()) - int64(heap)
	t.Logf("%d connections; goroutines %d, then %d; heap %+d KiB", connections, goroutines, runtime.NumGoroutine(), grown>>10)
	if grown > 2<<20 {
		t.Errorf("%d KiB leaked", grown>>10)
	}
	if n := d.Counts().Violations["leaked"]; n != 0 {
		t.Errorf("%d connections count as leaked", n)
	}
}

// spin keeps one CPU busy.
func spin(stop <-chan struct{}) {
	for n := 0; ; n++ {
		if n%1_000_000 == 0 && isClosed(stop) {
			return
		}
	}
}

// TestUnexportedChannel checks that golang.org/x/crypto still has the unexported field with
// the channel from which teardown receives. A new version of golang.org/x/crypto may rename
// the field.
func TestUnexportedChannel(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer func() { _ = listener.Close() }()
	go func() {
		client, err := sshtest.TryDial(listener.Addr().String(), sshtest.GuestAuth())
		if err == nil {
			_ = client.Close()
		}
	}()
	c, err := listener.Accept()
	must(t, err)
	defer func() { _ = c.Close() }()
	var found int
	config := &gossh.ServerConfig{NoClientAuth: true, PreAuthConnCallback: func(conn gossh.ServerPreAuthConn) {
		found = cap(unexportedChan[[]byte](conn, "transport", "incoming"))
	}}
	config.AddHostKey(sshtest.NewKey(t))
	if _, _, _, err = gossh.NewServerConn(c, config); err != nil || found != 16 {
		t.Errorf("found a channel with room for %d packets, want 16: %v", found, err)
	}
	for _, v := range []any{nil, 1, struct{ C chan int }{}, &struct{ C chan string }{}} {
		if unexportedChan[int](v, "C") != nil {
			t.Errorf("found a channel in %#v", v)
		}
	}
}

// TestFailedAcceptEndsTheConnection requests a channel that cannot be accepted, because the
// client has disconnected. The server must still receive the requests that have arrived for
// that channel. Otherwise the connection would never end.
func TestFailedAcceptEndsTheConnection(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer func() { _ = listener.Close() }()
	failed := make(chan struct{})
	go func() {
		client, err := net.Dial("tcp", listener.Addr().String())
		if err != nil {
			return
		}
		defer func() { _ = client.Close() }()
		if raw, err := sshtest.RawLogin(client, sshtest.GuestAuth()); err == nil {
			_ = raw.Send(openPacket, openPacket)
			<-failed
			_ = raw.Send(times(50*followers, requestPacket(1))...)
		}
	}()
	c, err := listener.Accept()
	must(t, err)
	defer func() { _ = c.Close() }()
	broken := &unwritable{Conn: c, failed: failed}
	config := &gossh.ServerConfig{NoClientAuth: true}
	config.AddHostKey(sshtest.NewKey(t))
	server, channels, requests, err := gossh.NewServerConn(broken, config)
	must(t, err)
	go gossh.DiscardRequests(requests)
	first, second := <-channels, <-channels
	broken.fail.Store(true)
	_, _, _ = accept(first) // ignore the result: the error of this write is returned only by the next write
	if _, _, err := accept(second); err == nil {
		t.Error("a channel is accepted on a connection that cannot be written to")
	}
	if err := server.Wait(); err == nil {
		t.Error("the connection did not end")
	}
}

// unwritable is a connection whose writes can be made to fail. The first write that fails
// closes the channel in the field `failed`.
type unwritable struct {
	net.Conn
	fail   atomic.Bool
	failed chan struct{}
}

func (c *unwritable) Write(p []byte) (int, error) {
	if c.fail.Load() {
		close(c.failed) // a second failed write, which the library must not attempt, would panic here
		return 0, net.ErrClosed
	}
	return c.Conn.Write(p)
}

func TestLeakedConnectionIsPenalized(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &Server{limits: limit.NewCurrent(Limits{}), logger: slog.New(slog.DiscardHandler), registry: new(registry)}
		s.addresses = limit.NewAddresses(s.limits)
		s.aborted, s.abort = t.Context(), func() {}
		client, server := net.Pipe()
		defer func() { _ = client.Close() }()
		from, _ := s.addresses.Connect(limit.Origin{}, time.Now())
		c := s.newConn(server, from)
		c.checkLeak(closedChan())
		if n := s.Counts().Violations["leaked"]; n != 0 {
			t.Errorf("%d leaks counted for a connection that ended", n)
		}
		start := time.Now()
		c.checkLeak(make(chan struct{}))
		if took := time.Since(start); took != leakChecks*leakInterval {
			t.Errorf("leak counted after %v, want %v", took, leakChecks*leakInterval)
		}
		if n := s.Counts().Violations["leaked"]; n != 1 {
			t.Errorf("%d leaks counted, want 1", n)
		}
		if _, refusal := s.addresses.Connect(limit.Origin{}, time.Now()); refusal.Reason == limit.None {
			t.Error("the address is admitted")
		}
		must(t, c.Close())
	})
}

func closedChan() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}
