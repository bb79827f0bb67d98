package quota_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"maps"
	"net/netip"
	"path/filepath"
	"testing"
	"time"

	"quadrille/internal/clock/clocktest"
	"quadrille/internal/config"
	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/service/quota"
	"quadrille/internal/store"
	"quadrille/internal/table"
	"quadrille/rules"
)

// bench holds quotas that use a real store, with a clock that the test sets.
type bench struct {
	*testing.T
	*quota.Quotas
	store  *store.Store
	limits config.Quotas
	now    time.Time
	free   uint64
	member player.ID
}

func newBench(t *testing.T, change func(l *config.Quotas)) *bench {
	t.Helper()
	kept, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "data"), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{T: t, store: kept, limits: config.DefaultQuotas(), now: time.Now(), free: 1 << 40}
	change(&b.limits)
	b.restart()
	t.Cleanup(func() {
		b.Close()
		if err := kept.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// restart closes the quotas and opens them again with the same store.
func (b *bench) restart() {
	b.Helper()
	if b.Quotas != nil {
		b.Close()
	}
	var err error
	b.Quotas, err = quota.Open(b.Context(), quota.Config{
		Limits: b.limits, Store: b.store.Quotas, Clock: clocktest.At(func() time.Time { return b.now }),
		Free: func() (uint64, error) { return b.free, nil }, Member: func(id player.ID) bool { return id == b.member },
	})
	if err != nil {
		b.Fatal(err)
	}
}

// at returns a context with the given client address.
func (b *bench) at(address string) context.Context {
	return player.WithAddress(b.Context(), netip.MustParseAddr(address))
}

// charges calls Charge for one event at a time until a call is refused. It returns the
// number of accepted events.
func (b *bench) charges(ctx context.Context, by player.ID, play bool) (n int) {
	for n < 10_000 && b.Charge(ctx, by, 1, play) == nil {
		n++
	}
	return n
}

func (b *bench) want(what string, got, want int) {
	b.Helper()
	if got != want {
		b.Errorf("%s: %d, want %d", what, got, want)
	}
}

func TestEventsAreCountedByAccountAndAddress(t *testing.T) {
	b := newBench(t, func(l *config.Quotas) {
		l.AccountEvents = config.Rate{Burst: 100, Every: time.Minute}
		l.AddressEvents = config.Rate{Burst: 200, Every: time.Minute}
		l.SpareMoves = config.Rate{Burst: 10, Every: time.Minute}
	})
	here := b.at("192.0.2.1")
	b.want("events other than moves, of an account", b.charges(here, "SHA256:a", false), 75)
	b.want("moves in its last quarter", b.charges(here, "SHA256:a", true), 25)
	b.want("events other than moves, at the address", b.charges(here, "SHA256:b", false), 50)
	// accounts a and b have now used all 200 events of the address
	b.want("moves of another account there", b.charges(here, "SHA256:b", true), 50)
	b.want("moves beyond the quota of the address", b.charges(here, "SHA256:c", true), 10)
	b.want("moves of a guest there", b.charges(here, "guest:d", true), 0)
	b.want("another address", b.charges(b.at("192.0.2.2"), "SHA256:e", false), 75)
	b.want("the neighbour in the same /64", b.charges(b.at("2001:db8::1"), "SHA256:f", true), 100)
	b.want("another in the same /64", b.charges(b.at("2001:db8::2"), "SHA256:g", true), 100)
	b.want("a third in the same /64", b.charges(b.at("2001:db8::3"), "guest:h", true), 0)
	b.want("a bot", b.charges(b.Context(), player.Bot(1, 1).ID, true), 10_000)
	b.now = b.now.Add(30 * time.Minute)
	b.want("half an hour later", b.charges(here, "guest:i", true), 30)
}

func TestCountersAreRestored(t *testing.T) {
	b := newBench(t, func(l *config.Quotas) {
		l.AddressEvents = config.Rate{Burst: 100, Every: time.Minute}
	})
	here := b.at("192.0.2.1")
	b.want("at first", b.charges(here, "SHA256:a", true), 100+b.limits.SpareMoves.Burst)
	b.restart()
	b.want("after a restart", b.charges(here, "guest:b", true), 0)
	b.now = b.now.Add(10 * time.Minute)
	b.restart()
	b.want("ten minutes later", b.charges(here, "guest:c", true), 10)
	b.now = b.now.Add(200 * time.Minute)
	b.restart()
	if list, err := b.store.Quotas.Load(b.Context()); err != nil || len(list) > 2 {
		t.Errorf("counters that are full again are stored: %v, %v", list, err)
	}
	b.want("when all is forgotten", b.charges(here, "guest:d", true), 100)
}

// open opens a table if the quotas admit it, and adds it to the map `waiting`, which
// contains the tables that already wait for players.
func (b *bench) open(ctx context.Context, by player.ID, waiting map[table.ID]player.ID) error {
	admit, done, err := b.Open(ctx, by)
	if err != nil {
		return err
	}
	defer done()
	if err := admit(maps.All(waiting)); err != nil {
		return err
	}
	id, err := b.store.Tables.Create(
		ctx,
		table.Event{Kind: table.Opened, At: b.now, Player: &player.Player{ID: by, Name: "X"}, Terms: &table.Terms{Game: "g"}},
		nil,
	)
	waiting[id] = by
	return err
}

func TestWaitingTablesAreLimited(t *testing.T) {
	b := newBench(t, func(l *config.Quotas) {
		l.Waiting, l.AddressWaiting, l.NewAccountWaiting = 20, 8, 2
	})
	waiting := map[table.ID]player.ID{}
	wanted := func(what string, ctx context.Context, by player.ID, words string) {
		t.Helper()
		err := b.open(ctx, by, waiting)
		var r *refusal.Error
		switch {
		case words == "" && err != nil:
			t.Errorf("%s: %v", what, err)
		case words != "" && (!errors.As(err, &r) || err.Error() != words):
			t.Errorf("%s: %v, want %s", what, err, words)
		}
	}
	flood := b.at("192.0.2.1")
	for n := range 3 {
		wanted("a new account", flood, player.ID(fmt.Sprint("SHA256:", n)), "")
		wanted("its second table", flood, player.ID(fmt.Sprint("SHA256:", n)), "")
	}
	const many = "6 tables from your network already wait for players: join one of them"
	wanted("the seventh from there", flood, "SHA256:9", many)
	b.restart()
	wanted("after a restart", flood, "SHA256:9", many)
	b.member = "SHA256:m"
	wanted("a member there", flood, "SHA256:m", "")
	wanted("a member there, in the last quarter", flood, "SHA256:m", "")
	wanted("a member there, beyond it", flood, "SHA256:m", "8 tables from your network already wait for players: join one of them")
	wanted("elsewhere", b.at("192.0.2.2"), "SHA256:e", "")
	wanted("elsewhere, the second", b.at("192.0.2.2"), "SHA256:e", "")
	wanted("elsewhere, the third", b.at("192.0.2.2"), "SHA256:e",
		"a new account can have 2 waiting tables; wait until one of yours starts")
	for n := range 5 {
		wanted("from everywhere", b.at(fmt.Sprint("192.0.2.", 10+n)), player.ID(fmt.Sprint("SHA256:", 20+n)), "")
	}
	wanted("in the last quarter of all", b.at("192.0.2.99"), "SHA256:99", "15 tables already wait for players: join one of them")
	wanted("a member in the last quarter of all", b.at("192.0.2.99"), "SHA256:m", "")
	for id := range waiting {
		if err := b.store.Tables.Append(b.Context(), id, 2, []table.Event{{Kind: table.Closed, At: b.now, Action: "abandoned"}},
			nil); err != nil {
			t.Fatal(err)
		}
	}
	if list, err := b.store.Quotas.Origins(b.Context(), netip.Prefix{}); err != nil || len(list) > 0 {
		t.Errorf("addresses of tables that are closed are kept: %v, %v", list, err)
	}
	clear(waiting)
	wanted("when none waits", flood, "SHA256:9", "")
}

// TestConcurrentlyOpenedTablesAreLimited checks that tables that are opened at the same time
// cannot exceed the limit.
func TestConcurrentlyOpenedTablesAreLimited(t *testing.T) {
	b := newBench(t, func(l *config.Quotas) { l.AddressWaiting = 4 })
	here := b.at("192.0.2.1")
	none := func(func(table.ID, player.ID) bool) {}
	var admits []func(iter.Seq2[table.ID, player.ID]) error
	for n := range 10 {
		admit, done, err := b.Open(here, player.ID(fmt.Sprint("SHA256:", n)))
		if err != nil {
			t.Fatal(err)
		}
		defer done()
		admits = append(admits, admit)
	}
	allowed := 0
	for _, admit := range admits {
		if admit(none) == nil {
			allowed++
		}
	}
	b.want("tables at once", allowed, 3)
}

func TestAccountBecomesKnown(t *testing.T) {
	b := newBench(t, func(*config.Quotas) {})
	b.now = time.Now()
	if _, err := b.store.Accounts.Claim(b.Context(), "SHA256:a", "Ann"); err != nil {
		t.Fatal(err)
	}
	known := func(id player.ID) bool {
		t.Helper()
		is, err := b.Known(b.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return is
	}
	b.now = b.now.Add(48 * time.Hour)
	if known("SHA256:a") || known("guest:x") || known("SHA256:none") {
		t.Error("an account that has not played is known")
	}
	b.played("SHA256:a", "SHA256:a")
	if known("SHA256:a") {
		t.Error("an account that has played only against itself is known")
	}
	b.played("SHA256:a", player.Bot(3, 1).ID)
	if known("SHA256:a") {
		t.Error("an account that has played only against bots is known")
	}
	b.played("SHA256:a", "SHA256:b")
	if !known("SHA256:a") {
		t.Error("an account that is two days old and has played is not known")
	}
	b.now = b.now.Add(-30 * time.Hour)
	if known("SHA256:a") {
		t.Error("an account that is eighteen hours old is known")
	}
}

// played stores a finished game of two accounts.
func (b *bench) played(one, other player.ID) {
	b.Helper()
	first, second := &player.Player{ID: one, Name: "One"}, &player.Player{ID: other, Name: "Other"}
	id, err := b.store.Tables.Create(
		b.Context(),
		table.Event{Kind: table.Opened, At: b.now, Player: first, Terms: &table.Terms{Game: "g"}},
		nil,
	)
	if err != nil {
		b.Fatal(err)
	}
	err = b.store.Tables.Append(b.Context(), id, 2, []table.Event{
		{Kind: table.Seated, At: b.now, Seat: new(rules.Seat(0)), Player: first},
		{Kind: table.Seated, At: b.now, Seat: new(rules.Seat(1)), Player: second},
		{Kind: table.Started, At: b.now},
		{Kind: table.Closed, At: b.now, Action: "checkmate"},
	}, nil)
	if err != nil {
		b.Fatal(err)
	}
}

func TestRefusalsOnNearlyFullDisk(t *testing.T) {
	b := newBench(t, func(l *config.Quotas) { l.FreeDisk = 100 })
	here := b.at("192.0.2.1")
	b.free, b.now = 99_999_999, b.now.Add(time.Second)
	var r *refusal.Error
	if err := b.Charge(here, "SHA256:a", 1, false); !errors.As(err, &r) || r.Reason != quota.DiskLow {
		t.Errorf("chat: %v", err)
	}
	if _, _, err := b.Open(here, "SHA256:a"); !errors.As(err, &r) || r.Reason != quota.DiskLow {
		t.Errorf("a table: %v", err)
	}
	if err := b.Charge(here, "SHA256:a", 1, true); err != nil {
		t.Errorf("a move: %v", err)
	}
	b.free, b.now = 100_000_000, b.now.Add(time.Second)
	if err := b.Charge(here, "SHA256:a", 1, false); err != nil {
		t.Errorf("when there is room: %v", err)
	}
	if n := b.Tally().Refused[quota.Disk]; n != 2 {
		t.Errorf("%d refusals are counted", n)
	}
}

// TestDeletionRemovesCountersAndOrigins checks that the deletion of an account removes its
// counters and the addresses from which its tables were opened.
func TestDeletionRemovesCountersAndOrigins(t *testing.T) {
	b := newBench(t, func(l *config.Quotas) { l.AccountEvents.Burst = 100 })
	if _, err := b.store.Accounts.Claim(b.Context(), "SHA256:a", "Ann"); err != nil {
		t.Fatal(err)
	}
	if err := b.open(b.at("192.0.2.1"), "SHA256:a", map[table.ID]player.ID{}); err != nil {
		t.Fatal(err)
	}
	b.charges(b.at("192.0.2.1"), "SHA256:a", true)
	b.restart()
	stored := func() (counters, origins int) {
		t.Helper()
		used, err := b.store.Quotas.Load(b.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range used {
			if u.Who == "SHA256:a" {
				counters++
			}
		}
		list, err := b.store.Quotas.Origins(b.Context(), netip.Prefix{})
		if err != nil {
			t.Fatal(err)
		}
		return counters, len(list)
	}
	if counters, origins := stored(); counters == 0 || origins != 1 {
		t.Fatalf("%d counters, %d tables before", counters, origins)
	}
	if _, err := b.Accounts(b.store.Accounts).Delete(b.Context(), "SHA256:a"); err != nil {
		t.Fatal(err)
	}
	b.restart()
	if counters, origins := stored(); counters != 0 || origins != 0 {
		t.Errorf("%d counters, %d tables after", counters, origins)
	}
}
