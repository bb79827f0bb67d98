package uitest

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"quadrille/internal/bot"
	"quadrille/internal/clock/clocktest"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
)

// Backend is a real lobby with a store in memory. A screen that opens a table receives the
// views that the test sets. Backend records the commands that the screen sends.
type Backend struct {
	Lobby    *lobby.Lobby
	Store    *Store
	Commands []table.Command           // commands sent to tables
	Answer   func(table.Command) error // returns the answer to each command; if nil, all commands succeed
	OpenErr  error                     // error that a screen gets when it opens a table
	Closed   chan string               // receives the name of each watcher that is closed
	view     *table.Mailbox[*table.View]
}

// Store is a store in memory. A test may set the result of searches.
type Store struct {
	*logtest.Memory
	Found func(table.Search) ([]table.Found, error)
	Asked []table.Search
}

// Search records the query. It returns the result that the test has set, or searches the
// games in memory.
func (s *Store) Search(ctx context.Context, q table.Search) ([]table.Found, error) {
	s.Asked = append(s.Asked, q)
	if s.Found != nil {
		return s.Found(q)
	}
	return s.Memory.Search(ctx, q)
}

var bots = sync.OnceValue(func() *bot.Pool { return bot.NewPool(0) })

// NewBackend opens a lobby, which is closed when the test ends.
func NewBackend(t testing.TB, cfg kit.Config) *Backend {
	t.Helper()
	h := &Backend{
		Store:  &Store{Memory: logtest.NewMemory()},
		Answer: func(table.Command) error { return nil },
		Closed: make(chan string, 64),
		view:   table.NewMailbox[*table.View](),
	}
	if h.Lobby = cfg.Lobby; h.Lobby != nil {
		return h
	}
	opts := lobby.Config{Store: h.Store, Bots: bots(), Clock: clocktest.At(func() time.Time { return Noon })}
	if cfg.Club != nil {
		opts.Rights = cfg.Club
	}
	var err error
	if h.Lobby, err = lobby.Open(context.Background(), opts); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Lobby.Close(context.Background()) })
	return h
}

// Hold makes the screens of a session open tables whose views the test sets, instead of the
// tables of the lobby.
func (h *Backend) Hold(e *kit.Env) {
	e.OpenTable = func(context.Context, table.ID, player.Player) (*kit.TableHandle, error) {
		if h.OpenErr != nil {
			return nil, h.OpenErr
		}
		do := func(_ context.Context, a table.Command) error { h.Commands = append(h.Commands, a); return h.Answer(a) }
		return &kit.TableHandle{Do: do, Watch: watcher[*table.View]{h.view, "table", h}}, nil
	}
}

// watcher is a mailbox that reports when it is closed.
type watcher[T any] struct {
	*table.Mailbox[T]
	name    string
	backend *Backend
}

func (w watcher[T]) Close() { w.backend.Closed <- w.name }

// Created returns the terms of the tables that a player sees in the lobby, oldest table
// first.
func (h *Backend) Created(who player.ID) []table.Terms {
	list := slices.Clone(h.Lobby.ViewFor(who).Tables)
	slices.SortFunc(list, func(a, b *view.Summary) int { return cmp.Compare(a.ID, b.ID) })
	var terms []table.Terms
	for i := range list {
		terms = append(terms, list[i].Terms)
	}
	return terms
}

// Invited returns the open invitations to a player.
func (h *Backend) Invited(t testing.TB, who player.ID) []view.Invitation {
	t.Helper()
	box := h.Lobby.Inbox(who)
	defer box.Close()
	list, _ := box.Take(t.Context())
	return list
}

// Play plays moves at a new table and returns the ID of the table.
func (h *Backend) Play(t testing.TB, four [rules.SeatCount]player.Player, words []string) table.ID {
	t.Helper()
	return h.PlayWith(t, table.Terms{Game: kit.DefaultGame()}, four, words)
}

// PlayWith plays moves at a new table with the given terms and returns the ID of the table.
func (h *Backend) PlayWith(t testing.TB, terms table.Terms, four [rules.SeatCount]player.Player, words []string) table.ID {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ctx := context.Background()
	one, err := h.Lobby.Create(ctx, four[0], terms)
	must(err)
	for s, p := range four {
		must(one.Do(ctx, table.Command{By: p, Kind: table.Sit, Seat: rules.Seat(s)}))
	}
	for _, p := range four {
		if one.View().Phase != table.Waiting { // skip: a correspondence game has started already, when all seats were taken
			break
		}
		must(one.Do(ctx, table.Command{By: p, Kind: table.Ready}))
	}
	for _, word := range words {
		v := one.View()
		a, err := rules.ParsePlain(v.Variant.Facts(), v.Actor, word)
		must(err)
		seat := v.Actor
		if a.Type == rules.Resign {
			seat = a.Seat
		}
		must(one.Do(ctx, table.Command{By: four[seat], Kind: table.Play, Seat: seat, Action: a, Answers: len(v.Moves)}))
	}
	return one.View().ID
}

// Enter makes people enter the lobby.
func (h *Backend) Enter(people ...player.Player) {
	for _, p := range people {
		h.Lobby.Connect(p)
	}
}

// Fill opens tables for a host until the lobby refuses to open another table. It returns
// that refusal.
func (h *Backend) Fill(t testing.TB, host player.Player) error {
	t.Helper()
	for range 100 {
		if _, err := h.Lobby.Create(context.Background(), host, table.Terms{Game: kit.DefaultGame()}); err != nil {
			return err
		}
	}
	t.Fatal("the lobby accepted a hundred tables")
	return nil
}

// Brief is a short game: White, Black and Gold resign, and Silver wins.
var Brief = []string{"m7-k7", "j1-k3", "white:resign", "black:resign", "gold:resign"}
