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

// ours is a house for tests: who is what in it.
type ours struct {
	members, moderators []player.ID
	muted               map[player.ID]time.Time
	disk                error // why no machine can be marked
	ratesMachines       bool
	ratesBots           bool

	mu       sync.Mutex
	machines []player.ID
}

func (o *ours) MutedUntil(id player.ID) (time.Time, bool) { until, ok := o.muted[id]; return until, ok }
func (o *ours) MayRate(id player.ID) bool                 { return id.Bot() || o.Member(id) }
func (o *ours) RatesBotAccounts() bool                    { return o.ratesMachines }
func (o *ours) RatesBots() bool                           { return o.ratesBots }
func (o *ours) Member(id player.ID) bool                  { return holds(o.members, id) }
func (o *ours) Moderator(id player.ID) bool               { return holds(o.moderators, id) }

func (o *ours) BotAccount(id player.ID) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return holds(o.machines, id)
}

func (o *ours) MarkBotAccount(_ context.Context, id player.ID) error {
	if id.Guest() || o.BotAccount(id) || o.disk != nil {
		return o.disk
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.machines = append(o.machines, id)
	return nil
}

func holds(list []player.ID, id player.ID) bool {
	for _, other := range list {
		if other == id {
			return true
		}
	}
	return false
}

// within lays a table in a house, which may change what people may do.
func within(t *testing.T, house *ours, terms table.Terms) *bed {
	b := layBare(t, terms)
	if err := b.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	cfg := b.config()
	cfg.Rights, cfg.Bots = house, house.ratesBots
	var err error
	if b.Table, err = live.Open(cfg, b.events()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Stop(context.Background()) })
	return b
}

func (b *bed) openTo(want bool, people ...player.Player) {
	b.Helper()
	for _, p := range people {
		if b.VisibleTo(p.ID) != want {
			b.Errorf("open to %s: %v", p.Name, !want)
		}
		err := b.Do(context.Background(), table.Command{By: p, Kind: table.Chat, Text: "hello"})
		if errors.Is(err, table.ErrNoTable) == want {
			b.Errorf("%s says hello: %v", p.Name, err)
		}
	}
}

func TestAPrivateTableIsOpenToWhomItIsFor(t *testing.T) {
	stranger := player.Player{ID: "SHA256:stranger", Name: "Stranger"}
	house := &ours{members: []player.ID{blinky.ID}, moderators: []player.ID{warden.ID}}
	for private, in := range map[table.Privacy][]player.Player{
		table.ForAll:     {inky, blinky, pinky, clyde, stranger, warden},
		table.ForMembers: {inky, blinky, warden},
		table.ForInvited: {inky, warden},
		table.ByPassword: {inky, warden},
	} {
		b := within(t, house, table.Terms{Game: "verney", Private: private})
		b.openTo(true, in...)
		for _, p := range []player.Player{blinky, pinky, clyde, stranger} {
			if !holds(idsOf(in), p.ID) {
				b.openTo(false, p)
			}
		}
		if private == table.ForAll {
			continue
		}
		if err := b.Admit(context.Background(), inky, pinky); err != nil {
			t.Fatal(err)
		}
		b.openTo(true, pinky)
		b.openTo(false, stranger)
		b.do(table.Command{By: inky, Kind: table.Sit, Seat: yellow})
		if err := b.adjudicate("enough"); err != nil {
			t.Fatal(err)
		}
		b.openTo(false, pinky, stranger)
		for _, p := range []player.Player{inky, warden} { // who played; who looks after the house
			if !b.VisibleTo(p.ID) {
				t.Errorf("%s: over, and not open to %s", private, p.Name)
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

// Who is no member any more is sent away from a members' table that he watches.
func TestWhoLosesHisRightIsSentAway(t *testing.T) {
	house := &ours{members: []player.ID{blinky.ID}}
	b := within(t, house, table.Terms{Game: "verney", Private: table.ForMembers})
	w := b.Watch(blinky)
	if _, ok := w.Take(t.Context()); !ok {
		t.Fatal("not shown")
	}
	b.RecheckAccess()
	if n := b.View().Spectators; n != 1 {
		t.Errorf("%d watch, where a member does", n)
	}
	house.members = nil
	b.RecheckAccess()
	if n := b.View().Spectators; n != 0 {
		t.Errorf("%d watch, where nobody may", n)
	}
}

func TestTheHouseDoesNotHearWhoIsMuted(t *testing.T) {
	house := &ours{muted: map[player.ID]time.Time{inky.ID: {}, blinky.ID: time.Date(2031, 5, 6, 7, 8, 0, 0, time.UTC)}}
	b := within(t, house, verney)
	for who, want := range map[player.Player]string{
		inky:   "you are muted in this club until a moderator lifts it; you can watch and play",
		blinky: "you are muted in this club until 2031-05-06 07:08 UTC; you can watch and play",
	} {
		if err := b.Do(context.Background(), table.Command{By: who, Kind: table.Chat, Text: "hello"}); err == nil || err.Error() != want {
			t.Errorf("%s: %v", who.Name, err)
		}
	}
	b.do(table.Command{By: pinky, Kind: table.Chat, Text: "hello"})
	b.do(table.Command{By: inky, Kind: table.Sit, Seat: yellow})
}

func TestWhoseGamesCountNotSitsAtNoRatedTable(t *testing.T) {
	b := within(t, &ours{members: []player.ID{inky.ID}}, table.Terms{Game: "verney", Rated: true})
	b.do(table.Command{By: inky, Kind: table.Sit, Seat: yellow})
	b.refused(table.Command{By: blinky, Kind: table.Sit, Seat: red}, table.RatedMembersOnly)
}

// The hash of a password is in the log, and in nothing that is shown.
func TestTheLockIsNotShown(t *testing.T) {
	b := layBare(t, verney)
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
