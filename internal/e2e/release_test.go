package e2e

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/crypto/ssh"

	"quadrille/internal/clock/clocktest"
	"quadrille/internal/pairing"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/service/notify"
	"quadrille/internal/store"
	"quadrille/internal/store/datadir"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// The paths of a release's data directory and of a description of its contents. To write
// both before a release:
//
//	go test ./internal/e2e -run TestReleaseDatabase -update
//
// Do not change these files after the release: they are used to test that later builds can open
// the release's data. The next release adds its own files.
const (
	releaseDirectory = "testdata/release-0.2.0.tar.gz"
	releaseContents  = "testdata/release-0.2.0.txt"
)

var update = flag.Bool("update", false, "write the data directory of the release that comes next")

// TestReleaseDatabase opens the data directory of each release and compares its contents
// with their description.
func TestReleaseDatabase(t *testing.T) {
	t.Parallel()
	if *update {
		writeRelease(t)
	}
	dir := t.TempDir()
	unpackDirectory(t, releaseDirectory, dir)
	want, err := os.ReadFile(releaseContents)
	must(t, err)
	if diff := cmp.Diff(string(want), contentsOf(t, dir)); diff != "" {
		t.Error(diff)
	}
	s := serveIn(t, dir)
	if out := newCommandPlayer(t, "Nan").mustRun(t, s.address, "tables"); !strings.Contains(out, "playing") ||
		!strings.Contains(out, "waiting") {
		t.Errorf("the tables of the release:\n%s", out)
	}
	if status := s.stop(syscall.SIGTERM); status != 0 {
		t.Errorf("status %d", status)
	}
}

// writeRelease runs a server, creates data of every kind, and packs the data directory.
func writeRelease(t *testing.T) {
	t.Helper()
	s := &clubScript{T: t, server: serveFor(t), keys: map[string]ssh.Signer{}}
	s.run("testdata/club/everything.txtar")
	if status := s.server.stop(syscall.SIGTERM); status != 0 {
		t.Fatalf("status %d", status)
	}
	addWebhooks(t, s.server.data)
	packDirectory(t, s.server.data, releaseDirectory)
	must(t, os.WriteFile(releaseContents, []byte(contentsOf(t, s.server.data)), 0o644))
}

// addWebhooks stores webhooks directly, because the admin command would send them a request
// over the network.
func addWebhooks(t *testing.T, dir string) {
	t.Helper()
	s := openStore(t, dir)
	at := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	for _, h := range []notify.Hook{
		{Owner: "", URL: "https://example.org/club", Secret: "secret", Since: at},
		{Owner: "SHA256:a", URL: "https://example.org/a", Secret: "secret", Since: at},
	} {
		must(t, s.Webhooks().SetHook(t.Context(), h))
	}
	if err := s.Webhooks().PutDelivery(t.Context(), notify.Delivery{
		ID: "1", Owner: "SHA256:a", Subject: "table 6", Ply: 2,
		Body: []byte("{}"),
	}); err != nil {
		t.Fatal(err)
	}
	must(t, s.Close())
}

func openStore(t *testing.T, dir string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), dir, slog.New(slog.DiscardHandler))
	must(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// contentsOf describes all contents of a data directory as text.
func contentsOf(t *testing.T, dir string) string {
	t.Helper()
	r := &releaseReader{T: t, store: openStore(t, dir)}
	r.tables()
	r.evenings()
	r.club()
	r.ratings()
	r.notify()
	must(t, r.store.Close())
	counts, err := datadir.Examine(t.Context(), filepath.Join(dir, datadir.DatabaseName), "the database")
	if err != nil || counts.Damaged != nil {
		t.Fatalf("%+v, %v", counts, err)
	}
	r.line("%d tables, %d live, %d players, %d keys", counts.Tables, counts.Live, counts.Players, counts.Keys)
	return r.text.String()
}

// releaseReader reads a store and writes a description of its contents.
type releaseReader struct {
	*testing.T
	store *store.Store
	text  strings.Builder
	ids   []player.ID // IDs of all accounts that occur in the logs of tables
}

func (r *releaseReader) line(format string, values ...any) {
	fmt.Fprintf(&r.text, format+"\n", values...)
}

func (r *releaseReader) check(err error) {
	r.Helper()
	must(r, err)
}

func (r *releaseReader) tables() {
	ctx := r.Context()
	live, err := r.store.Tables.Live(ctx)
	r.check(err)
	finished, err := r.store.Tables.Finished(ctx, 100)
	r.check(err)
	for _, one := range slices.Concat(live, finished) {
		events, err := r.store.Tables.Load(ctx, one.ID)
		r.check(err)
		state, err := fold.Replay(events, variants.New, nil)
		r.check(err)
		if one.Summary == nil {
			r.Errorf("table %d has no summary", one.ID)
		}
		r.line("table %d: %s %v, phase %d, host %s", one.ID, state.Terms.Game, state.Terms.Options, state.Phase, state.Host.Name)
		for i, e := range events {
			line := fmt.Sprintf("  %d %s %s", i+1, e.At.Format(time.RFC3339), e.Kind)
			if e.Seat != nil {
				line += fmt.Sprintf(" seat %d", *e.Seat)
			}
			if e.Player != nil {
				line += fmt.Sprintf(" by %s %q bot %t", e.Player.ID, e.Player.Name, e.Player.BotAccount)
				r.ids = append(r.ids, e.Player.ID)
			}
			if e.Action != "" || e.Text != "" {
				line += fmt.Sprintf(" action %q text %q", e.Action, e.Text)
			}
			r.line("%s", line)
		}
		if result, err := fold.ResultOf(events, variants.New); err != nil {
			r.Errorf("table %d: %v", one.ID, err)
		} else if result != nil {
			r.line("  scores %v", result.Outcome.Scores)
		}
	}
	found, err := r.store.Tables.Search(ctx, table.Search{Private: true})
	r.check(err)
	for _, f := range found {
		r.line(
			"game %d: %s %s, %s, winners %v, %s to %s",
			f.ID,
			f.Game,
			names(f.Players),
			f.Termination,
			f.Winners,
			f.Started.Format(time.RFC3339),
			f.Ended.Format(time.RFC3339),
		)
	}
}

func names(players [rules.SeatCount]player.Player) string {
	var list []string
	for _, p := range players {
		list = append(list, fmt.Sprintf("%q", p.Name))
	}
	return strings.Join(list, " ")
}

func (r *releaseReader) evenings() {
	numbers, err := r.store.Evenings.Evenings(r.Context(), 100)
	r.check(err)
	for _, n := range numbers {
		events, err := r.store.Evenings.LoadEvening(r.Context(), n)
		r.check(err)
		e, err := pairing.Fold(n, events)
		r.check(err)
		r.line(
			"evening %d: %s %s, %d events, %d people, %d rounds, over %t",
			n,
			e.Name,
			e.Game,
			len(events),
			len(e.People),
			len(e.Rounds),
			!e.Over.IsZero(),
		)
		for _, round := range e.Rounds {
			for _, g := range round.Games {
				r.line("  table %d: %s, state %d, scores %v, %q", g.Table, names(g.Seats), g.State, g.Scores, g.Reason)
			}
		}
	}
}

func (r *releaseReader) club() {
	ctx := r.Context()
	entries, err := r.store.Audit.Entries(ctx, 0)
	r.check(err)
	for _, e := range entries {
		r.line(
			"audit %d: %s %s by %q, target %q, table %d, value %q, reason %q",
			e.Number,
			e.At.Format(time.RFC3339),
			e.Action,
			e.By,
			e.Target,
			e.Table,
			e.Value,
			e.Reason,
		)
	}
	last := entries[0].At // time of the latest audit entry; at that time, no invitation or mute has expired
	for _, e := range entries {
		if e.At.After(last) {
			last = e.At
		}
	}
	c, err := club.Open(ctx, r.store.Audit, club.Config{Clock: clocktest.At(func() time.Time { return last })})
	r.check(err)
	for _, p := range c.Roles.People() {
		r.line("role: %s %s", p.ID, p.Role)
	}
	for _, b := range c.Bans.All() {
		r.line("ban %d: %s %q", b.Number, b.Range, b.Reason)
	}
	r.line("muted: %v", c.Mutes.All())
	r.line("invitations: %d", len(c.Invitations.Open()))
	marks, err := r.store.Audit.BotAccounts(ctx)
	r.check(err)
	r.line("bot accounts: %v", slices.Sorted(maps.Keys(marks)))
	slices.Sort(r.ids)
	for _, id := range slices.Compact(r.ids) {
		p, ok, err := r.store.Accounts.Lookup(ctx, id)
		r.check(err)
		keys, err := r.store.Keyring.Keys(ctx, id)
		r.check(err)
		settings, err := r.store.Settings.Recall(ctx, id)
		r.check(err)
		r.line("account %s: %t %q, %d keys, settings %v", id, ok, p.Name, len(keys), settings.Since(player.Settings{}))
	}
}

func (r *releaseReader) ratings() {
	ctx := r.Context()
	ratings := r.store.Ratings(variants.New, slog.New(slog.DiscardHandler))
	ratings.Clock = clocktest.At(func() time.Time { return time.Unix(0, 0) }) // as after the last game: ratings lose certainty with time
	classes, err := ratings.Classes(ctx)
	r.check(err)
	for _, class := range classes {
		list, err := ratings.Standings(ctx, class, time.Time{})
		r.check(err)
		for _, s := range list {
			r.line("rating: %s %s %s %d, %d games", class.Game, class.Form, s.Player.Name, s.Rating.Shown(), s.Games)
		}
	}
	decisions, err := ratings.Decisions(ctx)
	r.check(err)
	for _, d := range decisions {
		r.line("rating decision: table %d counts %t %q", d.Table, d.Counts, d.Reason)
	}
	compared, err := ratings.Compare(ctx)
	r.check(err)
	r.line("rated again: %d games, %d ratings, differences %q", compared.Games, compared.Players, compared.Differ)
}

func (r *releaseReader) notify() {
	ctx := r.Context()
	reports, err := r.store.Reports().Reports(ctx)
	r.check(err)
	for _, one := range reports {
		r.line(
			"report %d: by %s about %s: %q, table %d, %d lines, open %t %q",
			one.Number,
			one.By,
			one.About,
			one.Reason,
			one.Table,
			len(one.Lines),
			one.Open(),
			one.Outcome,
		)
	}
	hooks, err := r.store.Webhooks().Hooks(ctx)
	r.check(err)
	for _, h := range hooks {
		r.line("webhook: %q %s since %s", h.Owner, string(h.URL), h.Since.Format(time.RFC3339))
	}
	deliveries, err := r.store.Webhooks().Deliveries(ctx)
	r.check(err)
	for _, d := range deliveries {
		r.line("webhook event: %q %q %s ply %d %s", d.Owner, d.Subject, d.ID, d.Ply, d.Body)
	}
	origins, err := r.store.Quotas.Origins(ctx, netip.Prefix{})
	r.check(err)
	for _, o := range origins {
		r.line("table %d was opened from %s by %s", o.Table, o.Address, o.Account)
	}
}

// packDirectory writes the files of a data directory into an archive.
func packDirectory(t *testing.T, dir, path string) {
	t.Helper()
	file, err := os.Create(path)
	must(t, err)
	zip, _ := gzip.NewWriterLevel(file, gzip.BestCompression)
	archive := tar.NewWriter(zip)
	names, err := filepath.Glob(filepath.Join(dir, "host_*"))
	must(t, err)
	for _, name := range append(names, filepath.Join(dir, datadir.DatabaseName), filepath.Join(dir, datadir.CommitsName)) {
		data := readFile(t, name)
		err := archive.WriteHeader(&tar.Header{Name: filepath.Base(name), Mode: 0o600, Size: int64(len(data))})
		if err == nil {
			_, err = archive.Write([]byte(data))
		}
		must(t, err)
	}
	must(t, errors.Join(archive.Close(), zip.Close(), file.Close()))
}

func unpackDirectory(t *testing.T, path, dir string) {
	t.Helper()
	file, err := os.Open(path)
	must(t, err)
	defer file.Close()
	zip, err := gzip.NewReader(file)
	must(t, err)
	for archive := tar.NewReader(zip); ; {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		data, other := io.ReadAll(archive)
		must(t, errors.Join(err, other))
		must(t, os.WriteFile(filepath.Join(dir, filepath.Base(h.Name)), data, 0o600))
	}
}
