package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"quadrille/internal/table"
	"quadrille/internal/tools/bench/child"
	"quadrille/internal/tools/must"
)

const (
	pageViewers   = 500
	viewersPlies  = 24
	viewersPace   = time.Second          // time between moves, as in a fast game
	viewersTarget = 1.25                 // maximum latency with viewers, as a multiple of the latency without viewers
	viewersSlack  = 2 * time.Millisecond // added latency that is always acceptable, even if viewersTarget is exceeded
	pageTarget    = 1 * time.Second      // maximum p99 of the time from a move until a viewer's page shows it
)

// measureViewers plays a game twice: first without viewers of its web page, and then with 500
// viewers. As in a browser, each viewer follows the live updates and loads the page and its
// picture after each move. The viewers run on the same machine as the server.
func measureViewers(ctx context.Context, dir string) []row {
	f := newFixture(ctx, filepath.Join(dir, "viewers"), 2, 0)
	without, _ := playWithViewers(ctx, f, f.ids()[0], 0)
	with, viewers := playWithViewers(ctx, f, f.ids()[1], pageViewers)
	what := fmt.Sprintf("time from a key press to another player's screen, %d viewers of the web page", pageViewers)
	var rows []row
	for _, p := range []float64{50, 99} {
		took, base := percentile(with.took, p), percentile(without.took, p)
		r := row{
			what: fmt.Sprintf("%s (p%.0f)", what, p), measured: short(took), baseline: short(base) + ", no viewers",
			ratio: ratio(times(took, base)),
		}
		if p == 50 {
			r.target, r.status = "under "+ratio(viewersTarget), statusOf(took-base < viewersSlack || times(took, base) < viewersTarget)
		}
		rows = append(rows, r)
	}
	shown := percentile(viewers.took, 99)
	return append(rows, row{
		what:     fmt.Sprintf("time until the web page shows a move, %d viewers (p99)", pageViewers),
		measured: short(shown),
		baseline: fmt.Sprintf("%.0f %% of a core; %.0f %% without viewers", with.percent(), without.percent()),
		ratio:    fmt.Sprintf("%d pages and %d pictures loaded", viewers.pages, viewers.pictures),
		target:   "under " + short(pageTarget),
		status:   statusOf(shown < pageTarget),
	})
}

// playWithViewers plays a game at a table with viewers of its web page.
func playWithViewers(ctx context.Context, f *fixture, id table.ID, count int) (o outcome, v *viewers) {
	p := launch(ctx, f.data, child.WithPage)
	defer p.end()
	v = &viewers{table: id}
	p.ask(child.AskPage, &v.address)
	host := contenderOf(p, f)
	players := host.seat(ctx, id)
	defer closeTables(players)
	watching, stop := context.WithCancel(ctx)
	defer v.all.Wait()
	defer stop()
	v.open(watching, count)
	o.usage = host.usage(func() {
		for ply := range viewersPlies {
			v.moved(ply + 1)
			o.took = append(o.took, players.play(ctx, host, ply).took...)
			pause(ctx, viewersPace)
		}
	})
	if v.failed.Load() > 0 {
		must.Check(fmt.Errorf("%d requests of viewers failed: the results are invalid", v.failed.Load()))
	}
	if n := len(v.took); n < count*viewersPlies/2 {
		must.Check(fmt.Errorf("viewers saw only %d moves: the results are invalid", n))
	}
	return o, v
}

// viewers are browsers that show the page of a table.
type viewers struct {
	address string
	table   table.ID
	all     sync.WaitGroup
	failed  atomic.Int64

	mu              sync.Mutex
	at              int // number of moves played
	since           time.Time
	took            []time.Duration // times from a move until a viewer's page showed it
	pages, pictures int
}

// moved records the time at which move n is played.
func (v *viewers) moved(n int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.at, v.since = n, time.Now()
}

// open opens the page in the given number of browsers.
func (v *viewers) open(ctx context.Context, count int) {
	errs := make(chan error, count)
	for i := range count {
		one := &browser{viewers: v, client: &http.Client{Transport: &http.Transport{}}, from: fmt.Sprintf("198.51.%d.%d", i/200, i%200)}
		v.all.Go(func() { one.run(ctx, errs) })
	}
	for range count {
		must.Check(<-errs)
	}
}

// browser is one viewer of a table's web page. It shares no connections with other viewers.
type browser struct {
	*viewers
	client *http.Client
	from   string
	shown  int // number of moves on this viewer's copy of the page
}

func (b *browser) get(ctx context.Context, path string) *http.Response {
	r := must.Get(http.NewRequestWithContext(ctx, http.MethodGet, "http://"+b.address+path, nil))
	r.Header.Set("X-Forwarded-For", b.from)
	answer := must.Get(b.client.Do(r))
	if answer.StatusCode != http.StatusOK {
		_ = answer.Body.Close()
		must.Check(errors.New(path + ": " + answer.Status))
	}
	return answer
}

func (b *browser) read(ctx context.Context, path string) string {
	answer := b.get(ctx, path)
	defer func() { _ = answer.Body.Close() }()
	return string(must.Get(io.ReadAll(answer.Body)))
}

// Patterns for the number of moves on a page and for the address of its picture.
var (
	movesOnPage   = regexp.MustCompile(`<span>\d+ of (\d+)</span>`)
	pictureOfPage = regexp.MustCompile(`<img src="([^"]*)"`)
)

// load loads the page and its picture.
func (b *browser) load(ctx context.Context) {
	page := b.read(ctx, fmt.Sprintf("/table/%d", b.table))
	picture := pictureOfPage.FindStringSubmatch(page)
	moves := movesOnPage.FindStringSubmatch(page)
	if picture == nil || moves == nil {
		must.Check(errors.New("the page lacks its picture or its number of moves"))
	}
	b.read(ctx, strings.ReplaceAll(picture[1], "&amp;", "&"))
	var count int
	must.Get(fmt.Sscan(moves[1], &count))
	b.mu.Lock()
	defer b.mu.Unlock()
	b.pages++
	b.pictures++
	if count > b.shown && count == b.at {
		b.took = append(b.took, time.Since(b.since))
	}
	b.shown = count
}

// run opens the page, and loads it again whenever the server reports an update of the table.
// It sends one value to the channel `opened`: nil when the page is open, or an error.
func (b *browser) run(ctx context.Context, opened chan<- error) {
	var updates *http.Response
	err := must.Catch(func() {
		b.load(ctx)
		updates = b.get(ctx, fmt.Sprintf("/table/%d/updates", b.table))
	})
	opened <- err
	if err != nil {
		return
	}
	defer func() { _ = updates.Body.Close() }()
	for lines := bufio.NewScanner(updates.Body); lines.Scan(); {
		if !strings.HasPrefix(lines.Text(), "data:") {
			continue
		}
		if must.Catch(func() { b.load(ctx) }) != nil && ctx.Err() == nil {
			b.failed.Add(1)
		}
	}
	if ctx.Err() == nil {
		b.failed.Add(1)
	}
}
