package sshd

import (
	"fmt"
	"sync"
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

// What is said to who is refused, each in its own line.
const (
	fullHouse    = "This server is full: try again in a few minutes."
	fullAddress  = "Too many connections from your address: close one, or try again in a minute."
	busyDoor     = "Too many people are at the door: try again in a few seconds."
	busyAddress  = "Too many connections from your address have not logged in yet: try again in half a minute."
	hastyAddress = "Too many new connections from your address: try again in %s."
	keptOut      = "Nobody is let in from your address: ask the host of this server."
	barred       = "Your address has been asking too much, or failed too often: try again in %s."
)

// enter lets a connection in, or says why not. The address is the connection's
// until it leaves, and may be blamed after that too.
func (g *gate) enter(from origin, now time.Time) (a *address, refusal string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	a, ok := g.addresses.get(from, now, func() *address { return new(address) })
	if refusal = fullHouse; ok {
		refusal = g.refusal(a, now)
	}
	if refusal != "" {
		g.refused++
		return nil, refusal
	}
	g.live++
	g.strangers++
	a.live++
	a.strangers++
	return a, ""
}

// refusal is asked in the order of what costs least to be wrong about: what is
// shared by all comes last, so that nobody uses it up who is refused anyway.
func (g *gate) refusal(a *address, now time.Time) string {
	if left := a.left(now); left > 0 {
		return fmt.Sprintf(barred, inWords(left))
	}
	switch {
	case a.live >= g.limits.Load().AddressConnections:
		return fullAddress
	case a.strangers >= g.limits.Load().AddressStrangers:
		return busyAddress
	case g.live >= g.limits.Load().Connections:
		return fullHouse
	case g.strangers >= g.limits.Load().Strangers:
		return busyDoor
	}
	if wait := a.arrivals.take(now, g.limits.Load().Arrivals, 1); wait > 0 {
		return fmt.Sprintf(hastyAddress, inWords(wait))
	}
	if g.pool(a, now).take(now, g.limits.Load().Handshakes, 1) > 0 {
		return busyDoor
	}
	return ""
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
