package server

import (
	"encoding/binary"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"
)

// now is when these tests happen; the gate has no clock of its own.
var now = time.Date(2030, 1, 1, 20, 0, 0, 0, time.UTC)

func from(address string) origin {
	return originOf(net.TCPAddrFromAddrPort(netip.AddrPortFrom(netip.MustParseAddr(address), 4711)))
}

func gateOf(limits Limits) *gate {
	return newGate(stand(limits))
}

// enters fails the test unless that many come in one after the other, and says
// what the next hears.
func (g *gate) enters(t *testing.T, from origin, at time.Time, want int) (a *address, refusal string) {
	t.Helper()
	for n := 0; ; n++ {
		next, no := g.enter(from, at)
		if no != "" {
			if n != want {
				t.Fatalf("%d came in, want %d; the next heard %q", n, want, no)
			}
			return a, no
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
	g := gateOf(Limits{Connections: 9, AddressConnections: 4, Strangers: 6, AddressStrangers: 3})
	here, refusal := g.enters(t, from("192.0.2.1"), now, 3)
	if refusal != turnedSentences[busyAddress] {
		t.Errorf("3 strangers of one address: %q", refusal)
	}
	for range 3 {
		g.known(here)
	}
	if _, refusal = g.enters(t, from("192.0.2.1"), now, 1); refusal != turnedSentences[fullAddress] {
		t.Errorf("4 of one address: %q", refusal)
	}
	_, refusal = g.enters(t, from("192.0.2.2"), now, 3)
	if refusal != turnedSentences[busyAddress] {
		t.Errorf("from another: %q", refusal)
	}
	if _, refusal = g.enters(t, from("192.0.2.3"), now, 0); refusal != turnedSentences[fullHouse] {
		t.Errorf("7 in all, and 2 left to the familiar: %q", refusal)
	}
	g.leave(here, false)
	if _, refusal = g.enters(t, from("192.0.2.3"), now, 1); refusal != turnedSentences[fullHouse] {
		t.Errorf("after one has left: %q", refusal)
	}
}

func TestStrangersInAll(t *testing.T) {
	g := gateOf(Limits{Strangers: 2})
	a, refusal := g.enters(t, from("192.0.2.1"), now, 2)
	if refusal != turnedSentences[busyDoor] {
		t.Errorf("got %q", refusal)
	}
	g.leave(a, true)
	g.enters(t, from("192.0.2.2"), now, 1)
}

func TestArrivalsOfOneAddress(t *testing.T) {
	g := gateOf(Limits{Arrivals: Pace{Burst: 5, Every: 2 * time.Second}, AddressStrangers: 100})
	_, refusal := g.enters(t, from("192.0.2.1"), now, 5)
	if !strings.Contains(refusal, "try again in 2 seconds") {
		t.Errorf("the sixth hears %q", refusal)
	}
	g.enters(t, from("192.0.2.2"), now, 5)
	g.enters(t, from("192.0.2.1"), now.Add(4*time.Second), 2)
}

// A flood from everywhere uses up the handshakes of strangers. An address from
// which somebody known came has others to share.
func TestFloodFromEverywhereLeavesRoomForTheFamiliar(t *testing.T) {
	g := gateOf(Limits{Handshakes: Pace{Burst: 20, Every: time.Second}})
	home, _ := g.enter(from("192.0.2.1"), now.Add(-time.Hour))
	g.welcome(home, now.Add(-time.Hour))
	g.leave(home, false)
	for n := range 20 {
		if _, refusal := g.enter(from(fmt.Sprintf("198.51.100.%d", n)), now); refusal != "" {
			t.Fatalf("stranger %d: %q", n, refusal)
		}
	}
	if _, refusal := g.enter(from("198.51.100.99"), now); refusal != turnedSentences[busyDoor] {
		t.Errorf("one stranger more: %q", refusal)
	}
	if _, refusal := g.enter(from("192.0.2.1"), now); refusal != "" {
		t.Errorf("the familiar: %q", refusal)
	}
	if _, refusal := g.enter(from("198.51.100.99"), now.Add(time.Second)); refusal != "" {
		t.Errorf("a second later: %q", refusal)
	}
}

// A slow flood holds what it got. The last quarter is not for it, and the limit is
// the limit for the familiar too.
func TestTheLastQuarterIsForTheFamiliar(t *testing.T) {
	for _, c := range []struct {
		limits Limits
		want   turned
	}{
		{Limits{Strangers: 8, AddressStrangers: 100}, busyDoor},
		{Limits{Connections: 8, AddressStrangers: 100}, fullHouse},
	} {
		g := gateOf(c.limits)
		home, _ := g.enter(from("192.0.2.1"), now)
		g.welcome(home, now)
		g.leave(home, true)
		if _, refusal := g.enters(t, from("198.51.100.1"), now, 6); refusal != turnedSentences[c.want] {
			t.Errorf("one stranger more: %q", refusal)
		}
		if _, refusal := g.enters(t, from("192.0.2.1"), now, 2); refusal != turnedSentences[c.want] {
			t.Errorf("one of the familiar more: %q", refusal)
		}
	}
}

func TestWhoWasFamiliarIsAStrangerAgain(t *testing.T) {
	g := gateOf(Limits{Strangers: 4, Familiar: time.Hour})
	home, _ := g.enter(from("192.0.2.1"), now)
	g.welcome(home, now)
	g.enters(t, from("198.51.100.1"), now, 2)
	if _, refusal := g.enter(from("192.0.2.1"), now.Add(time.Hour)); refusal != turnedSentences[busyDoor] {
		t.Errorf("after an hour: %q", refusal)
	}
	if _, refusal := g.enter(from("192.0.2.1"), now.Add(time.Hour-1)); refusal != "" {
		t.Errorf("within the hour: %q", refusal)
	}
}

func TestPenaltiesGrowAndFade(t *testing.T) {
	g := gateOf(Limits{AddressStrangers: 3, Penalties: Penalties{Failed: 10 * time.Second, Threshold: 30 * time.Second, Max: 50 * time.Second}})
	a, _ := g.enter(from("192.0.2.1"), now)
	for n := range 3 {
		if g.blame(a, 10*time.Second, now) {
			t.Fatalf("refused after %d misdeeds", n+1)
		}
	}
	g.enters(t, from("192.0.2.1"), now, 2)
	if !g.blame(a, 10*time.Second, now) {
		t.Fatal("not refused after 4 misdeeds")
	}
	for range 10 {
		if g.blame(a, 10*time.Second, now) {
			t.Fatal("refused twice over")
		}
	}
	for after, want := range map[time.Duration]string{
		0: "in 50 seconds", 31 * time.Second: "in 19 seconds", 49 * time.Second: "in a second", 50 * time.Second: "",
	} {
		one := *a // as a look may forgive
		one.strangers = 0
		refusal := g.refusal(&one, now.Add(after)).String()
		if !strings.Contains(refusal, want) || (want == "") != (refusal == "") {
			t.Errorf("%v later: %q, want %q", after, refusal, want)
		}
	}
	g.enters(t, from("192.0.2.2"), now.Add(time.Minute), 3) // another has nothing to do with it
}

// Whoever misbehaves less often than he is forgiven is never refused.
func TestRareMisdeedsAreForgiven(t *testing.T) {
	g := gateOf(Limits{})
	a, _ := g.enter(from("192.0.2.1"), now)
	for n := range 1000 {
		if g.blame(a, 5*time.Second, now.Add(time.Duration(n)*6*time.Second)) {
			t.Fatalf("refused after %d", n+1)
		}
	}
}

func TestTheTableOfAddressesIsBoundedAndForgets(t *testing.T) {
	g := gateOf(Limits{Addresses: 100, Handshakes: Pace{Burst: 1 << 20, Every: 1}, Strangers: 1 << 20, Connections: 1 << 20})
	bad, _ := g.enter(from("192.0.2.1"), now)
	g.blame(bad, 9*time.Minute, now)
	g.leave(bad, true)
	here, _ := g.enter(from("192.0.2.2"), now)
	var raw [16]byte
	copy(raw[:], "\x20\x01\x0d\xb8")
	for n := range uint64(100_000) {
		binary.BigEndian.PutUint32(raw[4:], uint32(n))
		at := now.Add(time.Duration(n) * time.Microsecond)
		a, refusal := g.enter(from(netip.AddrFrom16(raw).String()), at)
		if refusal != "" {
			t.Fatalf("address %d: %s", n, refusal)
		}
		g.leave(a, true)
		if size := len(g.addresses.known); size > 100 {
			t.Fatalf("%d addresses after %d", size, n+1)
		}
	}
	if g.addresses.known[from("192.0.2.2")] != here {
		t.Error("a live connection's address is forgotten")
	}
	if _, refusal := g.enter(from("192.0.2.1"), now.Add(time.Second)); refusal == "" {
		t.Error("a refused address is forgotten before others that owe nothing")
	}
	later := now.Add(time.Hour)
	for n := range 200 {
		if a, refusal := g.enter(from(fmt.Sprintf("203.0.113.%d", n)), later); refusal == "" {
			g.leave(a, true)
		}
		later = later.Add(time.Minute)
	}
	if size := len(g.addresses.known); size > 15 {
		t.Errorf("%d addresses are remembered when hardly anybody comes", size)
	}
}

func TestAFullTableOfAddressesRefuses(t *testing.T) {
	g := gateOf(Limits{Addresses: 2})
	g.enter(from("192.0.2.1"), now)
	g.enter(from("192.0.2.2"), now)
	if _, refusal := g.enter(from("192.0.2.3"), now); refusal != turnedSentences[fullHouse] {
		t.Errorf("got %q", refusal)
	}
}

func TestGuessesCountWhenWrong(t *testing.T) {
	g := gateOf(Limits{Guesses: Pace{Burst: 2, Every: 10 * time.Second}})
	a, _ := g.enter(from("192.0.2.1"), now)
	for n := range 10 {
		if wait := g.guess(a, now); wait > 0 {
			t.Fatalf("right guess %d has to wait %v", n, wait)
		}
	}
	g.wrong(a, now)
	g.wrong(a, now)
	if wait := g.guess(a, now); wait != 10*time.Second {
		t.Errorf("after two wrong ones the wait is %v", wait)
	}
}

func TestRefusalsAreLoggedNowAndThen(t *testing.T) {
	g := gateOf(Limits{AddressConnections: 1})
	g.enters(t, from("192.0.2.1"), now, 1)
	g.enter(from("192.0.2.1"), now)
	if n := g.tellRefused(now); n != 2 {
		t.Errorf("told of %d, want 2", n)
	}
	g.enter(from("192.0.2.1"), now)
	if n := g.tellRefused(now.Add(9 * time.Second)); n != 0 {
		t.Errorf("told of %d at once", n)
	}
	if n := g.tellRefused(now.Add(10 * time.Second)); n != 1 {
		t.Errorf("told of %d later, want 1", n)
	}
}

func TestRefusingAllocatesNextToNothing(t *testing.T) {
	g := gateOf(Limits{AddressConnections: 1})
	here := from("192.0.2.1")
	g.enters(t, here, now, 1)
	if n := testing.AllocsPerRun(1000, func() { g.enter(here, now) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
