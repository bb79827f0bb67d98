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

// now is when these tests happen; the package has no clock of its own.
var now = time.Date(2030, 1, 1, 20, 0, 0, 0, time.UTC)

func from(address string) Origin { return OriginOf(netip.MustParseAddr(address)) }

func newTestAddresses(limits config.Limits) *Addresses { return NewAddresses(NewCurrent(limits)) }

// connects fails the test unless want connections are admitted one after the other,
// and returns why the next is refused.
func (l *Addresses) connects(t *testing.T, from Origin, at time.Time, want int) (a *Address, refusal Reason) {
	t.Helper()
	for n := 0; ; n++ {
		next, no := l.Connect(from, at)
		if no.Reason != None {
			if n != want {
				t.Fatalf("%d were admitted, want %d; the next was told %q", n, want, no)
			}
			return a, no.Reason
		}
		a = next
	}
}

func TestOriginsAreWhatOneHouseholdHas(t *testing.T) {
	same := [][2]string{
		{"192.0.2.1", "::ffff:192.0.2.1"},
		{"2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"},
		{"fe80::1%eth0", "fe80::2%eth1"},
		{"127.0.0.1", "::ffff:127.0.0.1"},
	}
	for _, pair := range same {
		if from(pair[0]) != from(pair[1]) {
			t.Errorf("%s and %s are two", pair[0], pair[1])
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
			t.Errorf("%s and %s are one", pair[0], pair[1])
		}
	}
}

func TestGateCountsByAddressAndInAll(t *testing.T) {
	l := newTestAddresses(config.Limits{Connections: 9, AddressConnections: 4, Unauthenticated: 6, AddressUnauthenticated: 3})
	here, refusal := l.connects(t, from("192.0.2.1"), now, 3)
	if refusal != AddressBusy {
		t.Errorf("3 strangers of one address: %q", refusal)
	}
	for range 3 {
		l.Authenticated(here)
	}
	if _, refusal = l.connects(t, from("192.0.2.1"), now, 1); refusal != AddressFull {
		t.Errorf("4 of one address: %q", refusal)
	}
	_, refusal = l.connects(t, from("192.0.2.2"), now, 3)
	if refusal != AddressBusy {
		t.Errorf("from another: %q", refusal)
	}
	if _, refusal = l.connects(t, from("192.0.2.3"), now, 0); refusal != ServerFull {
		t.Errorf("7 in all, and 2 left to the familiar: %q", refusal)
	}
	l.Disconnect(here, true)
	if _, refusal = l.connects(t, from("192.0.2.3"), now, 1); refusal != ServerFull {
		t.Errorf("after one has left: %q", refusal)
	}
}

func TestStrangersInAll(t *testing.T) {
	l := newTestAddresses(config.Limits{Unauthenticated: 2})
	a, refusal := l.connects(t, from("192.0.2.1"), now, 2)
	if refusal != ServerBusy {
		t.Errorf("got %q", refusal)
	}
	l.Disconnect(a, false)
	l.connects(t, from("192.0.2.2"), now, 1)
}

func TestArrivalsOfOneAddress(t *testing.T) {
	l := newTestAddresses(config.Limits{AddressNewConnections: config.Rate{Burst: 5, Every: 2 * time.Second}, AddressUnauthenticated: 100})
	_, refusal := l.connects(t, from("192.0.2.1"), now, 5)
	if refusal != AddressHasty {
		t.Errorf("the sixth hears %q", refusal)
	}
	l.connects(t, from("192.0.2.2"), now, 5)
	l.connects(t, from("192.0.2.1"), now.Add(4*time.Second), 2)
}

// A flood from everywhere uses up the handshakes of strangers. An address from
// which somebody known came has others to share.
func TestFloodFromEverywhereLeavesRoomForTheFamiliar(t *testing.T) {
	l := newTestAddresses(config.Limits{Handshakes: config.Rate{Burst: 20, Every: time.Second}})
	home, _ := l.Connect(from("192.0.2.1"), now.Add(-time.Hour))
	l.SetFamiliar(home, now.Add(-time.Hour))
	l.Disconnect(home, true)
	for n := range 20 {
		if _, refusal := l.Connect(from(fmt.Sprintf("198.51.100.%d", n)), now); refusal.Reason != None {
			t.Fatalf("stranger %d: %q", n, refusal)
		}
	}
	if _, refusal := l.Connect(from("198.51.100.99"), now); refusal.Reason != ServerBusy {
		t.Errorf("one stranger more: %q", refusal)
	}
	if _, refusal := l.Connect(from("192.0.2.1"), now); refusal.Reason != None {
		t.Errorf("the familiar: %q", refusal)
	}
	if _, refusal := l.Connect(from("198.51.100.99"), now.Add(time.Second)); refusal.Reason != None {
		t.Errorf("a second later: %q", refusal)
	}
}

// A slow flood holds what it got. The last quarter is not for it, and the limit is
// the limit for the familiar too.
func TestTheLastQuarterIsForTheFamiliar(t *testing.T) {
	for _, c := range []struct {
		limits config.Limits
		want   Reason
	}{
		{config.Limits{Unauthenticated: 8, AddressUnauthenticated: 100}, ServerBusy},
		{config.Limits{Connections: 8, AddressUnauthenticated: 100}, ServerFull},
	} {
		l := newTestAddresses(c.limits)
		home, _ := l.Connect(from("192.0.2.1"), now)
		l.SetFamiliar(home, now)
		l.Disconnect(home, false)
		if _, refusal := l.connects(t, from("198.51.100.1"), now, 6); refusal != c.want {
			t.Errorf("one stranger more: %q", refusal)
		}
		if _, refusal := l.connects(t, from("192.0.2.1"), now, 2); refusal != c.want {
			t.Errorf("one of the familiar more: %q", refusal)
		}
	}
}

func TestWhoWasFamiliarIsAStrangerAgain(t *testing.T) {
	l := newTestAddresses(config.Limits{Unauthenticated: 4, KnownAddressFor: time.Hour})
	home, _ := l.Connect(from("192.0.2.1"), now)
	l.SetFamiliar(home, now)
	l.connects(t, from("198.51.100.1"), now, 2)
	if _, refusal := l.Connect(from("192.0.2.1"), now.Add(time.Hour)); refusal.Reason != ServerBusy {
		t.Errorf("after an hour: %q", refusal)
	}
	if _, refusal := l.Connect(from("192.0.2.1"), now.Add(time.Hour-1)); refusal.Reason != None {
		t.Errorf("within the hour: %q", refusal)
	}
}

func TestPenaltiesGrowAndFade(t *testing.T) {
	l := newTestAddresses(config.Limits{AddressUnauthenticated: 3, Penalties: config.Penalties{Failed: 10 * time.Second, Threshold: 30 * time.Second, Max: 50 * time.Second}})
	a, _ := l.Connect(from("192.0.2.1"), now)
	for n := range 3 {
		if l.Penalize(a, Failed, now) {
			t.Fatalf("refused after %d misdeeds", n+1)
		}
	}
	l.connects(t, from("192.0.2.1"), now, 2)
	if !l.Penalize(a, Failed, now) {
		t.Fatal("not refused after 4 misdeeds")
	}
	for range 10 {
		if l.Penalize(a, Failed, now) {
			t.Fatal("refused twice over")
		}
	}
	for after, want := range map[time.Duration]string{
		0: "in 50 seconds", 31 * time.Second: "in 19 seconds", 49 * time.Second: "in a second", 50 * time.Second: "",
	} {
		one := *a // as a look may forgive
		one.unauthenticated = 0
		refusal := l.refusal(&one, now.Add(after)).String()
		if !strings.Contains(refusal, want) || (want == "") != (refusal == "") {
			t.Errorf("%v later: %q, want %q", after, refusal, want)
		}
	}
	l.connects(t, from("192.0.2.2"), now.Add(time.Minute), 3) // another has nothing to do with it
}

// An address with fewer violations than time pays off is never refused.
func TestRareMisdeedsAreForgiven(t *testing.T) {
	l := newTestAddresses(config.Limits{})
	a, _ := l.Connect(from("192.0.2.1"), now)
	for n := range 1000 {
		if l.Penalize(a, WrongCode, now.Add(time.Duration(n)*6*time.Second)) {
			t.Fatalf("refused after %d", n+1)
		}
	}
}

func TestTheTableOfAddressesIsBoundedAndForgets(t *testing.T) {
	l := newTestAddresses(config.Limits{TrackedAddresses: 100, Penalties: config.Penalties{Leaked: 9 * time.Minute}, Handshakes: config.Rate{Burst: 1 << 20, Every: 1}, Unauthenticated: 1 << 20, Connections: 1 << 20})
	bad, _ := l.Connect(from("192.0.2.1"), now)
	l.Penalize(bad, Leaked, now)
	l.Disconnect(bad, false)
	here, _ := l.Connect(from("192.0.2.2"), now)
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
		if size := len(l.known.known); size > 100 {
			t.Fatalf("%d addresses after %d", size, n+1)
		}
	}
	if l.known.known[from("192.0.2.2")] != here {
		t.Error("a live connection's address is forgotten")
	}
	if _, refusal := l.Connect(from("192.0.2.1"), now.Add(time.Second)); refusal.Reason == None {
		t.Error("a refused address is forgotten before others that owe nothing")
	}
	later := now.Add(time.Hour)
	for n := range 200 {
		if a, refusal := l.Connect(from(fmt.Sprintf("203.0.113.%d", n)), later); refusal.Reason == None {
			l.Disconnect(a, false)
		}
		later = later.Add(time.Minute)
	}
	if size := len(l.known.known); size > 15 {
		t.Errorf("%d addresses are remembered when hardly anybody comes", size)
	}
}

func TestAFullTableOfAddressesRefuses(t *testing.T) {
	l := newTestAddresses(config.Limits{TrackedAddresses: 2})
	l.Connect(from("192.0.2.1"), now)
	l.Connect(from("192.0.2.2"), now)
	if _, refusal := l.Connect(from("192.0.2.3"), now); refusal.Reason != ServerFull {
		t.Errorf("got %q", refusal)
	}
}

func TestGuessesCountWhenWrong(t *testing.T) {
	l := newTestAddresses(config.Limits{AddressWrongCodes: config.Rate{Burst: 2, Every: 10 * time.Second}})
	a, _ := l.Connect(from("192.0.2.1"), now)
	for n := range 10 {
		if wait := l.CodeWait(a, now); wait > 0 {
			t.Fatalf("right guess %d has to wait %v", n, wait)
		}
	}
	l.CountWrongCode(a, now)
	l.CountWrongCode(a, now)
	if wait := l.CodeWait(a, now); wait != 10*time.Second {
		t.Errorf("after two wrong ones the wait is %v", wait)
	}
}

func TestRefusalsAreLoggedNowAndThen(t *testing.T) {
	l := newTestAddresses(config.Limits{AddressConnections: 1})
	l.connects(t, from("192.0.2.1"), now, 1)
	l.Connect(from("192.0.2.1"), now)
	if n := l.TakeRefused(now); n != 2 {
		t.Errorf("told of %d, want 2", n)
	}
	l.Connect(from("192.0.2.1"), now)
	if n := l.TakeRefused(now.Add(9 * time.Second)); n != 0 {
		t.Errorf("told of %d at once", n)
	}
	if n := l.TakeRefused(now.Add(10 * time.Second)); n != 1 {
		t.Errorf("told of %d later, want 1", n)
	}
}

func TestRefusingAllocatesNextToNothing(t *testing.T) {
	l := newTestAddresses(config.Limits{AddressConnections: 1})
	here := from("192.0.2.1")
	l.connects(t, here, now, 1)
	if n := testing.AllocsPerRun(1000, func() { l.Connect(here, now) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
