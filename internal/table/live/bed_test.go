package live_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

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

const (
	white rules.Seat = iota
	silver
	black
	gold
)

// diary is a log that can be made to fail or to wait.
type diary struct {
	*logtest.Memory
	fault atomic.Pointer[error]
	gate  atomic.Pointer[chan struct{}]
	lies  atomic.Bool // it keeps the events, and fails then
	syncs atomic.Int64
}

func (d *diary) fail(err error) { d.fault.Store(&err) }

func (d *diary) mend() { d.fault.Store(nil) }

// hold lets every append wait until the gate opens.
func (d *diary) hold() (open func()) {
	gate := make(chan struct{})
	d.gate.Store(&gate)
	return func() { d.gate.Store(nil); close(gate) }
}

func (d *diary) Append(ctx context.Context, id table.ID, seq int, events []table.Event, s *table.Summary) error {
	d.syncs.Add(1)
	if gate := d.gate.Load(); gate != nil {
		<-*gate
	}
	if fault := d.fault.Load(); fault != nil {
		if d.lies.Load() {
			_ = d.Memory.Append(ctx, id, seq, events, s)
		}
		return *fault
	}
	return d.Memory.Append(ctx, id, seq, events, s)
}

// judge is what a test and a random test have in common.
type judge interface {
	Helper()
	Error(...any)
	Errorf(string, ...any)
	Fatal(...any)
	Fatalf(string, ...any)
}

// bed is a table to test.
type bed struct {
	judge
	*live.Table
	id      table.ID
	diary   *diary
	changed func(*table.View)
	start   string // position text, where it is not the game's start
	// What the server knows of itself: since when it is up, when it went down as far as
	// it stored that, and all that before.
	up, down time.Time
	outages  []table.Outage
}

// lay makes a table; at the end its log is replayed and compared with what it
// has become.
func lay(t testing.TB, terms table.Terms) *bed {
	t.Helper()
	b := layBare(t, terms)
	t.Cleanup(b.check)
	return b
}

// layAt begins from a position.
func layAt(t testing.TB, terms table.Terms, position string) *bed {
	t.Helper()
	b := bedOf(t, terms, position)
	t.Cleanup(b.check)
	return b
}

func layBare(t judge, terms table.Terms) *bed {
	t.Helper()
	return bedOf(t, terms, "")
}

func bedOf(t judge, terms table.Terms, start string) *bed {
	t.Helper()
	b := &bed{judge: t, diary: &diary{Memory: logtest.NewMemory()}, start: start}
	var err error
	b.id, err = b.diary.Create(context.Background(), table.Event{Kind: table.Opened, At: time.Now(), Player: &inky, Terms: &terms}, nil)
	if err != nil {
		t.Fatal(err)
	}
	b.open()
	return b
}

func (b *bed) config() live.Config {
	return live.Config{
		ID: b.id, Log: b.diary, Variant: b.variant, Changed: b.changed, Outages: b.outages,
		Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
	}
}

// startingAt is a game that starts elsewhere.
type startingAt struct {
	rules.Variant
	start rules.Position
}

func (s startingAt) Start() rules.Position { return s.start }

func (b *bed) variant(game string, options map[string]string) (rules.Variant, error) {
	if b.start == "" {
		return variants.New(game, options)
	}
	g, _, err := rules.ParsePosition(strings.NewReader(b.start), variants.New, game, options)
	if err != nil {
		return nil, err
	}
	return startingAt{g.Variant, g.Position}, nil
}

func (b *bed) events() []table.Event {
	b.Helper()
	events, err := b.diary.Load(context.Background(), b.id)
	if err != nil {
		b.Fatal(err)
	}
	return events
}

// alive is how often the server stores that it is up.
const alive = time.Hour

// Stop stops the table with its server.
func (b *bed) Stop(ctx context.Context) error {
	b.down = time.Now()
	return b.Table.Stop(ctx)
}

func (b *bed) open() {
	b.Helper()
	if !b.down.IsZero() {
		b.outages = append(b.outages, table.Outage{From: b.down, Until: time.Now()})
	}
	b.up = time.Now()
	var err error
	if b.Table, err = live.Open(b.config(), b.events()); err != nil {
		b.Fatal(err)
	}
}

// kill stops the table without letting it say so, as kill -9 does.
func (b *bed) kill() {
	b.Helper()
	b.diary.fail(os.ErrClosed)
	_ = b.Stop(context.Background())
	b.down = b.up.Add(time.Since(b.up).Truncate(alive))
	b.diary.mend()
}

// check stops the table and holds what it showed against its log.
func (b *bed) check() {
	b.Helper()
	b.diary.mend()
	if err := b.Stop(context.Background()); err != nil && !errors.Is(err, table.ErrGap) {
		b.Errorf("Stop: %v", err)
	}
	b.same()
}

// same compares what everybody sees with the fold of the log.
func (b *bed) same() {
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
		b.alike(id, *seen[i], *b.Seen(id))
	}
}

func (b *bed) alike(id player.ID, want, got table.View) {
	b.Helper()
	got.Variant, want.Variant = nil, nil
	got.Fault, got.Spectators = "", 0
	for i := range got.Seats {
		got.Seats[i].Present = false
	}
	samePosition := cmp.Comparer(func(a, b rules.Position) bool { return a == b })
	if diff := cmp.Diff(want, got, samePosition); diff != "" {
		b.Errorf("what %q sees is not the fold of the log (-log +view):\n%s", id, diff)
	}
}

// do asks and wants it done.
func (b *bed) do(a table.Command) {
	b.Helper()
	if err := b.Do(context.Background(), a); err != nil {
		b.Fatalf("%+v: %v", a, err)
	}
}

// refused asks and wants a refusal of the table.
func (b *bed) refused(a table.Command, want *table.Reason) {
	b.Helper()
	var r *table.Refusal
	if err := b.Do(context.Background(), a); !errors.As(err, &r) || r.Reason != want {
		b.Errorf("%+v: %v, want %s", a, err, want)
	}
}

// unlawful asks and wants a refusal of the game.
func (b *bed) unlawful(a table.Command, want *rules.Reason) {
	b.Helper()
	var r *rules.Refusal
	if err := b.Do(context.Background(), a); !errors.As(err, &r) || r.Reason != want {
		b.Errorf("%+v: %v, want %s", a, err, want)
	}
}

// attend lets players look on, until it is called.
func (b *bed) attend(players ...player.Player) (leave func()) {
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

// begin seats players in turn order, as many as it takes, and begins.
func (b *bed) begin(players ...player.Player) {
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
		b.Fatal("everybody is ready and the game has not begun")
	}
}

// action reads plain notation.
func (b *bed) action(text string) rules.Action {
	b.Helper()
	v := b.View()
	a, err := rules.ParsePlain(v.Variant.Facts(), v.Actor, text)
	if err != nil {
		b.Fatal(err)
	}
	return a
}

// moves plays for whoever is to move.
func (b *bed) moves(words ...string) {
	b.Helper()
	for _, word := range words {
		b.do(b.move(word))
	}
}

// move is an act of whoever is to move.
func (b *bed) move(word string) table.Command {
	b.Helper()
	v := b.View()
	return table.Command{By: v.Seats[v.Actor].Player, Kind: table.Play, Seat: v.Actor, Action: b.action(word), Answers: len(v.Moves)}
}
