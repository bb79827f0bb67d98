package messages_test

import (
	"context"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quadrille/internal/clock/clocktest"
	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/service/club"
	"quadrille/internal/service/club/clubtest"
	"quadrille/internal/service/messages"
	"quadrille/internal/service/view"
	"quadrille/internal/store"
	"quadrille/internal/table"
)

var (
	ann = player.Player{ID: "SHA256:ann", Name: "Ann"}
	bea = player.Player{ID: "SHA256:bea", Name: "Bea"}
	cyd = player.Player{ID: "SHA256:cyd", Name: "Cyd"}
)

// games stands in for the lobby and knows which test players are in which games.
type games struct {
	live   sync.Map    // keys are the accounts with a seat in a live game
	shared table.ID    // SharedGame returns this table for any two accounts
	ending atomic.Bool // whether a game ends right after InLiveGame has reported it
}

func (g *games) InLiveGame(id player.ID) bool {
	_, live := g.live.Load(id)
	if g.ending.Load() {
		g.live.Delete(id)
	}
	return live
}

func (g *games) SharedGame(player.ID, player.ID) table.ID { return g.shared }

// fixture is a messages service with a real store and a clock that the test sets.
type fixture struct {
	*messages.Service
	t     *testing.T
	db    *store.Store
	club  *club.Club
	games *games
	seen  chan messages.Presence
	now   time.Time
	stop  func()
}

func start(t *testing.T) *fixture {
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "data"), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	theClub, err := clubtest.Open(t.Context(), club.Config{}, map[player.ID]club.Role{"SHA256:mod": club.Moderator})
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{t: t, db: db, club: theClub, games: &games{}, now: time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)}
	f.open()
	t.Cleanup(func() { f.stop() })
	return f
}

// open starts the service with the messages stored so far, as a restart of the server does.
func (f *fixture) open() {
	if f.stop != nil {
		f.stop()
	}
	s, err := messages.Open(f.t.Context(), messages.Config{
		Store: f.db.Messages(), Rights: f.club, Names: f.db.Accounts, Memory: f.db.Settings,
		Clock: clocktest.At(func() time.Time { return f.now }),
	})
	if err != nil {
		f.t.Fatal(err)
	}
	seen := make(chan messages.Presence)
	f.Service, f.seen = s, seen
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.Run(ctx, f.games, func(ctx context.Context) (messages.Presence, bool) {
			select {
			case p := <-seen:
				return p, true
			case <-ctx.Done():
				return messages.Presence{}, false
			}
		})
	}()
	f.seen <- messages.Presence{} // wait until Run has started: this send blocks until Run receives the value
	f.stop = func() {
		cancel()
		<-done
	}
}

func (f *fixture) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) refused(err error, want *refusal.Reason) {
	f.t.Helper()
	if refusal.Of(err) != want {
		f.t.Errorf("got %v, want the refusal %v", err, want)
	}
}

func (f *fixture) send(by, to player.Player, text string) messages.Message {
	f.t.Helper()
	m, err := f.Send(f.t.Context(), by, to, text)
	f.must(err)
	f.now = f.now.Add(time.Minute)
	return m
}

// take returns the next items of a feed as texts.
func take(t *testing.T, feed *messages.Feed) (texts []string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	list, _ := feed.Take(ctx)
	for _, i := range list {
		if f := i.Followed; f != nil {
			texts = append(texts, [...]string{view.Connects: "in ", view.Plays: "plays ", view.Seeks: "seeks "}[f.Does]+f.Player.Name)
			continue
		}
		texts = append(texts, i.Message.Text)
	}
	return texts
}

// wantInOrder requires that a feed delivers the given texts, in this order.
func (f *fixture) wantInOrder(feed *messages.Feed, want ...string) {
	f.t.Helper()
	var got []string
	for len(got) < len(want) {
		got = append(got, take(f.t, feed)...)
	}
	if !slices.Equal(got, want) {
		f.t.Errorf("delivered %q, want %q", got, want)
	}
}

// wantNothing requires that a feed delivers nothing.
func wantNothing(t *testing.T, feed *messages.Feed) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if list, ok := feed.Take(ctx); ok {
		t.Errorf("delivered %+v", list)
	}
}

func (f *fixture) texts(me player.Player) (texts []string) {
	f.t.Helper()
	list, err := f.Direct(f.t.Context(), me.ID)
	f.must(err)
	for _, m := range list {
		texts = append(texts, m.Text)
	}
	return texts
}

func TestDirectMessage(t *testing.T) {
	f := start(t)
	feed := f.Subscribe(bea.ID)
	f.send(ann, bea, "  hello   there ")
	if got := take(t, feed); !slices.Equal(got, []string{"hello there"}) {
		t.Errorf("delivered %q", got)
	}
	if n, _ := f.Unread(bea.ID); n != 0 {
		t.Errorf("%d are unread after delivery", n)
	}
	feed.Close()
	f.send(ann, bea, "again")
	f.open()
	if n, newest := f.Unread(bea.ID); n != 1 || newest == 0 {
		t.Errorf("%d are unread after a restart, the newest is %d", n, newest)
	}
	if got := f.texts(bea); !slices.Equal(got, []string{"hello there", "again"}) {
		t.Errorf("the recipient reads %q", got)
	}
	if n, _ := f.Unread(bea.ID); n != 0 {
		t.Errorf("%d are unread after reading", n)
	}
	if got := f.texts(cyd); got != nil {
		t.Errorf("somebody else reads %q", got)
	}
}

func TestRefusals(t *testing.T) {
	f := start(t)
	ctx := t.Context()
	guest := player.Player{ID: "guest:abcd", Name: "guest-abcd"}
	for _, c := range []struct {
		by, to player.Player
		want   *refusal.Reason
	}{
		{guest, bea, messages.NeedsKey},
		{player.Player{ID: ann.ID}, bea, messages.NeedsKey},
		{ann, guest, messages.ToNobody},
		{ann, player.Bot(3, 1), messages.ToNobody},
		{ann, ann, messages.ToOneself},
	} {
		_, err := f.Send(ctx, c.by, c.to, "x")
		f.refused(err, c.want)
	}
	f.must(f.club.MarkBotAccount(ctx, cyd.ID))
	_, err := f.Send(ctx, ann, cyd, "x")
	f.refused(err, messages.ToProgram)
	program := f.Subscribe(cyd.ID)
	_, err = f.Say(ctx, bea, "not for programs")
	f.must(err)
	wantNothing(t, program)
	_, err = f.Say(ctx, guest, "x")
	f.refused(err, messages.GuestsSilent)
	f.games.shared = 7
	_, err = f.Send(ctx, ann, bea, "x")
	f.refused(err, messages.AtTheirTable)
	f.games.shared = 0
	for range 5 {
		_, err := f.Send(ctx, ann, bea, "x")
		f.must(err)
	}
	_, err = f.Say(ctx, ann, "x")
	f.refused(err, messages.TooFast)
	f.now = f.now.Add(4 * time.Second)
	_, err = f.Say(ctx, ann, "x")
	f.must(err)
	f.must(f.club.Mutes.Set(ctx, "SHA256:mod", bea.ID, true, time.Time{}, "insults"))
	_, err = f.Send(ctx, bea, ann, "x")
	f.refused(err, table.MutedInClub)
	_, err = (*messages.Service)(nil).Send(ctx, ann, bea, "x")
	f.refused(err, messages.NoMessages)
}

// Messages to and from players of a live game are delivered after the game, to all
// sessions of the recipient, even if the server has restarted.
func TestMessagesAreHeldDuringLiveGame(t *testing.T) {
	f := start(t)
	f.games.live.Store(bea.ID, true)
	first, second, watcher := f.Subscribe(bea.ID), f.Subscribe(bea.ID), f.Subscribe(cyd.ID)
	if m := f.send(ann, bea, "to a player"); !m.Held {
		t.Error("the message is not held")
	}
	_, err := f.Say(t.Context(), ann, "in the lobby")
	f.must(err)
	if got := take(t, watcher); !slices.Equal(got, []string{"in the lobby"}) {
		t.Errorf("others read %q", got)
	}
	m, err := f.Say(t.Context(), bea, "from a player")
	f.must(err)
	if !m.Held || len(f.LobbyChat(cyd.ID)) != 1 {
		t.Errorf("lobby chat of a player: held %v, %+v", m.Held, f.LobbyChat(cyd.ID))
	}
	wantNothing(t, first)
	wantNothing(t, second)
	if got := f.texts(bea); got != nil || f.LobbyChat(bea.ID) != nil {
		t.Errorf("a player reads %q and %+v", got, f.LobbyChat(bea.ID))
	}
	f.open()
	first, second = f.Subscribe(bea.ID), f.Subscribe(bea.ID)
	f.games.live.Delete(bea.ID)
	f.GameChanged()
	for _, feed := range []*messages.Feed{first, second} {
		f.wantInOrder(feed, "to a player", "from a player")
	}
	if n := len(f.LobbyChat(cyd.ID)); n != 2 {
		t.Errorf("%d lines of lobby chat", n)
	}
}

// TestHeldMessageOvertakesNone checks the order of messages if a game ends while they are
// checked.
func TestHeldMessageOvertakesNone(t *testing.T) {
	f := start(t)
	f.games.live.Store(bea.ID, true)
	feed := f.Subscribe(bea.ID)
	f.send(ann, bea, "first")
	f.send(ann, bea, "second")
	f.games.ending.Store(true)
	for range 3 { // each makes Run check the messages; it has finished with one when it receives the next
		f.seen <- messages.Presence{}
	}
	f.wantInOrder(feed, "first", "second")
}

// TestMessageAfterAGameOvertakesNone sends a message after the game of its recipient, but before
// Run checks the held messages.
func TestMessageAfterAGameOvertakesNone(t *testing.T) {
	f := start(t)
	f.games.live.Store(bea.ID, true)
	feed := f.Subscribe(bea.ID)
	f.send(ann, bea, "first")
	f.games.live.Delete(bea.ID)
	f.send(ann, bea, "second")
	f.GameChanged()
	f.wantInOrder(feed, "first", "second")
}

func TestBlock(t *testing.T) {
	f := start(t)
	ctx := t.Context()
	f.must(f.Follow(ctx, ann, bea, true))
	_, err := f.Say(ctx, ann, "hello all")
	f.must(err)
	f.must(f.Block(ctx, bea, ann, true))
	_, err = f.Send(ctx, ann, bea, "x")
	f.refused(err, messages.NotAccepted)
	_, err = f.Send(ctx, bea, ann, "x")
	f.refused(err, messages.IsBlocked)
	f.refused(f.Follow(ctx, ann, bea, true), messages.NotFollowed)
	if f.Follows(ann.ID, bea.ID) || !f.Blocks(bea.ID, ann.ID) || f.Blocks(ann.ID, bea.ID) {
		t.Error("the follower is not removed, or the wrong account is blocked")
	}
	if len(f.LobbyChat(bea.ID)) != 0 || len(f.LobbyChat(cyd.ID)) != 1 {
		t.Error("the lobby chat of a blocked account is not hidden")
	}
	f.open()
	if got := f.Related(messages.Blocks, bea.ID); !slices.Equal(got, []player.ID{ann.ID}) {
		t.Errorf("blocked after a restart: %v", got)
	}
	f.must(f.Block(ctx, bea, ann, false))
	f.send(ann, bea, "sorry")
}

func TestFollow(t *testing.T) {
	f := start(t)
	ctx := t.Context()
	f.must(f.Follow(ctx, ann, bea, true))
	feed, other := f.Subscribe(ann.ID), f.Subscribe(cyd.ID)
	in := messages.Presence{Here: []player.Player{ann, bea}}
	f.seen <- in
	if got := take(t, feed); !slices.Equal(got, []string{"in Bea"}) {
		t.Errorf("came in: %q", got)
	}
	seeking := in
	seeking.Seeks = map[table.ID]messages.Game{7: {Title: "Chess4", Clock: "5+10", Players: []player.Player{cyd}}}
	f.seen <- seeking
	seeking.Seeks = map[table.ID]messages.Game{7: {Title: "Chess4", Clock: "5+10", Players: []player.Player{cyd, bea}}}
	f.seen <- seeking
	f.seen <- seeking
	if got := take(t, feed); !slices.Equal(got, []string{"seeks Bea"}) {
		t.Errorf("seeks: %q", got)
	}
	playing := in
	playing.Games = map[table.ID]messages.Game{7: {Title: "Chess4", Players: []player.Player{bea, cyd}}}
	f.seen <- messages.Presence{}
	f.seen <- playing // Bea connects again and plays; the feed omits that she connected, because she was online a moment ago
	if got := take(t, feed); !slices.Equal(got, []string{"plays Bea"}) {
		t.Errorf("plays: %q", got)
	}
	wantNothing(t, other)
	f.must(f.db.Settings.Remember(ctx, bea.ID, player.Choice{Setting: player.Followers, Value: "off"}))
	f.refused(f.Follow(ctx, cyd, bea, true), messages.NotFollowed)
	f.seen <- messages.Presence{}
	f.seen <- playing
	f.seen <- playing
	wantNothing(t, feed)
}

func TestMessagesAreDeletedAfterThirtyDays(t *testing.T) {
	f := start(t)
	f.send(ann, bea, "old")
	f.now = f.now.Add(30 * 24 * time.Hour)
	f.send(ann, bea, "new")
	f.must(f.Reload(t.Context()))
	if got := f.texts(bea); !slices.Equal(got, []string{"new"}) {
		t.Errorf("kept %q", got)
	}
}

func TestReportedMessages(t *testing.T) {
	f := start(t)
	f.send(ann, bea, "you are stupid")
	f.send(cyd, bea, "hello")
	f.must(f.Block(t.Context(), bea, ann, true))
	list := f.Reported(t.Context(), bea.ID, ann.ID)
	if len(list) != 1 || list[0].Text != "you are stupid" {
		t.Errorf("a report has %+v", list)
	}
}
