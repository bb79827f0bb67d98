package web

import (
	"context"
	"maps"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"quadrille/internal/config"
	"quadrille/internal/player"
)

// Limits for one address, and for all addresses together.
const (
	requestRate     = 20 // requests per second
	requestBurst    = 100
	arrivalRate     = 20 // new connections per second
	arrivalBurst    = 128
	streamsEach     = 20   // maximum number of streams of live updates to one address
	streamsAll      = 1000 // maximum number of streams of live updates to all addresses
	connectionsEach = 64   // maximum number of open connections from one address
	maxAddresses    = 10_000
	sweepEvery      = time.Second
)

// clients limits how many connections, requests and live updates an address may use.
type clients struct {
	proxies []netip.Prefix // proxies whose X-Forwarded-For header is trusted

	mu        sync.Mutex
	addresses map[netip.Prefix]*client
	streams   shares[*stream]
	swept     time.Time
}

type client struct {
	requests, arrivals *rate.Limiter
}

// idle reports whether the counters of a client can be deleted because they equal the
// counters of a new client.
func (c *client) idle(now time.Time) bool {
	return c.requests.TokensAt(now) >= requestBurst && c.arrivals.TokensAt(now) >= arrivalBurst
}

// stream is a stream of live updates.
type stream struct {
	from   netip.Prefix
	cancel context.CancelFunc
}

// newClients returns a *clients that has not counted anything yet. The parameter `proxies`
// lists the addresses and ranges of trusted proxies, separated by spaces.
func newClients(proxies string) *clients {
	c := &clients{addresses: map[netip.Prefix]*client{}}
	c.proxies, _ = config.ParseRanges(proxies) // the configuration has already been checked, so there is no error
	return c
}

// addressOf returns the address of a client. If the connection comes from a trusted proxy,
// this is the last address in X-Forwarded-For that is not a trusted proxy.
func (c *clients) addressOf(r *http.Request) netip.Prefix {
	at := ipOf(r.RemoteAddr)
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && c.trusted(at); i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		at = hop
	}
	return player.Network(at)
}

// ipOf returns the IP address in an address of the form host:port.
func ipOf(address string) netip.Addr {
	at, _ := netip.ParseAddrPort(address)
	return at.Addr()
}

func (c *clients) trusted(a netip.Addr) bool {
	for _, p := range c.proxies {
		if p.Contains(a.Unmap()) {
			return true
		}
	}
	return false
}

// allow counts a request and reports whether it is within the limits.
func (c *clients) allow(at netip.Prefix, now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	one := c.client(at, now)
	return one != nil && one.requests.AllowN(now, 1)
}

// client returns the counters of an address, or nil if there are too many addresses.
func (c *clients) client(at netip.Prefix, now time.Time) *client {
	one := c.addresses[at]
	if one != nil {
		return one
	}
	if len(c.addresses) >= maxAddresses && now.Sub(c.swept) > sweepEvery {
		c.swept = now
		maps.DeleteFunc(c.addresses, func(_ netip.Prefix, one *client) bool { return one.idle(now) })
	}
	if len(c.addresses) >= maxAddresses {
		return nil
	}
	one = &client{requests: rate.NewLimiter(requestRate, requestBurst), arrivals: rate.NewLimiter(arrivalRate, arrivalBurst)}
	c.addresses[at] = one
	return one
}

// arrive counts a new connection and reports whether it is within the limits. Trusted proxies
// may open any number of connections.
func (c *clients) arrive(from netip.Addr, now time.Time) bool {
	if c.trusted(from) {
		return true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	one := c.client(player.Network(from), now)
	return one != nil && one.arrivals.AllowN(now, 1)
}

// begin counts a new stream of live updates, or returns nil if it exceeds the limits. If there
// are too many streams, it ends the oldest one of the address with the most streams, unless
// the new stream's address has as many. The browser of the ended stream then connects again.
func (c *clients) begin(from netip.Prefix, cancel context.CancelFunc, now time.Time) *stream {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.client(from, now) == nil || c.streams.of(from) >= streamsEach {
		return nil
	}
	if c.streams.count >= streamsAll {
		most, n := c.streams.largest()
		if n <= c.streams.of(from) {
			return nil
		}
		oldest := c.streams.all[most][0]
		c.streams.remove(most, oldest)
		oldest.cancel()
	}
	one := &stream{from, cancel}
	c.streams.add(from, one)
	return one
}

// end stops counting a stream that has ended.
func (c *clients) end(one *stream) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.streams.remove(one.from, one)
}

// shares lists connections or streams by the address of their clients, the oldest first.
type shares[T comparable] struct {
	all   map[netip.Prefix][]T
	count int
}

func (s *shares[T]) of(from netip.Prefix) int { return len(s.all[from]) }

func (s *shares[T]) add(from netip.Prefix, one T) {
	if s.all == nil {
		s.all = map[netip.Prefix][]T{}
	}
	s.all[from] = append(s.all[from], one)
	s.count++
}

// remove removes one element, if it is listed.
func (s *shares[T]) remove(from netip.Prefix, one T) {
	i := slices.Index(s.all[from], one)
	if i < 0 {
		return
	}
	s.count--
	if s.all[from] = slices.Delete(s.all[from], i, i+1); len(s.all[from]) == 0 {
		delete(s.all, from)
	}
}

// largest returns the address with the most elements, and their number.
func (s *shares[T]) largest() (most netip.Prefix, n int) {
	for from, list := range s.all {
		if len(list) > n {
			most, n = from, len(list)
		}
	}
	return most, n
}
