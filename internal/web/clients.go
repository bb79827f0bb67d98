package web

import (
	"maps"
	"net/http"
	"net/netip"
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
	streams   int
	swept     time.Time
}

type client struct {
	requests             *rate.Limiter
	streams, connections int // currently open
}

// idle reports whether the counters of a client can be deleted because they equal the
// counters of a new client.
func (c *client) idle(now time.Time) bool {
	return c.streams == 0 && c.connections == 0 && c.requests.TokensAt(now) >= requestBurst
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
	one = &client{requests: rate.NewLimiter(requestRate, requestBurst)}
	c.addresses[at] = one
	return one
}

// connect counts a new connection and reports whether it is within the limits. Trusted
// proxies may open any number of connections.
func (c *clients) connect(from netip.Addr, now time.Time) bool {
	if c.trusted(from) {
		return true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	one := c.client(player.Network(from), now)
	if one == nil || one.connections >= connectionsEach {
		return false
	}
	one.connections++
	return true
}

// disconnect stops counting a connection that was closed.
func (c *clients) disconnect(from netip.Addr) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if one := c.addresses[player.Network(from)]; one != nil && !c.trusted(from) {
		one.connections--
	}
}

// begin counts a new stream of live updates and reports whether it is within the limits.
func (c *clients) begin(at netip.Prefix, now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	one := c.client(at, now)
	if one == nil || one.streams >= streamsEach || c.streams >= streamsAll {
		return false
	}
	one.streams++
	c.streams++
	return true
}

// end stops counting a stream that has ended.
func (c *clients) end(at netip.Prefix) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if one := c.addresses[at]; one != nil {
		one.streams--
	}
	c.streams--
}
