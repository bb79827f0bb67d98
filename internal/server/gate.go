package server

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// gate decides who may come in, before anything is computed for him, and keeps
// what is known of addresses. Nothing it does waits.
type gate struct {
	limits *standingLimits

	mu        sync.Mutex
	addresses memory[origin, *address]
	live      int // connections
	strangers int // of those, not authenticated yet
	unknown   stride
	familiar  stride
	refused   int // connections since that was last logged
	told      time.Time
	turned    [reasonsToTurn]uint64 // connections, by why; those let in too
	misdeeds  [kindsOfMisdeed]atomic.Uint64
}

// address is what is known of one.
type address struct {
	live, strangers, guests     int
	arrivals, commands, guesses stride
	penance
	familiar time.Time // until then
}

func (a *address) until() (time.Time, bool) {
	last := a.owed
	for _, t := range []time.Time{a.arrivals.earned, a.commands.earned, a.guesses.earned, a.familiar} {
		if t.After(last) {
			last = t
		}
	}
	return last, a.live > 0
}

func newGate(limits *standingLimits) *gate {
	return &gate{limits: limits, addresses: memory[origin, *address]{bound: limits.Load().Addresses}}
}

// remember sets how many addresses are remembered; nobody is forgotten for it.
func (g *gate) remember(addresses int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.addresses.bound = addresses
}

// enter lets a connection in, or says why not. The address is the connection's
// until it leaves, and may be blamed after that too.
func (g *gate) enter(from origin, now time.Time) (a *address, sentence string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	a, ok := g.addresses.get(from, now, func() *address { return new(address) })
	no := refusal{why: fullHouse}
	if ok {
		no = g.refusal(a, now)
	}
	g.turned[no.why]++
	if no.why != letIn {
		g.refused++
		return nil, no.String()
	}
	g.live++
	g.strangers++
	a.live++
	a.strangers++
	return a, ""
}

// keepOut counts a connection that is turned away for good.
func (g *gate) keepOut() (sentence string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.turned[keptOut]++
	g.refused++
	return refusal{why: keptOut}.String()
}

// refusal is asked in the order of what costs least to be wrong about: what is
// shared by all comes last, so that nobody uses it up who is refused anyway.
func (g *gate) refusal(a *address, now time.Time) refusal {
	if left := a.left(now); left > 0 {
		return refusal{barred, left}
	}
	switch {
	case a.live >= g.limits.Load().AddressConnections:
		return refusal{why: fullAddress}
	case a.strangers >= g.limits.Load().AddressStrangers:
		return refusal{why: busyAddress}
	case g.live >= a.share(g.limits.Load().Connections, now):
		return refusal{why: fullHouse}
	case g.strangers >= a.share(g.limits.Load().Strangers, now):
		return refusal{why: busyDoor}
	}
	if wait := a.arrivals.take(now, g.limits.Load().Arrivals, 1); wait > 0 {
		return refusal{hastyAddress, wait}
	}
	if g.pool(a, now).take(now, g.limits.Load().Handshakes, 1) > 0 {
		return refusal{why: busyDoor}
	}
	return refusal{}
}

// share is how much of what all have together may be taken when an address asks for
// more: the last quarter is for the familiar, so that who holds connections from
// everywhere and says nothing does not shut them out.
func (a *address) share(limit int, now time.Time) int {
	if a.familiar.After(now) {
		return limit
	}
	return limit - limit/4
}

// pool is the handshakes that an address shares with others of its kind.
func (g *gate) pool(a *address, now time.Time) *stride {
	if a.familiar.After(now) {
		return &g.familiar
	}
	return &g.unknown
}

// inWords is a time to wait, in whole seconds.
func inWords(d time.Duration) string {
	seconds := int((d + time.Second - 1) / time.Second)
	if seconds == 1 {
		return "a second"
	}
	return fmt.Sprintf("%d seconds", seconds)
}

// known is for a connection that has authenticated.
func (g *gate) known(a *address) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.strangers--
	a.strangers--
}

// leave is for a connection that is gone.
func (g *gate) leave(a *address, stranger bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.live--
	a.live--
	if stranger {
		g.strangers--
		a.strangers--
	}
}

// blame notes a misdeed and reports whether the address is refused from now on,
// and was not before.
func (g *gate) blame(a *address, cost time.Duration, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return a.owe(now, cost, &g.limits.Load().Penalties)
}

// welcome makes an address familiar.
func (g *gate) welcome(a *address, now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	a.familiar = now.Add(g.limits.Load().Familiar)
}

// guests counts the sessions of guests; false if there would be too many.
func (g *gate) guests(a *address, more int) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if a.guests+more > g.limits.Load().AddressGuests {
		return false
	}
	a.guests += more
	return true
}

// command is how long an address has to wait before it may give one.
func (g *gate) command(a *address, now time.Time) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	return a.commands.take(now, g.limits.Load().AddressCommands, 1)
}

// guess is how long an address has to wait before it may try a code. Only wrong
// ones count.
func (g *gate) guess(a *address, now time.Time) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	return a.guesses.spent(now, g.limits.Load().Guesses)
}

func (g *gate) wrong(a *address, now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	a.guesses.take(now, g.limits.Load().Guesses, 1)
}

// tellRefused is how many connections were refused since it last was anything
// but 0; it is so at most once in ten seconds, as a log is no place for a flood.
func (g *gate) tellRefused(now time.Time) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.refused == 0 || now.Sub(g.told) < 10*time.Second {
		return 0
	}
	n := g.refused
	g.refused, g.told = 0, now
	return n
}
