package web

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/config"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/service/club/clubtest"
	"quadrille/internal/service/lobby"
	"quadrille/internal/setup"
	"quadrille/internal/store"
	"quadrille/internal/table"
	tables "quadrille/internal/table/live"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
	"quadrille/rules/variants"
)

var (
	inky    = player.Player{ID: "SHA256:inky", Name: "Inky"}
	hostile = player.Player{ID: "SHA256:hostile", Name: `<b>"&'`}
)

// choices are the stored settings of accounts.
type choices map[player.ID]player.Settings

func (c choices) Recall(_ context.Context, id player.ID) (player.Settings, error) { return c[id], nil }

func (c choices) Remember(context.Context, player.ID, ...player.Choice) error { return nil }

// site is a web server under test and its lobby.
type site struct {
	*testing.T
	lobby   *lobby.Lobby
	club    *club.Club
	server  *Server
	address string
}

func newSite(t *testing.T, change func(*Config)) *site {
	t.Helper()
	quiet := slog.New(slog.DiscardHandler)
	data, err := store.Open(t.Context(), t.TempDir(), quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = data.Close() })
	ratings := data.Ratings(variants.New, quiet)
	l, err := lobby.Open(t.Context(), lobby.Config{Store: data.Tables, Evenings: data.Evenings, Ladder: ratings, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close(context.Background()) })
	theClub, err := clubtest.Open(t.Context(), club.Config{Name: "Café"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	cfg := Config{
		Web: config.Default().Web, Lobby: l, Club: theClub, Ladder: ratings, Memory: choices{}, SSH: "ssh chess.example",
		Logger: quiet,
	}
	if change != nil {
		change(&cfg)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &site{t, l, theClub, Serve(listener, cfg), "http://" + listener.Addr().String()}
	t.Cleanup(s.server.Close)
	return s
}

func (s *site) open(host player.Player, terms ...string) *tables.Table {
	s.Helper()
	parsed, err := setup.ParseTerms(terms)
	s.must(err)
	t, err := s.lobby.Create(s.Context(), host, parsed)
	s.must(err)
	return t
}

// start gives all seats to the host, starts the game and plays moves in plain notation.
func (s *site) start(t *tables.Table, moves ...string) {
	s.Helper()
	host := t.View().Host
	for seat := range rules.Seat(rules.SeatCount) {
		s.must(t.Do(s.Context(), table.Command{By: host, Kind: table.Sit, Seat: seat}))
	}
	s.must(t.Do(s.Context(), table.Command{By: host, Kind: table.Ready}))
	s.move(t, moves...)
}

func (s *site) move(t *tables.Table, moves ...string) {
	s.Helper()
	for _, move := range moves {
		v := t.View()
		a, err := rules.ParsePlain(v.Variant.Facts(), v.Actor, move)
		s.must(err)
		s.must(t.Do(s.Context(), table.Command{By: v.Seats[v.Actor].Player, Kind: table.Play, Seat: v.Actor, Action: a, Answers: -1}))
	}
}

func (s *site) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *site) request(path string, header ...string) (*http.Response, string) {
	s.Helper()
	r, err := http.NewRequestWithContext(s.Context(), http.MethodGet, s.address+path, nil)
	s.must(err)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
	s.must(err)
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	s.must(err)
	return answer, string(body)
}

// page requests a page, which must exist, and returns its body.
func (s *site) page(path string) string {
	s.Helper()
	answer, body := s.request(path)
	if answer.StatusCode != http.StatusOK {
		s.Fatalf("%s: %s", path, answer.Status)
	}
	return body
}

// missing checks that a request for a path gets the same response as a request for a table
// that does not exist.
func (s *site) missing(path string) {
	s.Helper()
	want, text := s.request("/table/999")
	got, body := s.request(path)
	want.Header.Del("Date")
	got.Header.Del("Date")
	if got.StatusCode != http.StatusNotFound || body != text || fmt.Sprint(got.Header) != fmt.Sprint(want.Header) {
		s.Errorf("%s: %s, %q, %v", path, got.Status, body, got.Header)
	}
}

func (s *site) has(path string, wants ...string) {
	s.Helper()
	body := s.page(path)
	for _, want := range wants {
		if !strings.Contains(body, want) {
			s.Errorf("%s lacks %q:\n%s", path, want, body)
		}
	}
}

func (s *site) lacks(path string, unwanted ...string) {
	s.Helper()
	body := s.page(path)
	for _, text := range unwanted {
		if strings.Contains(body, text) {
			s.Errorf("%s has %q", path, text)
		}
	}
}

// TestChangeBeforeThePageConnects checks that a page learns of a move that was made after the page was loaded and before
// it connected for live updates.
func TestChangeBeforeThePageConnects(t *testing.T) {
	s := newSite(t, nil)
	at := s.open(inky, everySeat...)
	s.start(at, "m7-k7")
	address := func() string {
		return html.UnescapeString(regexp.MustCompile(`data-live="([^"]*)"`).FindStringSubmatch(s.page("/table/1"))[1])
	}
	before, others := address(), s.follow("/table/1/updates")
	s.move(at, "j1-k3")
	s.changed(others)
	s.changed(s.follow(before)) // at once: nothing changes afterwards
	lines := s.follow(address())
	s.move(at, "b8-d8")
	s.changed(lines)
}

// TestPageShowsPoints checks that the page of a game that points decide shows them while the game lasts.
func TestPageShowsPoints(t *testing.T) {
	tried := 0
	for _, def := range variants.All() {
		v, err := def.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, decide := v.(rules.Standing); !decide {
			continue
		}
		tried++
		s := newSite(t, nil)
		at := s.open(inky, def.Name, everySeat[1])
		s.start(at)
		s.has("/table/1", "<strong>0 points</strong>")
	}
	if tried == 0 {
		t.Error("no game is decided by points")
	}
	game, words, points := uitest.PointsWon(t)
	s := newSite(t, nil)
	at := s.open(inky, game, everySeat[1])
	s.start(at)
	for _, word := range words {
		s.move(at, word)
	}
	s.has("/table/1", fmt.Sprintf(" &#43;%d</a>", points))
}

var everySeat = []string{"chess4", "seats-per-person=4"}

// TestMovesStandBelowTheirPlayers checks that a player who resigned has no moves below another player's sign: the columns
// of the list are those of seats, although not everybody moves in each round.
func TestMovesStandBelowTheirPlayers(t *testing.T) {
	s := newSite(t, nil)
	at := s.open(inky, everySeat...)
	s.start(at, "m7-k7", "j1-k3", "b8-d8", "h13-h11", "black:resign", "k7-j7", "k3-j5", "h11-h10")
	s.has("/table/1", `<li class="mark seat2" aria-hidden="true">b</li>`)
	_, page := s.request("/table/1")
	_, list, _ := strings.Cut(page, `id="moves"`)
	list, _, _ = strings.Cut(list, "</ol>")
	var got []string
	for _, m := range regexp.MustCompile(`class="(round|seat\d)"[^>]*>(?:<a [^>]*>)?([^<]+)`).FindAllStringSubmatch(list, -1) {
		got = append(got, m[1]+" "+m[2])
	}
	want := []string{
		"round 1", "seat0 k7", "seat1 Nk3", "seat2 d8", "seat3 h11", "round 2", "seat0 j7", "seat1 Nj5", "seat2 resigns", "seat3 h10",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the list of moves is %q, not %q", got, want)
	}
}

func TestPagesOfGame(t *testing.T) {
	s := newSite(t, nil)
	at := s.open(inky, everySeat...)
	s.must(at.Do(t.Context(), table.Command{By: inky, Kind: table.Chat, Text: "a secret word"}))
	s.start(at, "m7-k7", "j1-k3")
	s.has("/", "Table 1, Chess4", "White Inky", "2 moves", "Last move: Silver j1-k3.", "<title>Café</title>")
	s.has(
		"/table/1",
		"Black to move",
		">Nk3</a>",
		`aria-current="true" title="Silver"`,
		"2 of 2",
		"White: king n7",
		`data-live="/table/1/updates?since=`,
	)
	s.has("/table/1?move=1", "1 of 2", `rel="next" href="/table/1?seat=0"`, `rel="prev" href="/table/1?move=0&amp;seat=0"`)
	s.lacks("/table/1", "secret")
	s.lacks("/table/1?move=1", "data-live", " to move")
	for _, path := range []string{
		"/table/1?move=3", "/table/1?move=-1", "/table/1?move=x", "/table/1?seat=4", "/table/0", "/table/x",
		"/nothing", "/static/doc.go", "/static/..%2fserver.go",
	} {
		if answer, _ := s.request(path); answer.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s", path, answer.Status)
		}
	}
	lines := s.follow("/table/1/updates")
	s.move(at, "resign", "resign", "white:resign")
	for !strings.Contains(s.page("/table/1"), "resignation") {
		s.changed(lines)
	}
	s.has("/table/1", "Silver wins by resignation", "<strong>1 point</strong>")
	s.has("/games", "Silver wins by resignation", "White Inky")
	s.has("/ladder", "No rated game")
}

// TestPageOfRatedGame checks that the page of a finished rated game shows the new ratings
// after they have been stored.
func TestPageOfRatedGame(t *testing.T) {
	s := newSite(t, nil)
	at := s.open(inky, "chess4", "armies=white,black", "rated=on")
	for seat, p := range map[rules.Seat]player.Player{0: inky, 2: {ID: "SHA256:blinky", Name: "Blinky"}} {
		s.must(at.Do(t.Context(), table.Command{By: p, Kind: table.Sit, Seat: seat}))
		s.must(at.Do(t.Context(), table.Command{By: p, Kind: table.Ready}))
	}
	s.move(at, "m7-k7", "b8-d8", "k7-j7", "d8-e8")
	s.lacks("/table/1", "<small>1")
	watcher := at.Watch(player.Player{})
	defer watcher.Close()
	s.move(at, "resign")
	for v, ok := watcher.Take(t.Context()); ok && v.Ratings == nil; {
		v, ok = watcher.Take(t.Context())
	}
	s.has("/table/1", " (&#43;", " (-") // the template writes a plus sign as &#43;
}

func TestBoardImages(t *testing.T) {
	s := newSite(t, nil)
	at := s.open(inky, everySeat...)
	s.start(at, "m7-k7")
	_, html := s.request("/table/1")
	_, rest, _ := strings.Cut(html, `<img src="`)
	address, _, _ := strings.Cut(rest, `"`)
	address = strings.ReplaceAll(address, "&amp;", "&")
	answer, svg := s.request(address)
	if answer.Header.Get("Content-Type") != "image/svg+xml" || !strings.HasPrefix(svg, "<svg ") ||
		!strings.Contains(answer.Header.Get("Cache-Control"), "immutable") {
		t.Errorf("%s: %v", address, answer.Header)
	}
	if answer, _ := s.request("/table/1/board.svg?v=1.1"); strings.Contains(answer.Header.Get("Cache-Control"), "immutable") {
		t.Error("a picture under a wrong address is immutable")
	}
	if light, dark := s.page("/table/1/board.svg?theme=light"), s.page("/table/1/board.svg?theme=dark"); light == dark {
		t.Error("the themes look the same")
	}
	if a, b := s.page("/table/1/board.svg?seat=0"), s.page("/table/1/board.svg?seat=1"); a == b {
		t.Error("the sides look the same")
	}
}

// TestPrivateTableDoesNotExist checks that a page that strangers may not see looks as if it
// did not exist.
func TestPrivateTableDoesNotExist(t *testing.T) {
	s := newSite(t, nil)
	s.start(s.open(inky, append(everySeat, "private=invited")...), "m7-k7")
	s.lacks("/", "Inky", "/table/1")
	for _, path := range []string{"/table/1", "/table/1/board.svg", "/table/1/updates", "/table/1?move=1"} {
		s.missing(path)
	}
	s.lacks("/feed.json", "Inky")
}

func TestMembersOnlyClubShowsItsName(t *testing.T) {
	closed := func(show bool) func(*Config) {
		return func(c *Config) {
			theClub, err := clubtest.Open(t.Context(), club.Config{Name: "Café", Entry: club.MembersOnly}, nil)
			if err != nil {
				t.Fatal(err)
			}
			c.Club, c.Web.MembersOnly = theClub, show
		}
	}
	s := newSite(t, closed(false))
	s.start(s.open(inky, everySeat...), "m7-k7")
	s.has("/", "<h1>Café</h1>", "Only members")
	s.lacks("/", "Inky", "chess.example", "feed", "table/1", "ladder")
	for _, path := range []string{
		"/table/1", "/table/1/board.svg", "/table/1/updates", "/updates", "/games", "/ladder", "/evening",
		"/feed.atom", "/feed.json",
	} {
		s.missing(path)
	}
	s = newSite(t, closed(true))
	s.start(s.open(inky, everySeat...), "m7-k7")
	s.has("/", "Inky")
}

func TestNamesOfPlayers(t *testing.T) {
	hidden := player.Settings{}.With(player.Choice{Setting: player.WebName, Value: player.BySeat})
	for _, c := range []struct {
		mode   string
		chosen player.Settings
		named  bool
	}{
		{"members-choice", player.Settings{}, true},
		{"members-choice", hidden, false},
		{"all", hidden, true},
		{"none", player.Settings{}, false},
	} {
		s := newSite(t, func(cfg *Config) { cfg.Names, cfg.Memory = c.mode, choices{inky.ID: c.chosen} })
		at := s.open(inky, everySeat...)
		s.start(at, "m7-k7")
		paths := []string{"/", "/table/1"}
		for _, path := range paths {
			if named := strings.Contains(s.page(path), "Inky"); named != c.named {
				t.Errorf("%s, %v: %s names the player: %t", c.mode, c.chosen, path, named)
			}
		}
		s.has("/table/1", "White")
		lines := s.follow("/table/1/updates")
		s.move(at, "resign", "resign", "white:resign")
		for !strings.Contains(s.page("/"), "resignation") {
			s.changed(lines)
		}
		for _, path := range []string{"/", "/games", "/feed.atom", "/feed.json"} {
			if named := strings.Contains(s.page(path), "Inky"); named != c.named {
				t.Errorf("%s, %v: %s names the player: %t", c.mode, c.chosen, path, named)
			}
		}
	}
}

func TestHostileNamesAreText(t *testing.T) {
	s := newSite(t, nil)
	at := s.open(hostile, everySeat...)
	s.start(at, "m7-k7", "resign", "resign", "gold:resign")
	for _, path := range []string{"/", "/table/1", "/games"} {
		s.lacks(path, "<b>")
		s.has(path, "?b??&amp;&#39;") // in the name on the page, question marks replace < > and "
	}
	d := xml.NewDecoder(strings.NewReader(s.page("/feed.atom")))
	for {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	var feed struct {
		Items []struct {
			Text string `json:"content_text"`
		}
	}
	s.must(json.Unmarshal([]byte(s.page("/feed.json")), &feed))
	if len(feed.Items) != 1 || !strings.Contains(feed.Items[0].Text, "?b??&'") {
		t.Errorf("%+v", feed)
	}
}

func TestHeaders(t *testing.T) {
	s := newSite(t, nil)
	s.start(s.open(inky, everySeat...))
	for _, path := range []string{"/", "/table/1", "/table/1/board.svg", "/static/page.css", "/feed.atom", "/nothing", "/robots.txt"} {
		answer, _ := s.request(path)
		for name, want := range map[string]string{
			"Content-Security-Policy": "default-src 'none'", "Referrer-Policy": "no-referrer",
			"X-Content-Type-Options": "nosniff", "X-Robots-Tag": "noindex",
		} {
			if got := answer.Header.Get(name); !strings.HasPrefix(got, want) {
				t.Errorf("%s: %s is %q", path, name, got)
			}
		}
		if cookies := answer.Header.Values("Set-Cookie"); len(cookies) > 0 {
			t.Errorf("%s sets %q", path, cookies)
		}
	}
	answer, _ := s.request("/table/1")
	if again, body := s.request("/table/1", "If-None-Match", answer.Header.Get("ETag")); again.StatusCode != http.StatusNotModified ||
		body != "" {
		t.Errorf("an unchanged page: %s", again.Status)
	}
	zipped, body := s.request("/static/page.js", "Accept-Encoding", "gzip")
	reader, err := gzip.NewReader(strings.NewReader(body))
	s.must(err)
	plain, err := io.ReadAll(reader)
	s.must(err)
	if zipped.Header.Get("Content-Encoding") != "gzip" || string(plain) != s.page("/static/page.js") {
		t.Error("the compressed script differs")
	}
	s.has("/robots.txt", "Disallow: /\n")
	posted, err := http.Post(s.address+"/", "text/plain", nil)
	s.must(err)
	_ = posted.Body.Close()
	if posted.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: %s", posted.Status)
	}
}

// follow opens a stream of live updates and returns a channel that receives its lines.
func (s *site) follow(path string) <-chan string {
	s.Helper()
	answer, err := http.Get(s.address + path)
	s.must(err)
	if answer.StatusCode != http.StatusOK {
		s.Fatalf("%s: %s", path, answer.Status)
	}
	s.Cleanup(func() { _ = answer.Body.Close() })
	lines := make(chan string)
	go func() {
		defer close(lines)
		for scanner := bufio.NewScanner(answer.Body); scanner.Scan(); {
			select {
			case lines <- scanner.Text():
			case <-s.Context().Done():
				return
			}
		}
	}()
	if first := <-lines; first != "retry: 5000" {
		s.Fatalf("%s begins with %q", path, first)
	}
	return lines
}

// changed waits until the live updates report a change.
func (s *site) changed(lines <-chan string) {
	s.Helper()
	for line := range lines {
		if line == "data: changed" {
			return
		}
	}
	s.Fatal("the live updates have ended")
}

func TestLiveUpdates(t *testing.T) {
	s := newSite(t, nil)
	at := s.open(inky, everySeat...)
	s.start(at)
	lines := s.follow("/table/1/updates")
	for _, move := range []string{"m7-k7", "j1-k3"} {
		s.move(at, move)
		s.changed(lines)
		for !strings.Contains(s.page("/table/1"), "Last move: ") || !strings.Contains(s.page("/table/1"), move) {
			s.changed(lines) // that update was for another change; wait for the next one
		}
	}
	s.server.Close()
	for range lines { // read until the server closes the stream
		continue
	}
}

func TestLimitsOfAddress(t *testing.T) {
	c := newClients("127.0.0.1 10.0.0.0/8")
	now := time.Now()
	request := func(peer string, forwarded ...string) *http.Request {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = peer
		r.Header["X-Forwarded-For"] = forwarded
		return r
	}
	for _, one := range []struct {
		r    *http.Request
		want string
	}{
		{request("203.0.113.7:1"), "203.0.113.7/32"},
		{request("203.0.113.7:1", "198.51.100.1"), "203.0.113.7/32"}, // not a trusted proxy: the header may be forged
		{request("127.0.0.1:1", "198.51.100.1"), "198.51.100.1/32"},
		{request("127.0.0.1:1", "1.2.3.4, 198.51.100.1, 10.1.1.1"), "198.51.100.1/32"},
		{request("127.0.0.1:1", "nonsense"), "127.0.0.1/32"},
		{request("[2001:db8::1:2:3]:1"), "2001:db8::/64"},
	} {
		if got := c.addressOf(one.r).String(); got != one.want {
			t.Errorf("%s, %v: %s, not %s", one.r.RemoteAddr, one.r.Header, got, one.want)
		}
	}
	at, other := c.addressOf(request("203.0.113.7:1")), c.addressOf(request("203.0.113.8:1"))
	n := 0
	for c.allow(at, now) {
		n++
	}
	if n != requestBurst || !c.allow(other, now) {
		t.Errorf("%d requests at once", n)
	}
	var one *stream
	for range streamsEach {
		if one = c.begin(at, func() {}, now); one == nil {
			t.Fatal("too few live updates")
		}
	}
	if c.begin(at, func() {}, now) != nil || c.begin(other, func() {}, now) == nil {
		t.Error("live updates are not counted by address")
	}
	c.end(one)
	if c.begin(at, func() {}, now) == nil {
		t.Error("live updates that ended still count")
	}
}

func TestBasePath(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Public = "https://chess.example/live" })
	s.start(s.open(inky, everySeat...), "m7-k7")
	for _, path := range []string{"/", "/live", "/live/", "/live/table/1", "/table/1"} {
		s.has(path, `href="/live/static/page.css"`, `/live/table/1`)
	}
	s.has("/live/feed.atom", "https://chess.example/live/feed.atom")
	s.follow("/live/updates")
	s.follow("/updates")
	s = newSite(t, func(c *Config) { c.Public = "https://chess.example/games" }) // here the base path, /games, is also the path of a page
	for path, want := range map[string]string{
		"/games/": "Games now", "/games/games": "<h1>Finished games",
		"/games": "<h1>Finished games",
	} {
		s.has(path, want)
	}
}

// TestScriptIsSmall checks that the script of the pages stays below 200 lines.
func TestScriptIsSmall(t *testing.T) {
	text, err := os.ReadFile("static/page.js")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\n"); n >= 200 {
		t.Errorf("%d lines", n)
	}
}

// slowSearches is a store whose search for a table takes longer if the table exists.
type slowSearches struct{ *logtest.Memory }

func (s slowSearches) Readable(ctx context.Context, id table.ID, by player.ID, all bool) (bool, error) {
	if _, err := s.Load(ctx, id); err == nil {
		time.Sleep(700 * time.Microsecond)
	}
	return s.Memory.Readable(ctx, id, by, all)
}

// TestPrivateTablesCannotBeFoundByTiming compares the times after which the site answers that it
// has no page of a private table, and none of a table that does not exist.
func TestPrivateTablesCannotBeFoundByTiming(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, err := lobby.Open(t.Context(), lobby.Config{Store: slowSearches{logtest.NewMemory()}, Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = l.Close(t.Context()) }()
		theClub, err := clubtest.Open(t.Context(), club.Config{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		terms, err := setup.ParseTerms([]string{"chess4", "private=invited"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Create(t.Context(), inky, terms); err != nil {
			t.Fatal(err)
		}
		s := newServer(
			Config{Web: config.Default().Web, Lobby: l, Club: theClub, Memory: choices{}, Logger: slog.New(slog.DiscardHandler)},
		)
		defer s.cancel()
		for _, path := range []string{"/table/%d", "/table/%d?move=1&seat=2", "/table/%d/board.svg", "/table/%d/updates"} {
			took := map[int]time.Duration{}
			for _, id := range []int{1, 999} {
				began, answer := time.Now(), httptest.NewRecorder()
				s.handler().ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, fmt.Sprintf(path, id), nil))
				if answer.Code != http.StatusNotFound {
					t.Errorf(path+": %d", id, answer.Code)
				}
				took[id] = time.Since(began)
			}
			if took[1] != took[999] {
				t.Errorf(path+": %v for a private table, %v for none", 1, took[1], took[999])
			}
		}
	})
}
