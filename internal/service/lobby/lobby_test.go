package lobby_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/bot"
	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/service/lobby"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
)

var (
	inky   = player.Player{ID: "SHA256:inky", Name: "Inky"}
	blinky = player.Player{ID: "SHA256:blinky", Name: "blinky"}
	sue    = player.Player{ID: "guest:sue", Name: "guest-sue"}
	duel   = table.Terms{Game: "chess4", Options: map[string]string{"armies": "white,black"}}
	ctx    = context.Background()
)

// testLobby is a lobby under test, with its store and bots.
type testLobby struct {
	testing.TB
	*lobby.Lobby
	store lobby.Store
	bots  *bot.Pool
}

// withLobby runs a test with a lobby in virtual time. The test fails if it leaves goroutines
// behind.
func withLobby(t *testing.T, test func(h *testLobby)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, logtest.NewMemory())
		defer func() { h.close() }()
		test(h)
	})
}

func open(t testing.TB, store lobby.Store) *testLobby {
	t.Helper()
	l, err := lobby.Open(ctx, lobby.Config{Store: store, Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		t.Fatal(err)
	}
	return &testLobby{TB: t, Lobby: l, store: store}
}

func (h *testLobby) close() {
	h.Helper()
	if err := h.Close(ctx); err != nil {
		h.Errorf("Close: %v", err)
	}
}

func (h *testLobby) restart() {
	h.Helper()
	h.close()
	h.Lobby = openWith(h, h.store, h.bots)
}

func (h *testLobby) create(by player.Player) *live.Table {
	h.Helper()
	t, err := h.Create(ctx, by, duel)
	if err != nil {
		h.Fatal(err)
	}
	return t
}

func (h *testLobby) do(t *live.Table, a table.Command) {
	h.Helper()
	if err := t.Do(ctx, a); err != nil {
		h.Fatal(err)
	}
}

// begin starts a game of Inky against Blinky.
func (h *testLobby) begin(t *live.Table) {
	h.Helper()
	for _, p := range []player.Player{inky, blinky} {
		h.do(t, table.Command{By: p, Kind: table.Sit, Seat: rules.NoSeat})
		h.do(t, table.Command{By: p, Kind: table.Ready})
	}
}

// finish ends a game: Inky resigns.
func (h *testLobby) finish(t *live.Table) {
	h.Helper()
	h.do(t, table.Command{By: inky, Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: 0}})
}

func (h *testLobby) phases() (text string) {
	for _, s := range h.View().Tables {
		text += [...]string{"w", "p", "f"}[s.Phase] + string(rune('0'+s.ID)) + " "
	}
	return strings.TrimSpace(text)
}

func TestOrderOfTables(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		var tables []*live.Table
		for range 6 {
			tables = append(tables, h.create(inky))
		}
		for _, i := range []int{4, 1, 0, 3} {
			h.begin(tables[i])
		}
		time.Sleep(time.Second)
		h.finish(tables[4])
		time.Sleep(time.Second)
		h.finish(tables[1])
		for range 2 {
			if got, want := h.phases(), "w3 w6 p1 p4 f2 f5"; got != want {
				t.Errorf("tables %s, want %s", got, want)
			}
			h.restart()
		}
		s := h.View().Tables
		if s[4].Result != "black won: resignation" || s[4].Turn != rules.NoSeat || s[4].Moves != 1 {
			t.Errorf("finished: %+v", s[4])
		}
		if p := s[2]; p.Title != "Chess4" || p.Turn != 0 || p.Seats[2].Player != blinky || p.SeatNames[2] != "black" ||
			!p.Seats[1].Closed ||
			p.Host != inky {
			t.Errorf("playing: %+v", p)
		}
	})
}

func TestFinishedTablesAreListed(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		const games = 30
		for range games {
			tb := h.create(inky)
			h.begin(tb)
			h.finish(tb)
			time.Sleep(time.Second)
		}
		for range 2 {
			if list := h.View().Tables; len(list) != 20 || list[0].ID != games || list[19].ID != 11 {
				t.Fatalf("%d tables", len(list))
			}
			for _, id := range []table.ID{1, games} {
				tb, err := h.Table(ctx, id)
				if err != nil || tb.View().Phase != table.Finished || len(tb.View().Moves) != 1 {
					t.Fatalf("table %d: %v", id, err)
				}
				w := tb.Watch(sue)
				if _, ok := w.Take(ctx); !ok {
					t.Errorf("table %d cannot be watched", id)
				}
				w.Close()
			}
			h.restart()
		}
		for _, id := range []table.ID{-1, 0, games + 1} {
			if _, err := h.Table(ctx, id); !errors.Is(err, table.ErrNoTable) {
				t.Errorf("table %d: %v", id, err)
			}
		}
	})
}

// After an account is deleted, its finished games stay in the list, under an anonymous name.
func TestFinishedTablesOfDeletedAccountAreListed(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		tb := h.create(inky)
		h.begin(tb)
		h.finish(tb)
		time.Sleep(time.Hour) // wait until the table is unloaded
		anonymous := player.Player{ID: "deleted:k7f3", Name: "deleted-k7f3"}
		h.ReplaceAccount(ctx, inky.ID, anonymous)
		if list := h.View().Tables; len(list) != 1 || list[0].Seats[0].Player != anonymous || list[0].Host != anonymous ||
			list[0].Seats[2].Player != blinky {
			t.Errorf("%+v", list)
		}
		if list := h.Seated(inky.ID); len(list) != 0 {
			t.Errorf("tables of the deleted account: %+v", list)
		}
	})
}

func TestLiveTablesContinueAfterARestart(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		tb := h.create(inky)
		h.begin(tb)
		h.restart()
		again, err := h.Table(ctx, tb.View().ID)
		if err != nil || again.View().Phase != table.Playing {
			t.Fatalf("%v", err)
		}
		h.finish(again)
		if got := h.phases(); got != "f1" {
			t.Errorf("tables %s", got)
		}
	})
}

func TestHostsMayHaveEightLiveTables(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		var last *live.Table
		for range 7 {
			last = h.create(inky)
		}
		if _, err := h.Create(ctx, inky, table.Terms{Game: "chess4", Bots: 6}); err != nil { // a table that bots fill counts too
			t.Fatal(err)
		}
		if _, err := h.Create(ctx, inky, duel); refusal.Of(err) != lobby.TooManyHosted {
			t.Fatalf("the ninth: %v", err)
		}
		h.create(blinky)
		h.begin(last)
		h.finish(last)
		h.create(inky)
	})
}

func TestCreateRefuses(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		for name, try := range map[string]struct {
			by    player.Player
			terms table.Terms
		}{
			"nobody":      {player.Player{}, duel},
			"no name":     {player.Player{ID: "SHA256:x"}, duel},
			"no game":     {inky, table.Terms{Game: "go"}},
			"no option":   {inky, table.Terms{Game: "chess4", Options: map[string]string{"komi": "6"}}},
			"wild clock":  {inky, table.Terms{Game: "chess4", Clock: table.Clock{Start: -time.Minute}}},
			"other clock": {inky, table.Terms{Game: "chess4", Clock: table.Clock{Increment: time.Second}}},
		} {
			if _, err := h.Create(ctx, try.by, try.terms); err == nil {
				t.Errorf("%s: the table was created", name)
			}
		}
		if len(h.View().Tables) != 0 {
			t.Error("a refused table is listed")
		}
	})
}

func TestClosedLobbyOpensNoTable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, logtest.NewMemory())
		tb := h.create(inky)
		w, tw := h.Watch(), tb.Watch(inky)
		h.close()
		h.close()
		if _, err := h.Create(ctx, inky, duel); refusal.Of(err) != lobby.Closing {
			t.Errorf("created: %v", err)
		}
		_, _ = w.Take(ctx)
		if _, ok := w.Take(ctx); ok {
			t.Error("the subscription to the lobby is still open")
		}
		_, _ = tw.Take(ctx)
		if _, ok := tw.Take(ctx); ok {
			t.Error("the subscription to the table is still open")
		}
		late := h.Watch()
		if _, ok := late.Take(ctx); !ok {
			t.Error("a late subscription gets no view")
		}
		late.Close()
		w.Close()
		tw.Close()
	})
}

// unreadableStore is a store in which one table cannot be read. A test can also make all
// methods of the store fail.
type unreadableStore struct {
	*logtest.Memory
	unreadable table.ID
	fault      error
}

func (d *unreadableStore) Load(ctx context.Context, id table.ID) ([]table.Event, error) {
	if id == d.unreadable {
		return nil, errors.New("damaged")
	}
	return d.Memory.Load(ctx, id)
}

func (d *unreadableStore) Create(ctx context.Context, e table.Event, s *table.Summary) (table.ID, error) {
	if d.fault != nil {
		return 0, d.fault
	}
	return d.Memory.Create(ctx, e, s)
}

func (d *unreadableStore) Live(ctx context.Context) ([]table.Stored, error) {
	if d.fault != nil {
		return nil, d.fault
	}
	return d.Memory.Live(ctx)
}

func TestTableThatCannotBeReplayedIsSkipped(t *testing.T) {
	store := &unreadableStore{Memory: logtest.NewMemory(), unreadable: 2}
	h := open(t, store)
	for range 4 {
		h.create(inky)
	}
	h.close()
	bad := []table.Event{{Kind: table.Started, At: time.Now()}}
	if err := store.Append(ctx, 3, 2, bad, nil); err != nil {
		t.Fatal(err)
	}
	h = open(t, store)
	defer h.close()
	for range 2 { // a second attempt fails in the same way
		for id := table.ID(2); id <= 3; id++ {
			if _, err := h.Table(ctx, id); err == nil || errors.Is(err, table.ErrNoTable) {
				t.Errorf("table %d: %v", id, err)
			}
		}
	}
	if got := h.phases(); got != "w1 w2 w4" { // the unreadable table is still listed
		t.Errorf("tables %s", got)
	}
}

func TestFailedStoreOpensNoTable(t *testing.T) {
	store := &unreadableStore{Memory: logtest.NewMemory()}
	h := open(t, store)
	store.fault = os.ErrPermission
	var r *table.Refusal
	if _, err := h.Create(ctx, inky, duel); !errors.As(err, &r) || r.Reason != table.CannotStore {
		t.Errorf("created: %v", err)
	}
	h.close()
	if _, err := lobby.Open(ctx, lobby.Config{Store: store}); !errors.Is(err, os.ErrPermission) {
		t.Errorf("opened: %v", err)
	}
	store.fault = nil
	h = open(t, store)
	h.create(inky)
	h.close()
}
