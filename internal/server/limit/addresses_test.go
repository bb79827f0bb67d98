package limit

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"quadrille/internal/config"
)

// now is a fixed time at which these tests start.
var now = time.Date(2030, 1, 1, 20, 0, 0, 0, time.UTC)

func from(address string) Origin { return OriginOf(netip.MustParseAddr(address)) }

func newTestAddresses(limits config.Limits) *Addresses { return NewAddresses(NewCurrent(limits)) }

// connect opens connections until one is refused, and fails the test unless exactly `want`
// connections were admitted. It returns the address and the reason for the refusal.
func (l *Addresses) connect(t *testing.T, from Origin, at time.Time, want int) (a *Address, refusal Reason) {
	t.Helper()
	for n := 0; ; n++ {
		next, no := l.Connect(from, at)
		if no.Reason != None {
			if n != want {
				t.Fatalf("%d were admitted, want %d; the next was refused: %q", n, want, no)
			}
			return a, no.Reason
		}
		a = next
	}
}

func TestOriginIsIPv4AddressOrIPv6Network(t *testing.T) {
	same := [][2]string{
		{"192.0.2.1", "::ffff:192.0.2.1"},
		{"2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"},
		{"fe80::1%eth0", "fe80::2%eth1"},
		{"127.0.0.1", "::ffff:127.0.0.1"},
	}
	for _, pair := range same {
		if from(pair[0]) != from(pair[1]) {
			t.Errorf("%s and %s have different origins", pair[0], pair[1])
		}
	}
	other := [][2]string{
		{"192.0.2.1", "192.0.2.2"},
		{"2001:db8:1:2::1", "2001:db8:1:3::1"},
		{"127.0.0.1", "127.0.0.2"},
		{"127.0.0.1", "::1"},
		{"::192.0.2.1", "192.0.2.1"},
	}
	for _, pair := range other {
		if from(pair[0]) == from(pair[1]) {
			t.Errorf("%s and %s have the same origin", pair[0], pair[1])
		}
	}
}

func TestConnectionsAreLimitedByAddressAndInAll(t *testing.T) {
	l := newTestAddresses(config.Limits{Connections: 9, AddressConnections: 4, Unauthenticated: 6, AddressUnauthenticated: 3})
	first, refusal := l.connect(t, from("192.0.2.1"), now, 3)
	if refusal != AddressBusy {
		t.Errorf("after 3 unauthenticated connections of one address: %q", refusal)
	}
	for range 3 {
		l.Authenticated(first)
	}
	if _, refusal = l.connect(t, from("192.0.2.1"), now, 1); refusal != AddressFull {
		t.Errorf("after 4 connections of one address: %q", refusal)
	}
	_, refusal = l.connect(t, from("192.0.2.2"), now, 3)
	if refusal != AddressBusy {
		t.Errorf("second address: %q", refusal)
	}
	if _, refusal = l.connect(t, from("192.0.2.3"), now, 0); refusal != ServerFull {
		t.Errorf("7 in all, and 2 reserved for known addresses: %q", refusal)
	}
	l.Disconnect(first, true)
	if _, refusal = l.connect(t, from("192.0.2.3"), now, 1); refusal != ServerFull {
		t.Errorf("after a disconnect: %q", refusal)
	}
}

func TestUnauthenticatedConnectionsAreLimitedInAll(t *testing.T) {
	l := newTestAddresses(config.Limits{Unauthenticated: 2})
	a, refusal := l.connect(t, from("192.0.2.1"), now, 2)
	if refusal != ServerBusy {
		t.Errorf("got %q", refusal)
	}
	l.Disconnect(a, false)
	l.connect(t, from("192.0.2.2"), now, 1)
}

func TestNewConnectionsOfOneAddressAreRateLimited(t *testing.T) {
	l := newTestAddresses(
		config.Limits{AddressNewConnections: config.Rate{Burst: 5, Every: 2 * time.Second}, AddressUnauthenticated: 100},
	)
	_, refusal := l.connect(t, from("192.0.2.1"), now, 5)
	if refusal != AddressRate {
		t.Errorf("sixth connection: %q", refusal)
	}
	l.connect(t, from("192.0.2.2"), now, 5)
	l.connect(t, from("192.0.2.1"), now.Add(4*time.Second), 2)
}

// TestFloodOfUnknownAddressesDoesNotLockOutKnownOnes checks that known addresses have their
// own bucket. A flood from many unknown addresses empties only the bucket of the unknown
// addresses.
func TestFloodOfUnknownAddressesDoesNotLockOutKnownOnes(t *testing.T) {
	l := newTestAddresses(config.Limits{Handshakes: config.Rate{Burst: 20, Every: time.Second}})
	home, _ := l.Connect(from("192.0.2.1"), now.Add(-time.Hour))
	l.SetKnown(home, now.Add(-time.Hour))
	l.Disconnect(home, true)
	for n := range 20 {
		if _, refusal := l.Connect(from(fmt.Sprintf("198.51.100.%d", n)), now); refusal.Reason != None {
			t.Fatalf("unknown address %d: %q", n, refusal)
		}
	}
	if _, refusal := l.Connect(from("198.51.100.99"), now); refusal.Reason != ServerBusy {
		t.Errorf("one more unknown address: %q", refusal)
	}
	if _, refusal := l.Connect(from("192.0.2.1"), now); refusal.Reason != None {
		t.Errorf("known address: %q", refusal)
	}
	if _, refusal := l.Connect(from("198.51.100.99"), now.Add(time.Second)); refusal.Reason != None {
		t.Errorf("unknown address a second later: %q", refusal)
	}
}

// TestLastQuarterIsReservedForKnownAddresses checks that unknown addresses cannot use the
// last quarter of the limit, even if they keep their connections open. Known addresses can
// use the whole limit, but no more.
func TestLastQuarterIsReservedForKnownAddresses(t *testing.T) {
	for _, c := range []struct {
		limits config.Limits
		want   Reason
	}{
		{config.Limits{Unauthenticated: 8, AddressUnauthenticated: 100}, ServerBusy},
		{config.Limits{Connections: 8, AddressUnauthenticated: 100}, ServerFull},
	} {
		l := newTestAddresses(c.limits)
		home, _ := l.Connect(from("192.0.2.1"), now)
		l.SetKnown(home, now)
		l.Disconnect(home, false)
		if _, refusal := l.connect(t, from("198.51.100.1"), now, 6); refusal != c.want {
			t.Errorf("after 6 connections of an unknown address: %q", refusal)
		}
		if _, refusal := l.connect(t, from("192.0.2.1"), now, 2); refusal != c.want {
			t.Errorf("after 2 connections of a known address: %q", refusal)
		}
	}
}

func TestKnownAddressExpires(t *testing.T) {
	l := newTestAddresses(config.Limits{Unauthenticated: 4, KnownAddressFor: time.Hour})
	home, _ := l.Connect(from("192.0.2.1"), now)
	l.SetKnown(home, now)
	l.connect(t, from("198.51.100.1"), now, 2)
	if _, refusal := l.Connect(from("192.0.2.1"), now.Add(time.Hour)); refusal.Reason != ServerBusy {
		t.Errorf("after an hour: %q", refusal)
	}
	if _, refusal := l.Connect(from("192.0.2.1"), now.Add(time.Hour-1)); refusal.Reason != None {
		t.Errorf("within the hour: %q", refusal)
	}
}

func TestPenaltiesAddUpAndDecrease(t *testing.T) {
	l := newTestAddresses(
		config.Limits{
			AddressUnauthenticated: 3,
			Penalties:              config.Penalties{Failed: 10 * time.Second, Threshold: 30 * time.Second, Max: 50 * time.Second},
		},
	)
	a, _ := l.Connect(from("192.0.2.1"), now)
	for n := range 3 {
		if l.Penalize(a, Failed, now) {
			t.Fatalf("refused after %d violations", n+1)
		}
	}
	l.connect(t, from("192.0.2.1"), now, 2)
	if !l.Penalize(a, Failed, now) {
		t.Fatal("not refused after 4 violations")
	}
	for range 10 {
		if l.Penalize(a, Failed, now) {
			t.Fatal("Penalize reported the same refusal twice")
		}
	}
	for after, want := range map[time.Duration]string{
		0: "in 50 seconds", 31 * time.Second: "in 19 seconds", 49 * time.Second: "in 1 second.", 50 * time.Second: "",
	} {
		one := *a // a copy, because the method refusal may modify its argument
		one.unauthenticated = 0
		refusal := l.refusal(&one, now.Add(after)).String()
		if !strings.Contains(refusal, want) || (want == "") != (refusal == "") {
			t.Errorf("%v later: %q, want %q", after, refusal, want)
		}
	}
	l.connect(t, from("192.0.2.2"), now.Add(time.Minute), 3) // the penalty does not affect another address
}

func TestRareViolationsNeverReachTheThreshold(t *testing.T) {
	l := newTestAddresses(config.Limits{})
	a, _ := l.Connect(from("192.0.2.1"), now)
	for n := range 1000 {
		if l.Penalize(a, WrongCode, now.Add(time.Duration(n)*6*time.Second)) {
			t.Fatalf("refused after %d", n+1)
		}
	}
}

func TestAddressesAreBoundedAndExpire(t *testing.T) {
	l := newTestAddresses(
		config.Limits{
			TrackedAddresses: 100,
			Penalties:        config.Penalties{Leaked: 9 * time.Minute},
			Handshakes:       config.Rate{Burst: 1 << 20, Every: 1},
			Unauthenticated:  1 << 20,
			Connections:      1 << 20,
		},
	)
	bad, _ := l.Connect(from("192.0.2.1"), now)
	l.Penalize(bad, Leaked, now)
	l.Disconnect(bad, false)
	connected, _ := l.Connect(from("192.0.2.2"), now)
	var raw [16]byte
	copy(raw[:], "\x20\x01\x0d\xb8")
	for n := range uint64(100_000) {
		binary.BigEndian.PutUint32(raw[4:], uint32(n))
		at := now.Add(time.Duration(n) * time.Microsecond)
		a, refusal := l.Connect(from(netip.AddrFrom16(raw).String()), at)
		if refusal.Reason != None {
			t.Fatalf("address %d: %s", n, refusal)
		}
		l.Disconnect(a, false)
		if size := len(l.entries.entries); size > 100 {
			t.Fatalf("%d addresses after %d", size, n+1)
		}
	}
	if l.entries.entries[from("192.0.2.2")] != connected {
		t.Error("the address of an open connection was evicted")
	}
	if _, refusal := l.Connect(from("192.0.2.1"), now.Add(time.Second)); refusal.Reason == None {
		t.Error("a penalized address was evicted before expired entries")
	}
	later := now.Add(time.Hour)
	for n := range 200 {
		if a, refusal := l.Connect(from(fmt.Sprintf("203.0.113.%d", n)), later); refusal.Reason == None {
			l.Disconnect(a, false)
		}
		later = later.Add(time.Minute)
	}
	if size := len(l.entries.entries); size > 15 {
		t.Errorf("%d addresses are kept, though all but a few have expired", size)
	}
}

func TestConnectionIsRefusedWhenAddressesAreFull(t *testing.T) {
	l := newTestAddresses(config.Limits{TrackedAddresses: 2})
	l.Connect(from("192.0.2.1"), now)
	l.Connect(from("192.0.2.2"), now)
	if _, refusal := l.Connect(from("192.0.2.3"), now); refusal.Reason != ServerFull {
		t.Errorf("got %q", refusal)
	}
}

func TestOnlyWrongCodesAreLimited(t *testing.T) {
	l := newTestAddresses(config.Limits{AddressWrongCodes: config.Rate{Burst: 2, Every: 10 * time.Second}})
	a, _ := l.Connect(from("192.0.2.1"), now)
	for n := range 10 {
		if wait := l.TakeCode(a, now); wait > 0 {
			t.Fatalf("right code %d has to wait %v", n, wait)
		}
		l.ReturnCode(a, now)
	}
	l.TakeCode(a, now)
	l.TakeCode(a, now)
	if wait := l.TakeCode(a, now); wait != 10*time.Second {
		t.Errorf("after two wrong codes the wait is %v", wait)
	}
}

func TestRefusedConnectionsAreReportedEveryTenSeconds(t *testing.T) {
	l := newTestAddresses(config.Limits{AddressConnections: 1})
	l.connect(t, from("192.0.2.1"), now, 1)
	l.Connect(from("192.0.2.1"), now)
	if n := l.TakeRefused(now); n != 2 {
		t.Errorf("reported %d, want 2", n)
	}
	l.Connect(from("192.0.2.1"), now)
	if n := l.TakeRefused(now.Add(9 * time.Second)); n != 0 {
		t.Errorf("reported %d after nine seconds, want 0", n)
	}
	if n := l.TakeRefused(now.Add(10 * time.Second)); n != 1 {
		t.Errorf("reported %d after ten seconds, want 1", n)
	}
}

func TestRefusalAllocatesNothing(t *testing.T) {
	l := newTestAddresses(config.Limits{AddressConnections: 1})
	origin := from("192.0.2.1")
	l.connect(t, origin, now, 1)
	if n := testing.AllocsPerRun(1000, func() { l.Connect(origin, now) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
