package lobby_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/clock/clocktest"
	"quadrille/internal/player"
	"quadrille/internal/service/lobby"
	"quadrille/internal/store"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
)

// storeGames stores running games of two players, with one day for each move.
func storeGames(t testing.TB, s lobby.Store, games int) {
	t.Helper()
	now := time.Now().UTC()
	terms := duel
	terms.Clock = table.Clock{PerMove: 24 * time.Hour}
	first, second := rules.Seat(0), rules.Seat(2)
	for i := range games {
		a := player.Player{ID: player.ID(fmt.Sprint("SHA256:a", i)), Name: fmt.Sprint("A", i)}
		b := player.Player{ID: player.ID(fmt.Sprint("SHA256:b", i)), Name: fmt.Sprint("B", i)}
		log := []table.Event{
			{Kind: table.Opened, At: now, Player: &a, Terms: &terms},
			{Kind: table.Seated, At: now, Seat: &first, Player: &a},
			{Kind: table.Readied, At: now, Seat: &first},
			{Kind: table.Seated, At: now, Seat: &second, Player: &b},
			{Kind: table.Readied, At: now, Seat: &second},
			{Kind: table.Started, At: now},
		}
		id, err := s.Create(ctx, log[0], nil)
		if err == nil {
			err = s.Append(ctx, id, 2, log[1:], nil)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestUnloadedGamesFlagOnTime checks that 2,000 games without connected players, or 10,000 if
// QUADRILLE_SOAK is set, need no goroutines and no logs in memory. After a restart, each game ends
// when its time runs out.
func TestUnloadedGamesFlagOnTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		games := 2_000
		if os.Getenv("QUADRILLE_SOAK") != "" {
			games = 10_000
		}
		memory := logtest.NewMemory()
		storeGames(t, memory, games)
		h := open(t, memory)
		defer func() { h.close() }()
		began := time.Now()
		synctest.Wait()
		before := runtime.NumGoroutine()
		time.Sleep(10 * time.Hour)
		h.restart()
		time.Sleep(10 * time.Hour)
		synctest.Wait()
		if n := runtime.NumGoroutine() - before; n > 5 {
			t.Errorf("%d goroutines for %d games without connected players", n, games)
		}
		if v := h.View(); v.Playing != games || len(v.Tables) > 200 {
			t.Errorf("%d games are running, %d tables are in the view", v.Playing, len(v.Tables))
		}
		time.Sleep(time.Until(began.Add(24 * time.Hour)))
		synctest.Wait()
		if v := h.View(); v.Playing != games {
			t.Errorf("%d games at the deadline, %d before", v.Playing, games)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if v := h.View(); v.Playing != 0 {
			t.Errorf("%d games are still running a second after the deadline", v.Playing)
		}
		for _, id := range []table.ID{1, table.ID(games / 2), table.ID(games)} {
			events, err := memory.Load(ctx, id)
			if err != nil {
				t.Fatal(err)
			}
			flag := events[len(events)-2]
			if late := flag.At.Sub(began.Add(24 * time.Hour)); flag.Kind != table.Flagged || late < 0 || late > time.Second {
				t.Errorf("table %d: %q %v after the deadline", id, flag.Kind, late)
			}
		}
	})
}

// TestClocksOfUnloadedGamesStopDuringOutages checks that the clock of an unloaded game does
// not run while the server is down. This applies after an orderly shutdown and after a
// crash.
func TestClocksOfUnloadedGamesStopDuringOutages(t *testing.T) {
	for orderly, left := range map[bool]time.Duration{true: 13*time.Hour + 30*time.Minute, false: 14 * time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			disk := &failingStore{Store: logtest.NewMemory()}
			h := open(t, disk)
			defer func() { h.close() }()
			h.firstMoves(h.createCorrespondence(1, inky, blinky))
			time.Sleep(10*time.Hour + 30*time.Minute) // the last record that the server is running is now half an hour old
			disk.dropAlive.Store(!orderly)
			h.close()
			disk.dropAlive.Store(false)
			time.Sleep(100 * time.Hour)
			h.Lobby = openWith(h, h.store, nil)
			if list := h.WaitingFor(inky.ID); len(list) != 1 || time.Until(list[0].Deadline) != left {
				t.Fatalf("orderly %v: %s", orderly, formatTasks(list))
			}
			time.Sleep(left - time.Second)
			if got := h.phases(); got != "p1" {
				t.Errorf("orderly %v: tables %s before the deadline", orderly, got)
			}
			time.Sleep(2 * time.Second)
			if got := h.phases(); got != "f1" {
				t.Errorf("orderly %v: tables %s after it", orderly, got)
			}
		})
	}
}

// failingStore is a store that can ignore calls of Alive. The stored data is then the same
// as if the server had crashed before these calls.
type failingStore struct {
	lobby.Store
	dropAlive atomic.Bool
}

func (d *failingStore) Alive(ctx context.Context, at time.Time) error {
	if d.dropAlive.Load() {
		return nil
	}
	return d.Store.Alive(ctx, at)
}

// TestTableWithoutSpectatorsIsUnloaded checks that a table stays loaded while it has
// spectators, and is unloaded some time after the last spectator leaves. References to the
// unloaded table can still be used to play and watch.
func TestTableWithoutSpectatorsIsUnloaded(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		kept := h.createCorrespondence(3, inky, blinky)
		w := kept.Watch(inky)
		time.Sleep(48 * time.Hour)
		if kept.Unloaded() {
			t.Error("the table was unloaded while it had a spectator")
		}
		w.Close()
		time.Sleep(2 * time.Minute)
		if !kept.Unloaded() {
			t.Fatal("the table stays loaded without spectators")
		}
		now, err := h.Table(ctx, 1)
		if err != nil || now == kept {
			t.Fatalf("the table was not loaded again: %v", err)
		}
		h.do(kept, table.Command{By: inky, Kind: table.Play, Action: kept.View().Legal[0], Answers: -1})
		if a, b := len(kept.View().Moves), len(now.View().Moves); a != 1 || b != 1 {
			t.Errorf("%d moves at the old reference, %d at the new", a, b)
		}
		old := kept.Watch(blinky)
		defer old.Close()
		if v, ok := old.Take(ctx); !ok || len(v.Moves) != 1 {
			t.Errorf("a spectator at the old reference sees %+v", v)
		}
		h.do(now, table.Command{By: blinky, Kind: table.Play, Seat: 2, Action: now.View().Legal[0], Answers: -1})
		if v, ok := old.Take(ctx); !ok || len(v.Moves) != 2 {
			t.Errorf("a spectator at the old reference sees no new move")
		}
	})
}

// firstMoves plays the first move of each player in a two-player game. Without these moves,
// the table would abort the game.
func (h *testLobby) firstMoves(tab *live.Table) {
	h.Helper()
	h.do(tab, table.Command{By: inky, Kind: table.Play, Action: tab.View().Legal[0], Answers: -1})
	h.do(tab, table.Command{By: blinky, Kind: table.Play, Seat: 2, Action: tab.View().Legal[0], Answers: -1})
}

// TestGameWithARunningClockStaysLoaded checks that a game with a clock (not a correspondence
// game) stays loaded while the clock runs. It stays loaded because the table stores a
// heartbeat every ten seconds.
func TestGameWithARunningClockStaysLoaded(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		terms := duel
		terms.Clock = table.Clock{Start: 30 * time.Minute}
		tab, err := h.Create(ctx, inky, terms)
		if err != nil {
			t.Fatal(err)
		}
		h.begin(tab)
		h.firstMoves(tab)
		time.Sleep(29 * time.Minute)
		if tab.Unloaded() {
			t.Error("the table was unloaded while its clock ran")
		}
		h.restart()
		time.Sleep(30 * time.Second)
		if got := h.phases(); got != "p1" {
			t.Errorf("tables %s", got)
		}
		time.Sleep(2 * time.Minute) // the clock resumes one minute after the restart
		if got := h.phases(); got != "f1" {
			t.Errorf("after the clock ran out: tables %s", got)
		}
	})
}

// TestAbandonedUntimedGameIsClosed checks that an untimed game whose players have left is
// closed after a week. After a restart, the players are recorded as away even if nobody
// opens the table.
func TestAbandonedUntimedGameIsClosed(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		tab := h.create(inky)
		h.begin(tab)
		h.restart()
		time.Sleep(5 * time.Minute)
		tab, err := h.Table(ctx, 1)
		if err != nil || tab.View().Seats[0].AwaySince.IsZero() {
			t.Fatalf("the player's absence was not recorded: %v", err)
		}
		time.Sleep(3 * 24 * time.Hour)
		if !tab.Unloaded() {
			t.Error("the table stays loaded")
		}
		time.Sleep(5 * 24 * time.Hour)
		if got := h.phases(); got != "" {
			t.Errorf("tables %s", got)
		}
	})
}

// TestTablesArePaged checks that the method Tables lists all live tables page by page,
// except the private tables of other people.
func TestTablesArePaged(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		storeGames(t, h.store, 5)
		h.restart()
		secret := duel
		secret.Private = table.ForInvited
		if _, err := h.Create(ctx, inky, secret); err != nil {
			t.Fatal(err)
		}
		h.create(inky)
		for _, c := range []struct {
			by    player.ID
			limit int
			want  string
		}{
			{"", 2, "[1 2] [3 4] [5 7]"},
			{"", 3, "[1 2 3] [4 5 7]"},
			{"", 6, "[1 2 3 4 5 7]"},
			{inky.ID, 4, "[1 2 3 4] [5 6 7]"},
			{blinky.ID, 100, "[1 2 3 4 5 7]"},
		} {
			got, after := "", table.ID(0)
			for {
				page, next := h.Tables(c.by, after, c.limit)
				var ids []table.ID
				for _, s := range page {
					ids = append(ids, s.ID)
				}
				got += fmt.Sprint(ids, " ")
				if after = next; next == 0 {
					break
				}
			}
			if got != c.want+" " {
				t.Errorf("%q, %d a page: %s, want %s", c.by, c.limit, got, c.want)
			}
		}
		if v := h.View(); v.Waiting != 1 || v.Playing != 5 {
			t.Errorf("%d tables wait and %d are playing in the public view", v.Waiting, v.Playing)
		}
		if v := h.ViewFor(inky.ID); v.Waiting != 2 {
			t.Errorf("%d tables wait for the host of the private one", v.Waiting)
		}
	})
}

// BenchmarkUnloadedGames measures the memory for each game in a lobby of correspondence
// games on a real disk, and the times to start the lobby, to build a view and to list a page
// of tables. The environment variable QUADRILLE_GAMES sets the number of games.
func BenchmarkUnloadedGames(b *testing.B) {
	games := 10_000
	if word := os.Getenv("QUADRILLE_GAMES"); word != "" {
		if _, err := fmt.Sscan(word, &games); err != nil {
			b.Fatal(err)
		}
	}
	dir := b.TempDir()
	disk := func() *store.Store {
		s, err := store.Open(ctx, dir, slog.New(slog.DiscardHandler))
		if err != nil {
			b.Fatal(err)
		}
		return s
	}
	s := disk()
	storeGames(b, s.Tables, games)
	openWith(b, s.Tables, nil).Close(ctx) // opening a lobby stores the summaries of its tables
	s.Close()
	for b.Loop() {
		s = disk()
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		start := time.Now()
		l := openWith(b, s.Tables, nil)
		b.ReportMetric(float64(time.Since(start).Microseconds())/1000, "ms-start")
		start = time.Now()
		l.View()
		b.ReportMetric(float64(time.Since(start).Microseconds())/1000, "ms-view")
		start = time.Now()
		l.Tables("", table.ID(games/2), 100)
		b.ReportMetric(float64(time.Since(start).Microseconds())/1000, "ms-page")
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(games), "bytes/game")
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/1e6, "MB")
		l.Close(ctx)
		s.Close()
	}
}

// TestUnloadedGamesOnDiskFlagAfterARestart checks that, after a restart, the lobby ends
// stored games whose time has run out, and publishes the results. To find these games, the
// lobby reads only the summaries.
func TestUnloadedGamesOnDiskFlagAfterARestart(t *testing.T) {
	const games = 100
	dir := t.TempDir()
	disk := func() *store.Store {
		s, err := store.Open(ctx, dir, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := disk()
	storeGames(t, s.Tables, games)
	openWith(t, s.Tables, nil).Close(ctx) // opening a lobby stores the summaries of its tables
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = disk()
	defer s.Close()
	ahead := func() time.Time { return time.Now().Add(24 * time.Hour) } // a time after the deadlines of all games
	if err := s.Tables.Alive(ctx, ahead()); err != nil {
		t.Fatal(err)
	}
	l, err := lobby.Open(ctx, lobby.Config{Store: s.Tables, Clock: clocktest.At(ahead), Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close(ctx)
	w := l.Watch()
	defer w.Close()
	for {
		v, ok := w.Take(t.Context())
		if !ok {
			t.Fatal("the subscription to the lobby ended")
		}
		if v.Playing == 0 {
			break
		}
	}
	for id := table.ID(1); id <= games; id++ {
		events, err := s.Tables.Load(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(events); events[n-2].Kind != table.Flagged || events[n-1].Kind != table.Closed {
			t.Fatalf("table %d ends with %q", id, events[n-1].Kind)
		}
	}
}
