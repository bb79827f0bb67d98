package live_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
)

// testRights implements table.Rights for tests.
type testRights struct {
	members, moderators []player.ID
	muted               map[player.ID]time.Time
	markErr             error // the error that MarkBotAccount returns
	ratesBotAccounts    bool
	ratesBots           bool

	mu          sync.Mutex
	botAccounts []player.ID
}

func (o *testRights) MutedUntil(id player.ID) (time.Time, bool) {
	until, ok := o.muted[id]
	return until, ok
}
func (o *testRights) MayRate(id player.ID) bool   { return id.Bot() || o.Member(id) }
func (o *testRights) RatesBotAccounts() bool      { return o.ratesBotAccounts }
func (o *testRights) RatesBots() bool             { return o.ratesBots }
func (o *testRights) Member(id player.ID) bool    { return containsID(o.members, id) }
func (o *testRights) Moderator(id player.ID) bool { return containsID(o.moderators, id) }

func (o *testRights) BotAccount(id player.ID) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return containsID(o.botAccounts, id)
}

func (o *testRights) MarkBotAccount(_ context.Context, id player.ID) error {
	if id.Guest() || o.BotAccount(id) || o.markErr != nil {
		return o.markErr
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.botAccounts = append(o.botAccounts, id)
	return nil
}

func containsID(list []player.ID, id player.ID) bool {
	for _, other := range list {
		if other == id {
			return true
		}
	}
	return false
}

// newTableWithRights opens a table in a club that gives people the given rights.
func newTableWithRights(t *testing.T, rights *testRights, terms table.Terms) *testTable {
	b := newUncheckedTable(t, terms)
	if err := b.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	cfg := b.config()
	cfg.Rights, cfg.Bots = rights, rights.ratesBots
	var err error
	if b.Table, err = live.Open(cfg, b.events()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Stop(context.Background()) })
	return b
}

func (b *testTable) wantVisible(want bool, people ...player.Player) {
	b.Helper()
	for _, p := range people {
		if b.VisibleTo(p.ID) != want {
			b.Errorf("visible to %s: %v", p.Name, !want)
		}
		err := b.Do(context.Background(), table.Command{By: p, Kind: table.Chat, Text: "hello"})
		if errors.Is(err, table.ErrNoTable) == want {
			b.Errorf("chat by %s: %v", p.Name, err)
		}
	}
}

func TestPrivateTableVisibility(t *testing.T) {
	stranger := player.Player{ID: "SHA256:stranger", Name: "Stranger"}
	rights := &testRights{members: []player.ID{blinky.ID}, moderators: []player.ID{moderator.ID}}
	for private, in := range map[table.Privacy][]player.Player{
		table.ForAll:     {inky, blinky, pinky, clyde, stranger, moderator},
		table.ForMembers: {inky, blinky, moderator},
		table.ForInvited: {inky, moderator},
		table.ByPassword: {inky, moderator},
	} {
		b := newTableWithRights(t, rights, table.Terms{Game: "verney", Private: private})
		b.wantVisible(true, in...)
		for _, p := range []player.Player{blinky, pinky, clyde, stranger} {
			if !containsID(idsOf(in), p.ID) {
				b.wantVisible(false, p)
			}
		}
		if private == table.ForAll {
			continue
		}
		if err := b.Admit(context.Background(), inky, pinky); err != nil {
			t.Fatal(err)
		}
		b.wantVisible(true, pinky)
		b.wantVisible(false, stranger)
		b.do(table.Command{By: inky, Kind: table.Sit, Seat: white})
		if err := b.Adjudicate(t.Context(), moderator, table.Adjudication{Reason: "enough"}); err != nil {
			t.Fatal(err)
		}
		b.wantVisible(false, pinky, stranger)
		for _, p := range []player.Player{inky, moderator} { // after the game, its players and moderators must still see the table
			if !b.VisibleTo(p.ID) {
				t.Errorf("%s: finished and not visible to %s", private, p.Name)
			}
		}
	}
}

func idsOf(people []player.Player) (list []player.ID) {
	for _, p := range people {
		list = append(list, p.ID)
	}
	return list
}

func TestRecheckAccessClosesWatchers(t *testing.T) {
	rights := &testRights{members: []player.ID{blinky.ID}}
	b := newTableWithRights(t, rights, table.Terms{Game: "verney", Private: table.ForMembers})
	w := b.Watch(blinky)
	if _, ok := w.Take(t.Context()); !ok {
		t.Fatal("no view")
	}
	b.RecheckAccess()
	if !b.WatchedBy(blinky.ID) {
		t.Error("the member's watcher is closed")
	}
	rights.members = nil
	b.RecheckAccess()
	if b.WatchedBy(blinky.ID) {
		t.Error("the watcher of a former member is open")
	}
}

// TestPasswordHashIsNotShown checks that the table knows its password hash, but that the
// hash is not part of its view.
func TestPasswordHashIsNotShown(t *testing.T) {
	b := newUncheckedTable(t, verney)
	if err := b.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	log := b.events()
	log[0].PasswordHash = "argon2id-of-something"
	locked, err := live.Open(b.config(), log)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = locked.Stop(context.Background()) }()
	if locked.PasswordHash() != "argon2id-of-something" || strings.Contains(fmt.Sprintf("%+v", *locked.View()), "argon2id") {
		t.Errorf("%q in %s", locked.PasswordHash(), fmt.Sprintf("%+v", *locked.View()))
	}
}
