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
func measureViewers(ctx context.Context, dir string) ([]row, error) {
	f, err := newFixture(ctx, filepath.Join(dir, "viewers"), 2, 0)
	if err != nil {
		return nil, err
	}
	without, _, err := playWithViewers(ctx, f, f.ids()[0], 0)
	if err != nil {
		return nil, err
	}
	with, viewers, err := playWithViewers(ctx, f, f.ids()[1], pageViewers)
	if err != nil {
		return nil, err
	}
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
		baseline: fmt.Sprintf("%.0f %% of a core; %.0f %% without viewers", with.cores(), without.cores()),
		ratio:    fmt.Sprintf("%d pages and %d pictures loaded", viewers.pages, viewers.pictures),
		target:   "under " + short(pageTarget),
		status:   statusOf(shown < pageTarget),
	}), nil
}

// playWithViewers plays a game at a table with viewers of its web page.
func playWithViewers(ctx context.Context, f *fixture, id table.ID, count int) (o outcome, v *viewers, err error) {
	p, err := launch(ctx, f.data, child.WithPage)
	if err != nil {
		return o, nil, err
	}
	defer func() { err = errors.Join(err, p.end()) }()
	v = &viewers{table: id}
	if err := p.ask(child.AskPage, &v.address); err != nil {
		return o, v, err
	}
	host := contenderOf(p, f)
	players, err := host.seat(ctx, id)
	defer closeTables([]tableClients{players})
	if err != nil {
		return o, v, err
	}
	watching, stop := context.WithCancel(ctx)
	defer v.all.Wait()
	defer stop()
	if err := v.open(watching, count); err != nil {
		return o, v, err
	}
	begun := time.Now()
	before, err := p.cpu()
	if err != nil {
		return o, v, err
	}
	for ply := range viewersPlies {
		v.moved(ply + 1)
		took, _, err := players.play(ctx, host, ply)
		if err != nil {
			return o, v, fmt.Errorf("ply %d: %w", ply+1, err)
		}
		o.took = append(o.took, took...)
		if err := pause(ctx, viewersPace); err != nil {
			return o, v, err
		}
	}
	after, err := p.cpu()
	o.lasted, o.used = time.Since(begun), after-before
	if v.failed.Load() > 0 {
		err = errors.Join(err, fmt.Errorf("%d requests of viewers failed: the results are invalid", v.failed.Load()))
	}
	if n := len(v.took); err == nil && n < count*viewersPlies/2 {
		err = fmt.Errorf("viewers saw only %d moves: the results are invalid", n)
	}
	return o, v, err
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
func (v *viewers) open(ctx context.Context, count int) error {
	errs := make(chan error, count)
	for i := range count {
		one := &browser{viewers: v, client: &http.Client{Transport: &http.Transport{}}, from: fmt.Sprintf("198.51.%d.%d", i/200, i%200)}
		v.all.Go(func() { one.run(ctx, errs) })
	}
	for range count {
		if err := <-errs; err != nil {
			return err
		}
	}
	return nil
}

// browser is one viewer of a table's web page. It shares no connections with other viewers.
type browser struct {
	*viewers
	client *http.Client
	from   string
	shown  int // number of moves on this viewer's copy of the page
}

func (b *browser) get(ctx context.Context, path string) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+b.address+path, nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("X-Forwarded-For", b.from)
	answer, err := b.client.Do(r)
	if err == nil && answer.StatusCode != http.StatusOK {
		_ = answer.Body.Close()
		return nil, errors.New(path + ": " + answer.Status)
	}
	return answer, err
}

func (b *browser) read(ctx context.Context, path string) (string, error) {
	answer, err := b.get(ctx, path)
	if err != nil {
		return "", err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	return string(text), err
}

// Patterns for the number of moves on a page and for the address of its picture.
var (
	movesOnPage   = regexp.MustCompile(`<span>\d+ of (\d+)</span>`)
	pictureOfPage = regexp.MustCompile(`<img src="([^"]*)"`)
)

// load loads the page and its picture.
func (b *browser) load(ctx context.Context) error {
	page, err := b.read(ctx, fmt.Sprintf("/table/%d", b.table))
	if err != nil {
		return err
	}
	picture := pictureOfPage.FindStringSubmatch(page)
	moves := movesOnPage.FindStringSubmatch(page)
	if picture == nil || moves == nil {
		return errors.New("the page lacks its picture or its number of moves")
	}
	if _, err = b.read(ctx, strings.ReplaceAll(picture[1], "&amp;", "&")); err != nil {
		return err
	}
	var count int
	if _, err := fmt.Sscan(moves[1], &count); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.pages++
	b.pictures++
	if count > b.shown && count == b.at {
		b.took = append(b.took, time.Since(b.since))
	}
	b.shown = count
	return nil
}

// run opens the page, and loads it again whenever the server reports an update of the table.
// It sends one value to the channel `opened`: nil when the page is open, or an error.
func (b *browser) run(ctx context.Context, opened chan<- error) {
	err := b.load(ctx)
	var updates *http.Response
	if err == nil {
		updates, err = b.get(ctx, fmt.Sprintf("/table/%d/updates", b.table))
	}
	opened <- err
	if err != nil {
		return
	}
	defer func() { _ = updates.Body.Close() }()
	for lines := bufio.NewScanner(updates.Body); lines.Scan(); {
		if !strings.HasPrefix(lines.Text(), "data:") {
			continue
		}
		if err := b.load(ctx); err != nil && ctx.Err() == nil {
			b.failed.Add(1)
		}
	}
	if ctx.Err() == nil {
		b.failed.Add(1)
	}
}
