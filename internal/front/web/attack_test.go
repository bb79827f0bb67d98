package web

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/config"
	"quadrille/internal/player"
	"quadrille/internal/service/share"
)

// connectFrom opens a connection to the site from a loopback address.
func (s *site) connectFrom(ip string) net.Conn {
	s.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(ip)}}
	c, err := d.DialContext(s.Context(), "tcp", strings.TrimPrefix(s.address, "http://"))
	s.must(err)
	s.Cleanup(func() { _ = c.Close() })
	return c
}

// send sends text on a connection and returns the response.
func (s *site) send(c net.Conn, text string) *http.Response {
	s.Helper()
	_, err := io.WriteString(c, text)
	s.must(err)
	answer, err := http.ReadResponse(bufio.NewReader(c), nil)
	s.must(err)
	return answer
}

// A client that never completes its headers is disconnected.
func TestSlowHeadersEndTheConnection(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	c := s.connectFrom("127.0.0.1")
	_, err := io.WriteString(c, "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
	s.must(err)
	answer, err := io.ReadAll(c) // returns when the server closes the connection
	if err != nil || strings.Contains(string(answer), "200 OK") {
		t.Errorf("%q, %v", answer, err)
	}
}

// A client that never reads its responses is disconnected.
func TestUnreadResponsesEndTheConnection(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *Config) { c.writeTimeout = time.Second })
	c := s.connectFrom("127.0.0.1")
	for sent, err := 0, error(nil); err == nil; sent++ { // the loop ends when the server closes the connection
		if sent > 1_000_000 {
			t.Fatal("the server reads on")
		}
		_, err = io.WriteString(c, "GET /static/page.js HTTP/1.1\r\nHost: x\r\n\r\n")
	}
}

func TestOneAddressCannotTakeAllConnections(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Proxies = "" })
	for range connectionsEach {
		_, err := io.WriteString(s.connectFrom("127.0.0.2"), "GET / HTTP/1.1\r\n")
		s.must(err)
	}
	// ReadAll returns, because the server closes the connection immediately
	if _, err := io.ReadAll(s.connectFrom("127.0.0.2")); err != nil {
		t.Error(err)
	}
	if answer := s.send(s.connectFrom("127.0.0.3"), "GET / HTTP/1.1\r\nHost: x\r\n\r\n"); answer.StatusCode != http.StatusOK {
		t.Errorf("another address: %s", answer.Status)
	}
}

func TestLargeHeadersAreRefused(t *testing.T) {
	s := newSite(t, nil)
	for _, flood := range []string{
		"X-Large: " + strings.Repeat("x", 16<<10) + "\r\n",
		strings.Repeat("X-Many: x\r\n", 2000),
	} {
		answer := s.send(s.connectFrom("127.0.0.1"), "GET / HTTP/1.1\r\nHost: x\r\n"+flood+"\r\n")
		if answer.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
			t.Errorf("%.20q: %s", flood, answer.Status)
		}
	}
}

func TestPathTricksAreNotFound(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Public = "https://chess.example/live" })
	s.start(s.open(inky, everySeat...), "m7-k7")
	for _, path := range []string{
		"//evil.example/", "/live//evil.example/..", "/live/../table/1", "/./table/1", "/table//1", "/table/1/", "/live/table/1/../1",
		"/%2e%2e/table/1", "/static/%2e%2e/templates/page.html", "/static/..%2ftemplates%2fpage.html", "/static/page.css%00",
		"/table/1%2f..%2f1",
		"/\\evil.example", "/table/01", "/table/+1", "/table/1?move=01", "/table/1?move=%2b1", "/table/1?seat=-0",
		"/table/18446744073709551617",
		"/games?before=0", "/games?before=", "/table/1/board.svg?theme=../dark", "/table/1/board.svg?size=9999x9999", "/liveness",
		"/live/live",
		"/?" + strings.Repeat("x", 300),
	} {
		answer := s.send(s.connectFrom("127.0.0.1"), "GET "+path+" HTTP/1.1\r\nHost: x\r\n\r\n")
		if answer.StatusCode != http.StatusNotFound || answer.Header.Get("Location") != "" {
			t.Errorf("%s: %s, %v", path, answer.Status, answer.Header)
		}
	}
}

// TestHostHeadersDoNotPoisonPages checks that a page does not depend on headers in which a
// client or a proxy gives the name of the server.
func TestHostHeadersDoNotPoisonPages(t *testing.T) {
	s := newSite(t, nil)
	s.start(s.open(inky, everySeat...), "m7-k7")
	for _, path := range []string{"/", "/table/1", "/feed.atom", "/feed.json"} {
		poison := s.send(
			s.connectFrom("127.0.0.1"),
			"GET "+path+" HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: evil\r\n"+
				"Forwarded: host=evil.example\r\nX-Original-URL: /evil\r\nX-Rewrite-URL: /evil\r\nX-Forwarded-Prefix: "+
				"/evil\r\nOrigin: https://evil.example\r\nConnection: close\r\n\r\n",
		)
		first, err := io.ReadAll(poison.Body)
		s.must(err)
		if strings.Contains(string(first), "evil") || strings.Contains(fmt.Sprint(poison.Header), "evil") {
			t.Errorf("%s repeats a header: %v\n%s", path, poison.Header, first)
		}
		if second := s.page(path); second != string(first) {
			t.Errorf("%s differs:\n%s\n%s", path, first, second)
		}
	}
}

func TestUnknownParametersDoNotFillTheCache(t *testing.T) {
	s := newSite(t, nil)
	s.start(s.open(inky, everySeat...), "m7-k7")
	for n := range 20 {
		s.page(fmt.Sprintf("/table/1?x=%d", n))
		s.page(fmt.Sprintf("/table/1/board.svg?v=%d", n))
	}
	s.server.cache.mu.Lock()
	defer s.server.cache.mu.Unlock()
	if n := len(s.server.cache.pages); n != 2 {
		t.Errorf("%d pages are kept", n)
	}
}

func TestCacheIsBounded(t *testing.T) {
	if testing.Short() {
		t.SkipNow()
	}
	c := newCache(share.New(""))
	for n := range 100 {
		_, err := c.get(t.Context(), &wanted{
			key: fmt.Sprint(n % 60), version: func() string { return "" },
			make: func() (*page, error) { return &page{body: make([]byte, 1<<20)}, nil },
		})
		if err != nil {
			t.Fatal(err)
		}
		total := 0
		for _, p := range c.pages {
			total += p.size()
		}
		if total != c.bytes || total > maxCacheBytes {
			t.Fatalf("%d bytes are kept and %d counted", total, c.bytes)
		}
	}
	if len(c.pages) < 10 {
		t.Errorf("only %d pages are left", len(c.pages))
	}
}

// TestUncachedPagesTakeOneCore has 16 addresses request pages that are not cached, on two
// processors. A page of another address comes after one of them at most.
func TestUncachedPagesTakeOneCore(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	synctest.Test(t, func(t *testing.T) {
		c := newCache(share.New(""))
		var making, most int
		var clients sync.WaitGroup
		ask := func(address byte, key string) error {
			_, err := c.get(t.Context(), &wanted{
				key: key, from: player.Network(netip.AddrFrom4([4]byte{192, 0, 2, address})), version: func() string { return "" },
				make: func() (*page, error) {
					making++
					most = max(most, making)
					time.Sleep(10 * time.Millisecond)
					making--
					return &page{}, nil
				},
			})
			return err
		}
		for address := range byte(16) {
			for n := range 8 {
				clients.Go(func() {
					if err := ask(address, fmt.Sprint(address, n)); err != nil {
						t.Error(err)
					}
				})
			}
		}
		synctest.Wait()
		time.Sleep(500 * time.Millisecond) // the addresses have had some pages each
		synctest.Wait()
		began := time.Now()
		if err := ask(100, "another"); err != nil {
			t.Error(err)
		}
		if waited := time.Since(began); waited > 200*time.Millisecond {
			t.Errorf("another address waited %v", waited)
		}
		clients.Wait()
		if most != 1 {
			t.Errorf("%d pages were made at once", most)
		}
	})
}

// TestClientThatHangsUpNeedsNoPage has a client disconnect while its page waits for a slot.
func TestClientThatHangsUpNeedsNoPage(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	synctest.Test(t, func(t *testing.T) {
		c := newCache(share.New(""))
		release := make(chan struct{})
		request := func(key string, f func() (*page, error)) *wanted {
			return &wanted{key: key, version: func() string { return "" }, make: f}
		}
		var clients sync.WaitGroup
		clients.Go(func() {
			_, _ = c.get(t.Context(), request("first", func() (*page, error) { <-release; return &page{}, nil }))
		})
		synctest.Wait()
		ctx, hangUp := context.WithCancel(t.Context())
		clients.Go(func() {
			_, err := c.get(ctx, request("second", func() (*page, error) { t.Error("the page was made"); return &page{}, nil }))
			if !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
		synctest.Wait()
		hangUp()
		synctest.Wait()
		close(release)
		clients.Wait()
	})
}

// TestMovesElsewhereKeepPagesCached checks that a page of a table stays cached when something
// changes at another table, and that it does not when its own table changes.
func TestMovesElsewhereKeepPagesCached(t *testing.T) {
	s := newSite(t, nil)
	first, second := s.open(inky, everySeat...), s.open(inky, everySeat...)
	s.start(first, "m7-k7", "j1-k3")
	s.start(second, "m7-k7")
	made := func() time.Time {
		s.has("/table/1?move=1&seat=2", "m7-k7")
		s.server.cache.mu.Lock()
		defer s.server.cache.mu.Unlock()
		return s.server.cache.pages["false /table/1?move=1&seat=2"].made
	}
	at := made()
	s.move(second, "j1-k3")
	s.has("/", "2 moves")
	if !made().Equal(at) {
		t.Error("a move at another table made the page stale")
	}
	s.move(first, "b8-d8")
	if made().Equal(at) {
		t.Error("a move at the table did not make the page stale")
	}
}

// TestIdleConnectionsKeepNobodyOut opens as many connections as the site accepts, 64 from each
// of many addresses. A further address is served at once: in place of an idle connection, or of
// one whose request is not complete.
func TestIdleConnectionsKeepNobodyOut(t *testing.T) {
	for name, request := range map[string]string{"idle": "", "incomplete request": "GET / HTTP/1.1\r\n"} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t, func(c *Config) { c.Proxies = "" })
			for n := range config.MaxWebConnections + connectionsEach {
				c := s.connectFrom(fmt.Sprintf("127.0.7.%d", 1+n/connectionsEach))
				_, err := io.WriteString(c, request)
				s.must(err)
			}
			if answer := s.send(s.connectFrom("127.0.8.1"), "GET / HTTP/1.1\r\nHost: x\r\n\r\n"); answer.StatusCode != http.StatusOK {
				t.Errorf("another address: %s", answer.Status)
			}
		})
	}
}

// TestLiveUpdatesOfManyAddressesKeepNobodyOut has 50 addresses follow live updates. A further
// address takes the place of the oldest stream of one of them.
func TestLiveUpdatesOfManyAddressesKeepNobodyOut(t *testing.T) {
	c, now := newClients(""), time.Now()
	ended := 0
	at := func(n int) netip.Prefix { return player.Network(netip.AddrFrom4([4]byte{10, 0, 0, byte(n)})) }
	for n := range streamsAll {
		if c.begin(at(n/streamsEach), func() { ended++ }, now) == nil {
			t.Fatalf("stream %d is refused", n)
		}
	}
	for n := range streamsEach - 1 {
		if c.begin(at(100), func() { t.Error("a new stream was ended") }, now) == nil || ended != n+1 {
			t.Fatalf("stream %d of a further address: %d others ended", n, ended)
		}
	}
	if c.begin(at(0), func() {}, now) == nil && c.streams.of(at(0)) < streamsEach-1 || c.streams.count != streamsAll {
		t.Errorf("%d streams", c.streams.count)
	}
}

// TestManyAddressesDoNotLockOutOthers checks that the site refuses a new address while it has
// counters for the maximum number of addresses. When the counted addresses have made no
// requests for two seconds, the site must accept the new address.
func TestManyAddressesDoNotLockOutOthers(t *testing.T) {
	c, now := newClients(""), time.Now()
	at := func(n int) netip.Prefix {
		return player.Network(netip.AddrFrom4([4]byte{10, 0, byte(n >> 8), byte(n)}))
	}
	for n := range maxAddresses {
		if !c.allow(at(n), now) {
			t.Fatalf("address %d is refused", n)
		}
	}
	if c.allow(at(maxAddresses), now) {
		t.Error("addresses are not limited")
	}
	if !c.allow(at(maxAddresses), now.Add(2*time.Second)) {
		t.Error("another address is refused later")
	}
}

func TestLiveUpdatesOfOneAddressAreLimited(t *testing.T) {
	s := newSite(t, nil)
	s.start(s.open(inky, everySeat...), "m7-k7")
	for range streamsEach {
		s.follow("/table/1/updates")
	}
	if answer, _ := s.request("/table/1/updates"); answer.StatusCode != http.StatusTooManyRequests {
		t.Errorf("one more: %s", answer.Status)
	}
	s.has("/table/1", "1 of 1")
	if answer, _ := s.request("/robots.txt", "X-Forwarded-For", "198.51.100.1"); answer.StatusCode != http.StatusOK {
		t.Errorf("another address: %s", answer.Status)
	}
}

func TestRequestsOfOneAddressAreLimited(t *testing.T) {
	s := newSite(t, nil)
	for n := range 10 * requestBurst {
		answer, _ := s.request("/robots.txt")
		if answer.StatusCode == http.StatusTooManyRequests {
			if n < requestBurst || answer.Header.Get("Retry-After") == "" {
				t.Errorf("after %d requests: %v", n, answer.Header)
			}
			return
		}
	}
	t.Error("no request is refused")
}
