package limit

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"quadrille/internal/config"
)

// Addresses decides by the client's address whether a connection is admitted, before the
// server does any work for it. It also counts the connections, commands and violations of
// each address.
type Addresses struct {
	limits *Current

	mu              sync.Mutex
	entries         expiringMap[Origin, *Address]
	connections     int
	unauthenticated int             // connections that have not authenticated yet
	handshakes      Bucket          // rate limit shared by the handshakes of all unknown addresses
	knownHandshakes Bucket          // rate limit shared by the handshakes of all known addresses; see Address.knownUntil
	bannedArrivals  Bucket          // rate limit shared by the connections from all banned addresses that are not known
	refused         int             // connections refused since TakeRefused last reported them
	logged          time.Time       // when TakeRefused last reported refused connections
	decisions       [reasons]uint64 // number of connections refused for each reason; None counts the admitted connections
	violations      [violations]atomic.Uint64
}

// Address counts the connections, commands and violations of one address.
type Address struct {
	connections, unauthenticated, guests int
	arrivals, commands, wrongCodes       Bucket
	bannedArrivals                       Bucket // limits connections while the club bans the address
	penalty
	*overhead
	knownUntil time.Time // when the address stops counting as known; set when an account connects from it
}

func newAddress() *Address { return &Address{overhead: new(overhead)} }

// overhead counts the bytes from one address that are no input of a session.
type overhead struct {
	mu    sync.Mutex
	bytes Bucket
}

// TakeOverhead counts n bytes. It returns how long the connection must wait before it reads
// more, because the connections of this address together have sent too much.
func (o *overhead) TakeOverhead(now time.Time, p config.Rate, n int) (wait time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.bytes.Reserve(now, p, n)
}

// ReturnOverhead takes back n bytes that were input of a session.
func (o *overhead) ReturnOverhead(now time.Time, p config.Rate, n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.bytes.Return(now, p, n)
}

func (o *overhead) full(now time.Time) time.Time {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.bytes.full(now)
}

func (a *Address) expiry(now time.Time) (expires time.Time, inUse bool) {
	return slices.MaxFunc([]time.Time{
		a.owedUntil, a.arrivals.full(now), a.commands.full(now), a.wrongCodes.full(now), a.bannedArrivals.full(now),
		a.overhead.full(now), a.knownUntil,
	}, time.Time.Compare), a.connections > 0
}

// NewAddresses returns an Addresses without any connections.
func NewAddresses(limits *Current) *Addresses {
	return &Addresses{limits: limits, entries: expiringMap[Origin, *Address]{capacity: limits.Load().TrackedAddresses}}
}

// SetCapacity sets the maximum number of addresses that are tracked. It does not remove
// addresses that are tracked already.
func (l *Addresses) SetCapacity(addresses int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entries.capacity = addresses
}

// Connect admits or refuses a connection. An admitted connection counts until Disconnect is
// called. The returned *Address can be used after that, to count violations.
func (l *Addresses) Connect(from Origin, now time.Time) (*Address, Refusal) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.admit(from, now)
}

// admit admits or refuses a connection. The lock must be held.
func (l *Addresses) admit(from Origin, now time.Time) (*Address, Refusal) {
	a, ok := l.entries.get(from, now, newAddress)
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

// Limits on connections from banned addresses. Clients may connect from them to prove with a key
// that the ban does not apply to them. Each connection costs a key exchange, so there are few.
const bannedUnauthenticated = 4 // maximum number of unauthenticated connections from one banned address

var (
	bannedAddressRate = config.Rate{Burst: 8, Every: 10 * time.Second} // new connections from one banned address
	// new connections from all banned addresses that are not known
	bannedSharedRate = config.Rate{Burst: 16, Every: 500 * time.Millisecond}
)

// ConnectBanned admits or refuses a connection from a banned address. The limits are narrower
// than those of [Addresses.Connect], which apply, too.
func (l *Addresses) ConnectBanned(from Origin, now time.Time) (*Address, Refusal) {
	l.mu.Lock()
	defer l.mu.Unlock()
	a, tracked := l.entries.entries[from]
	excess := tracked && (a.unauthenticated >= bannedUnauthenticated || a.bannedArrivals.Take(now, bannedAddressRate, 1) > 0)
	if !excess && (!tracked || !a.knownUntil.After(now)) {
		excess = l.bannedArrivals.Take(now, bannedSharedRate, 1) > 0
	}
	if excess {
		l.decisions[AddressBanned]++
		l.refused++
		return nil, Refusal{Reason: AddressBanned}
	}
	a, refusal := l.admit(from, now)
	if a != nil && !tracked {
		a.bannedArrivals.Take(now, bannedAddressRate, 1)
	}
	return a, refusal
}

// ReturnBanned gives back what a connection from a banned address took from the limit of the
// address. Call it when a client has logged in to whom the ban does not apply.
func (l *Addresses) ReturnBanned(a *Address, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	a.bannedArrivals.Return(now, bannedAddressRate, 1)
}

// refusal returns the reason to refuse a connection, or the zero Refusal if there is
// none. It checks the shared rate limit of handshakes last, so that connections refused
// for another reason take no token from its bucket.
func (l *Addresses) refusal(a *Address, now time.Time) Refusal {
	if wait := a.remaining(now); wait > 0 {
		return Refusal{AddressPenalty, wait}
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
		return Refusal{AddressRate, wait}
	}
	if l.pool(a, now).Take(now, limits.Handshakes, 1) > 0 {
		return Refusal{Reason: ServerBusy}
	}
	return Refusal{}
}

// share returns how much of `limit`, a limit of the server, a connection from the address
// may use: three quarters if the address is unknown, and all of it if the address is known.
// Thus idle connections from unknown addresses cannot lock out the players.
func (a *Address) share(limit int, now time.Time) int {
	if a.knownUntil.After(now) {
		return limit
	}
	return limit - limit/4
}

// pool returns the bucket that limits the SSH handshakes from address a. All known
// addresses (see the field knownUntil) share one bucket, and all unknown addresses share
// another.
func (l *Addresses) pool(a *Address, now time.Time) *Bucket {
	if a.knownUntil.After(now) {
		return &l.knownHandshakes
	}
	return &l.handshakes
}

// Authenticated records that one more connection of the address is authenticated.
func (l *Addresses) Authenticated(a *Address) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.unauthenticated--
	a.unauthenticated--
}

// Disconnect removes a connection from the counts of its address and of the server.
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

// Penalize counts a violation. It reports whether the address is refused from now on because
// of this violation; if the address was refused before, it returns false.
func (l *Addresses) Penalize(a *Address, v Violation, now time.Time) (refused bool) {
	l.violations[v].Add(1)
	l.mu.Lock()
	defer l.mu.Unlock()
	penalties := &l.limits.Load().Penalties
	return a.add(now, cost(penalties, v), penalties)
}

// SetKnown marks an address as known, because an account connected from it.
func (l *Addresses) SetKnown(a *Address, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	a.knownUntil = now.Add(l.limits.Load().KnownAddressFor)
}

// AddGuest counts a guest session of an address. It returns false if the address has too
// many guest sessions.
func (l *Addresses) AddGuest(a *Address) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if a.guests >= l.limits.Load().AddressGuests {
		return false
	}
	a.guests++
	return true
}

// RemoveGuest subtracts an ended guest session from the address's count of guest sessions.
func (l *Addresses) RemoveGuest(a *Address) {
	l.mu.Lock()
	defer l.mu.Unlock()
	a.guests--
}

// Command counts a command from an address. If the address has run too many commands, it
// returns the time that the address must wait.
func (l *Addresses) Command(a *Address, now time.Time) (wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return a.commands.Take(now, l.limits.Load().AddressCommands, 1)
}

// TakeCode counts a code as wrong before it is checked, so that concurrent attempts cannot
// exceed the limit. If the address has tried too many wrong codes, TakeCode returns how long it
// must wait. Only wrong codes count: after a right one, call ReturnCode.
func (l *Addresses) TakeCode(a *Address, now time.Time) (wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return a.wrongCodes.Take(now, l.limits.Load().AddressWrongCodes, 1)
}

// ReturnCode subtracts a right code from the count of wrong ones.
func (l *Addresses) ReturnCode(a *Address, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	a.wrongCodes.Return(now, l.limits.Load().AddressWrongCodes, 1)
}

// refusedLogInterval is the minimum time between two log lines about refused connections.
// Without it, a flood would fill the log.
const refusedLogInterval = 10 * time.Second

// TakeRefused returns how many connections were refused since the call that last returned a
// number other than 0. If that call was less than refusedLogInterval ago, it returns 0.
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

// InUse returns the addresses that have open connections or guest sessions.
func (l *Addresses) InUse() (list []Origin) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for from, a := range l.entries.entries {
		if a.connections+a.unauthenticated+a.guests > 0 {
			list = append(list, from)
		}
	}
	return list
}

// Counts are the counters of [Addresses].
type Counts struct {
	Connections     int // connections open now
	Unauthenticated int // connections open now that have not authenticated yet

	Admitted   uint64            // connections admitted since the server started
	Refused    map[string]uint64 // connections refused since the server started, by reason
	Violations map[string]uint64 // violations since the server started, by kind
}

// SessionCounts are the counters of a server's sessions and connections.
type SessionCounts struct {
	Counts
	Named, Guests   int               // number of open sessions of accounts and of guests
	RefusedSessions map[string]uint64 // number of sessions refused since the start, by reason
}

// Counts returns the current values of all counters.
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
