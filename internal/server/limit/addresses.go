package limit

import (
	"sync"
	"sync/atomic"
	"time"
)

// Addresses decides who may connect, before anything is computed for a client, and
// keeps what is known of addresses.
type Addresses struct {
	limits *Current

	mu              sync.Mutex
	known           recent[Origin, *Address]
	connections     int
	unauthenticated int    // connections that have not logged in yet
	handshakes      Bucket // of unknown addresses together
	familiar        Bucket // handshakes of familiar addresses together
	refused         int    // connections since that was last logged
	logged          time.Time
	decisions       [reasons]uint64 // connections, by reason; None counts those admitted
	violations      [violations]atomic.Uint64
}

// Address is what is known of one address.
type Address struct {
	connections, unauthenticated, guests int
	arrivals, commands, wrongCodes       Bucket
	penalty
	familiar time.Time // until then
}

func (a *Address) until(now time.Time) (time.Time, bool) {
	last := a.owed
	for _, t := range []time.Time{a.arrivals.full(now), a.commands.full(now), a.wrongCodes.full(now), a.familiar} {
		if t.After(last) {
			last = t
		}
	}
	return last, a.connections > 0
}

// NewAddresses returns counters that are all at zero.
func NewAddresses(limits *Current) *Addresses {
	return &Addresses{limits: limits, known: recent[Origin, *Address]{bound: limits.Load().TrackedAddresses}}
}

// Resize sets how many addresses are remembered. It forgets none of them.
func (l *Addresses) Resize(addresses int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.known.bound = addresses
}

// Connect admits a connection, or says why not. The address counts the connection
// until Disconnect, and may be penalized after that too.
func (l *Addresses) Connect(from Origin, now time.Time) (*Address, Refusal) {
	l.mu.Lock()
	defer l.mu.Unlock()
	a, ok := l.known.get(from, now, func() *Address { return new(Address) })
	refusal := Refusal{Reason: ServerFull}
	if ok {
		refusal = l.refusal(a, now)
	}
	l.decisions[refusal.Reason]++
	if refusal.Reason != None {
		l.refused++
		return nil, refusal
	}
	l.connections++
	l.unauthenticated++
	a.connections++
	a.unauthenticated++
	return a, refusal
}

// RefuseBanned counts a connection from an address that is banned.
func (l *Addresses) RefuseBanned() Refusal {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.decisions[AddressBanned]++
	l.refused++
	return Refusal{Reason: AddressBanned}
}

// refusal checks what all addresses share last, so that an address that is refused
// anyway does not use it up.
func (l *Addresses) refusal(a *Address, now time.Time) Refusal {
	if left := a.left(now); left > 0 {
		return Refusal{AddressPenalty, left}
	}
	limits := l.limits.Load()
	switch {
	case a.connections >= limits.AddressConnections:
		return Refusal{Reason: AddressFull}
	case a.unauthenticated >= limits.AddressUnauthenticated:
		return Refusal{Reason: AddressBusy}
	case l.connections >= a.share(limits.Connections, now):
		return Refusal{Reason: ServerFull}
	case l.unauthenticated >= a.share(limits.Unauthenticated, now):
		return Refusal{Reason: ServerBusy}
	}
	if wait := a.arrivals.Take(now, limits.AddressNewConnections, 1); wait > 0 {
		return Refusal{AddressHasty, wait}
	}
	if l.pool(a, now).Take(now, limits.Handshakes, 1) > 0 {
		return Refusal{Reason: ServerBusy}
	}
	return Refusal{}
}

// share returns how much of what all have together must be free for an address: the
// last quarter is for familiar addresses, so that connections from everywhere that
// do nothing do not lock out the people who play here.
func (a *Address) share(limit int, now time.Time) int {
	if a.familiar.After(now) {
		return limit
	}
	return limit - limit/4
}

// pool returns the handshakes that an address shares with others of its kind.
func (l *Addresses) pool(a *Address, now time.Time) *Bucket {
	if a.familiar.After(now) {
		return &l.familiar
	}
	return &l.handshakes
}

// Authenticated notes that a connection has logged in.
func (l *Addresses) Authenticated(a *Address) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.unauthenticated--
	a.unauthenticated--
}

// Disconnect notes that a connection is closed.
func (l *Addresses) Disconnect(a *Address, authenticated bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.connections--
	a.connections--
	if !authenticated {
		l.unauthenticated--
		a.unauthenticated--
	}
}

// Penalize counts a violation, and reports whether the address is refused from now
// on and was not before.
func (l *Addresses) Penalize(a *Address, v Violation, now time.Time) (refused bool) {
	l.violations[v].Add(1)
	l.mu.Lock()
	defer l.mu.Unlock()
	terms := &l.limits.Load().Penalties
	return a.add(now, cost(terms, v), terms)
}

// SetFamiliar notes that somebody with a name came from an address.
func (l *Addresses) SetFamiliar(a *Address, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	a.familiar = now.Add(l.limits.Load().KnownAddressFor)
}

// AddGuest counts a guest's session; false if there would be too many.
func (l *Addresses) AddGuest(a *Address) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if a.guests >= l.limits.Load().AddressGuests {
		return false
	}
	a.guests++
	return true
}

// RemoveGuest notes that a guest's session has ended.
func (l *Addresses) RemoveGuest(a *Address) {
	l.mu.Lock()
	defer l.mu.Unlock()
	a.guests--
}

// Command counts a command from an address, or returns how long the address has to
// wait before it may run one.
func (l *Addresses) Command(a *Address, now time.Time) (wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return a.commands.Take(now, l.limits.Load().AddressCommands, 1)
}

// CodeWait returns how long an address has to wait before it may try a code. Only
// wrong codes count.
func (l *Addresses) CodeWait(a *Address, now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return a.wrongCodes.Wait(now, l.limits.Load().AddressWrongCodes)
}

// CountWrongCode notes that somebody tried a code that does not exist.
func (l *Addresses) CountWrongCode(a *Address, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	a.wrongCodes.Take(now, l.limits.Load().AddressWrongCodes, 1)
}

// refusedLogInterval is the least time between two lines about refused connections,
// so that a flood does not fill the log.
const refusedLogInterval = 10 * time.Second

// TakeRefused returns how many connections were refused since it last returned a
// number other than 0, which it does every ten seconds at most.
func (l *Addresses) TakeRefused(now time.Time) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.refused == 0 || now.Sub(l.logged) < refusedLogInterval {
		return 0
	}
	n := l.refused
	l.refused, l.logged = 0, now
	return n
}

// Busy returns the addresses whose connections or guests are counted now.
func (l *Addresses) Busy() (busy []Origin) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for from, a := range l.known.known {
		if a.connections+a.unauthenticated+a.guests > 0 {
			busy = append(busy, from)
		}
	}
	return busy
}

// Counts is what [Addresses] has counted.
type Counts struct {
	Connections     int // now
	Unauthenticated int // of those, not logged in yet

	Admitted   uint64            // connections
	Refused    map[string]uint64 // connections, by reason
	Violations map[string]uint64
}

// Counts returns the counters. It holds the lock for less than a login does.
func (l *Addresses) Counts() Counts {
	c := Counts{Refused: map[string]uint64{}, Violations: map[string]uint64{}}
	l.mu.Lock()
	defer l.mu.Unlock()
	c.Connections, c.Unauthenticated = l.connections, l.unauthenticated
	for reason, n := range l.decisions {
		if Reason(reason) == None {
			c.Admitted = n
		} else {
			c.Refused[reasonNames[reason]] = n
		}
	}
	for v := range l.violations {
		c.Violations[violationNames[v]] = l.violations[v].Load()
	}
	return c
}
