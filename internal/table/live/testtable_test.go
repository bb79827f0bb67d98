package live_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/internal/clock"
	"quadrille/internal/clock/clocktest"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
	"quadrille/rules/variants"
)

var (
	inky   = player.Player{ID: "SHA256:inky", Name: "Inky"}
	blinky = player.Player{ID: "SHA256:blinky", Name: "Blinky"}
	pinky  = player.Player{ID: "SHA256:pinky", Name: "Pinky"}
	clyde  = player.Player{ID: "SHA256:clyde", Name: "Clyde"}
	sue    = player.Player{ID: "guest:sue", Name: "guest-sue"}
	four   = []player.Player{inky, blinky, pinky, clyde}
)

// moderator is a person who gives commands of the server.
var moderator = player.Player{ID: "SHA256:warden", Name: "Warden"}

// Terms of tables.
var (
	chess4 = table.Terms{Game: "chess4"}
	verney = table.Terms{Game: "verney"}
)

const (
	white rules.Seat = iota
	silver
	black
	gold
)

// faultyLog is a log whose writes can be made to fail or block.
type faultyLog struct {
	*logtest.Memory
	fault        atomic.Pointer[error]
	blocked      atomic.Pointer[chan struct{}]
	storesAnyway atomic.Bool // whether Append stores the events before it fails
	appends      atomic.Int64
}

func (d *faultyLog) fail(err error) { d.fault.Store(&err) }

func (d *faultyLog) fix() { d.fault.Store(nil) }

// block makes appends wait until the returned function is called.
func (d *faultyLog) block() (open func()) {
	blocked := make(chan struct{})
	d.blocked.Store(&blocked)
	return func() { d.blocked.Store(nil); close(blocked) }
}

func (d *faultyLog) Append(ctx context.Context, id table.ID, seq int, events []table.Event, s *table.Summary) error {
	d.appends.Add(1)
	if blocked := d.blocked.Load(); blocked != nil {
		<-*blocked
	}
	if fault := d.fault.Load(); fault != nil {
		if d.storesAnyway.Load() {
			_ = d.Memory.Append(ctx, id, seq, events, s)
		}
		return *fault
	}
	return d.Memory.Append(ctx, id, seq, events, s)
}

func (d *faultyLog) Settle(ctx context.Context, id table.ID) ([]table.Event, error) {
	if fault := d.fault.Load(); fault != nil {
		return nil, *fault
	}
	return d.Memory.Settle(ctx, id)
}

// testingT has the methods that testing.T and rapid.T share.
type testingT interface {
	Helper()
	Error(...any)
	Errorf(string, ...any)
	Fatal(...any)
	Fatalf(string, ...any)
}

// testTable is a table under test, with its log.
type testTable struct {
	testingT
	*live.Table
	id      table.ID
	log     *faultyLog
	changed func(*table.View)
	// upSince is the time at which the server started, and lastAlive the time at which the
	// server last recorded that it was up.
	upSince, lastAlive time.Time
	outages            clock.Outages
	blocked            func(player.ID) map[player.ID]bool
	wall               clocktest.Wall
	clock              *clock.Clock
}

// newTable opens a table. At the end of the test it compares the table's views with its log.
func newTable(t testing.TB, terms table.Terms) *testTable {
	t.Helper()
	b := newUncheckedTable(t, terms)
	t.Cleanup(b.check)
	return b
}

func newUncheckedTable(t testingT, terms table.Terms) *testTable {
	t.Helper()
	b := &testTable{testingT: t, log: &faultyLog{Memory: logtest.NewMemory()}}
	var err error
	b.id, err = b.log.Create(context.Background(), table.Event{Kind: table.Opened, At: time.Now(), Player: &inky, Terms: &terms}, nil)
	if err != nil {
		t.Fatal(err)
	}
	b.open()
	return b
}

func (b *testTable) config() live.Config {
	return live.Config{
		ID: b.id, Log: b.log, Variant: variants.New, Changed: b.changed, Clock: b.clock,
		Outages: func() clock.Outages { return b.outages }, Blocked: b.blocked,
		Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
	}
}

func (b *testTable) events() []table.Event {
	b.Helper()
	events, err := b.log.Load(context.Background(), b.id)
	if err != nil {
		b.Fatal(err)
	}
	return events
}

// uptimeInterval is the interval at which the server records that it is up.
const uptimeInterval = time.Hour

// Stop stops the table, and records the current time as the time at which the server stopped.
func (b *testTable) Stop(ctx context.Context) error {
	b.lastAlive = time.Now()
	return b.Table.Stop(ctx)
}

func (b *testTable) open() {
	b.Helper()
	if !b.lastAlive.IsZero() {
		b.outages = append(b.outages, clock.Outage{From: b.lastAlive, Until: b.clock.Now()})
	}
	b.upSince = time.Now()
	var err error
	if b.Table, err = live.Open(b.config(), b.events()); err != nil {
		b.Fatal(err)
	}
}

// kill stops the table without storing a pause, as if the server had been killed.
func (b *testTable) kill() {
	b.Helper()
	b.log.fail(os.ErrClosed)
	_ = b.Stop(context.Background())
	b.lastAlive = b.upSince.Add(time.Since(b.upSince).Truncate(uptimeInterval))
	b.log.fix()
}

// check stops the table and compares its views with its log.
func (b *testTable) check() {
	b.Helper()
	b.log.fix()
	if err := b.Stop(context.Background()); err != nil && !errors.Is(err, table.ErrGap) {
		b.Errorf("Stop: %v", err)
	}
	b.checkViews()
}

// checkViews replays the log for each person and compares the result with the view that the
// person had.
func (b *testTable) checkViews() {
	b.Helper()
	ids := []player.ID{"", sue.ID}
	for _, p := range four {
		ids = append(ids, p.ID)
	}
	seen, err := live.ReplayedFor(b.config(), b.events(), ids)
	if err != nil {
		b.Fatalf("the log does not replay: %v", err)
	}
	for i, id := range ids {
		b.compareView(id, *seen[i], *b.Seen(id))
	}
}

func (b *testTable) compareView(id player.ID, want, got table.View) {
	b.Helper()
	got.Variant, want.Variant = nil, nil
	got.Fault, got.Spectators = "", 0
	for i := range got.Seats {
		got.Seats[i].Present = false
	}
	want.Allowed = got.Allowed // it depends on the time and on the club too
	if reflect.DeepEqual(want, got) {
		return // package cmp would take ten times as long
	}
	samePosition := cmp.Comparer(func(a, b rules.Position) bool { return a == b })
	if diff := cmp.Diff(want, got, samePosition); diff != "" {
		b.Errorf("the view of %q differs from the log (-log +view):\n%s", id, diff)
	}
}

// do sends a command that the table must accept.
func (b *testTable) do(a table.Command) {
	b.Helper()
	if err := b.Do(context.Background(), a); err != nil {
		b.Fatalf("%+v: %v", a, err)
	}
}

// wantRefusal sends a command that the table must refuse for the given reason.
func (b *testTable) wantRefusal(a table.Command, want *table.Reason) {
	b.Helper()
	checked := b.Check(context.Background(), a)
	if err := b.Do(context.Background(), a); !isRefusal(err, want) {
		b.Errorf("%+v: %v, want %s", a, err, want)
	}
	outside := []*table.Reason{table.TooFast, table.LongKey, table.CannotStore, table.InDoubt, table.DiskFull, table.TableFailed}
	if !slices.Contains(outside, want) && !isRefusal(checked, want) {
		b.Errorf("%+v: Check says %v, want %s", a, checked, want)
	}
}

func isRefusal(err error, want *table.Reason) bool {
	var r *table.Refusal
	return errors.As(err, &r) && r.Reason == want
}

// wantRulesRefusal sends a command that the rules of the game must refuse for the given
// reason.
func (b *testTable) wantRulesRefusal(a table.Command, want *rules.Reason) {
	b.Helper()
	var r *rules.Refusal
	if err := b.Do(context.Background(), a); !errors.As(err, &r) || r.Reason != want {
		b.Errorf("%+v: %v, want %s", a, err, want)
	}
}

// connect opens a watcher for each player, and returns a function that closes them.
func (b *testTable) connect(players ...player.Player) (leave func()) {
	var all []*live.Watcher
	for _, p := range players {
		all = append(all, b.Watch(p))
	}
	return func() {
		for _, w := range all {
			w.Close()
		}
	}
}

// startGame seats the players in turn order and starts the game. If there are fewer players
// than seats, some players get several seats.
func (b *testTable) startGame(players ...player.Player) {
	b.Helper()
	for i, n := 0, 0; i < rules.SeatCount; i++ {
		if !b.View().Seats[i].Closed {
			b.do(table.Command{By: players[n%len(players)], Kind: table.Sit, Seat: rules.Seat(i)})
			n++
		}
	}
	for _, p := range players {
		if b.View().Phase == table.Waiting {
			b.do(table.Command{By: p, Kind: table.Ready})
		}
	}
	if b.View().Phase != table.Playing {
		b.Fatal("not started although all are ready")
	}
}

// action parses an action in plain notation.
func (b *testTable) action(text string) rules.Action {
	b.Helper()
	v := b.View()
	a, err := rules.ParsePlain(v.Variant.Facts(), v.Actor, text)
	if err != nil {
		b.Fatal(err)
	}
	return a
}

// moves plays actions one after the other, each by the player to move.
func (b *testTable) moves(words ...string) {
	b.Helper()
	for _, word := range words {
		b.do(b.move(word))
	}
}

// move returns a command with which the player to move plays an action.
func (b *testTable) move(word string) table.Command {
	b.Helper()
	v := b.View()
	return table.Command{By: v.Seats[v.Actor].Player, Kind: table.Play, Seat: v.Actor, Action: b.action(word), Answers: len(v.Moves)}
}
