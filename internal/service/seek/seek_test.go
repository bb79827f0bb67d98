package seek_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/bot"
	"quadrille/internal/clock"
	"quadrille/internal/clock/clocktest"
	"quadrille/internal/player"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/seek"
	"quadrille/internal/setup"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
)

var (
	ctx    = context.Background()
	inky   = player.Player{ID: "SHA256:inky", Name: "Inky"}
	blinky = player.Player{ID: "SHA256:blinky", Name: "Blinky"}
	pinky  = player.Player{ID: "SHA256:pinky", Name: "Pinky"}
	guest  = player.Player{ID: "guest:sue", Name: "guest-sue"}
)

// testSeeks is a seek service with its lobby, in virtual time.
type testSeeks struct {
	wall clocktest.Wall
	*testing.T
	*seek.Service
	lobby   *lobby.Lobby
	off     bool
	paused  bool                             // no new games start
	blocked map[player.ID]map[player.ID]bool // maps each player to the players whom they have blocked
}

func withSeeks(t *testing.T, test func(h *testSeeks)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		pool := bot.NewPool(1)
		defer pool.Close()
		store := logtest.NewMemory()
		h := &testSeeks{T: t}
		open := func() func() {
			log := slog.New(slog.NewTextHandler(io.Discard, nil))
			var err error
			clk := clock.New(clock.Config{Wall: h.wall.Now, Logger: log})
			if h.lobby, err = lobby.Open(ctx, lobby.Config{
				Store: store, Bots: pool, Clock: clk, Logger: log, NewGames: func() bool { return !h.paused },
			}); err != nil {
				t.Fatal(err)
			}
			h.Service = seek.New(seek.Config{
				Tables: lobby.ForSeeks(h.lobby), Clock: clk, Logger: log, Enabled: func() bool { return !h.off },
				Blocked: func(by player.ID) map[player.ID]bool { return h.blocked[by] },
			})
			return func() {
				h.Service.Close()
				if err := h.lobby.Close(ctx); err != nil {
					t.Error(err)
				}
			}
		}
		closeAll := open()
		test(h)
		closeAll()
		defer open()() // restart the lobby, and close it at the end of the test
		time.Sleep(time.Minute)
		if list := h.Open(); len(list) > 0 {
			t.Errorf("open after a restart: %v", list)
		}
	})
}

func (h *testSeeks) start(by player.Player, words, bots string) *live.Table {
	h.Helper()
	want, err := seek.Parse(strings.Fields(words))
	if err != nil {
		h.Fatal(err)
	}
	if want.BotsAfter, err = seek.ParseBotsAfter(bots); err != nil {
		h.Fatal(err)
	}
	t, err := h.Start(ctx, by, want)
	if err != nil {
		h.Fatal(err)
	}
	return t
}

func (h *testSeeks) phase(t *live.Table, want table.Phase) {
	h.Helper()
	synctest.Wait()
	if got := t.View().Phase; got != want {
		h.Errorf("table %d is in phase %v, want %v", t.View().ID, got, want)
	}
}

// TestSeeksThatFitMeet checks that two players who seek the same game meet at one table.
// A seek for another clock, for teams or for a rated game must not find this table.
func TestSeeksThatFitMeet(t *testing.T) {
	withSeeks(t, func(h *testSeeks) {
		for _, p := range []player.Player{inky, blinky, pinky, guest} {
			defer h.lobby.Connect(p).Leave()
		}
		first := h.start(inky, "chess4 5+10 armies=white,black", "never")
		for _, words := range []string{
			"chess4 5+11 armies=white,black", "chess4 5+10", "chess4 5+10 teams",
			"chess4 5+10 armies=white,black rated", "forchess 5+10",
		} {
			if other := h.start(pinky, words, "never"); other.View().ID == first.View().ID {
				h.Errorf("%s met another seek", words)
			}
		}
		if list := h.Open(); len(list) != 2 || list[0].ID != first.View().ID || !list[0].Terms.Seek || !list[0].BotsAt.IsZero() {
			h.Errorf("open seeks: %+v", list)
		}
		if again := h.start(inky, "chess4 armies=white,black", "never"); again.View().ID != first.View().ID {
			h.Error("a repeated seek opened another table")
		}
		if met := h.start(blinky, "chess4 method=1 5+10 armies=white,black", "never"); met.View().ID != first.View().ID {
			h.Error("the seeks did not meet")
		}
		h.phase(first, table.Playing)
		if list := h.Open(); len(list) != 1 { // only Pinky's seek is left
			h.Errorf("open seeks: %+v", list)
		}
	})
}

// TestSeekKeepsBlockedPlayersApart checks that a seek does not seat two players at the
// same table if one of them has blocked the other.
func TestSeekKeepsBlockedPlayersApart(t *testing.T) {
	withSeeks(t, func(h *testSeeks) {
		for _, p := range []player.Player{inky, blinky, pinky} {
			defer h.lobby.Connect(p).Leave()
		}
		h.blocked = map[player.ID]map[player.ID]bool{inky.ID: {blinky.ID: true}, pinky.ID: {inky.ID: true}}
		first := h.start(inky, "chess4 5+10", "never")
		second := h.start(blinky, "chess4 5+10", "never")
		third := h.start(pinky, "chess4 5+10", "never")
		if a, b, c := first.View().ID, second.View().ID, third.View().ID; a == b || a == c || b != c {
			h.Errorf("the players sit at the tables %d, %d and %d", a, b, c)
		}
		if _, err := h.Join(ctx, blinky, first.View().ID); !errors.Is(err, seek.NotOpen.Refuse("1")) ||
			first.View().Held(blinky.ID) != 0 {
			h.Errorf("joined a player who has blocked them: %v", err)
		}
	})
}

// TestSeekMeetsAWaitingTable checks that a seek also takes a seat at a table that was
// opened without a seek, unless the players at this table have disconnected.
func TestSeekMeetsAWaitingTable(t *testing.T) {
	withSeeks(t, func(h *testSeeks) {
		defer h.lobby.Connect(inky).Leave()
		visit := h.lobby.Connect(blinky)
		terms := table.Terms{Game: "forchess", Clock: table.Clock{Start: 5 * time.Minute, Increment: 10 * time.Second}}
		waiting, err := h.lobby.Create(ctx, blinky, terms)
		if err != nil {
			h.Fatal(err)
		}
		if got := h.start(inky, "forchess", "never"); got.View().ID == waiting.View().ID {
			h.Error("met a table without players")
		}
		h.do(waiting, table.Command{By: blinky, Kind: table.Sit, Seat: 2})
		if err := h.Cancel(ctx, inky); err != nil {
			h.Fatal(err)
		}
		if got := h.start(inky, "forchess", "never"); got.View().ID != waiting.View().ID || got.View().Held(inky.ID) == 0 {
			h.Error("did not meet the waiting table")
		}
		h.do(waiting, table.Command{By: inky, Kind: table.Stand, Seat: rules.NoSeat})
		visit.Leave()
		if got := h.start(inky, "forchess", "never"); got.View().ID == waiting.View().ID {
			h.Error("met a table whose players have disconnected")
		}
	})
}

func (h *testSeeks) do(t *live.Table, a table.Command) {
	h.Helper()
	if err := t.Do(ctx, a); err != nil {
		h.Fatal(err)
	}
}

// TestSeeksMeetBeforeTheyConnect checks that two players who start a seek at the same
// moment get the same table, although they are not connected to the lobby yet. If these two
// have not connected within five seconds, the next player gets a different table.
func TestSeeksMeetBeforeTheyConnect(t *testing.T) {
	withSeeks(t, func(h *testSeeks) {
		first := h.start(inky, "chess4 5+10", "never")
		if second := h.start(blinky, "chess4 5+10", "never"); second.View().ID != first.View().ID {
			h.Error("the seeks did not meet")
		}
		time.Sleep(5 * time.Second)
		if third := h.start(pinky, "chess4 5+10", "never"); third.View().ID == first.View().ID {
			h.Error("met players without a connection")
		}
	})
}

// TestBotsFillASeek checks that bots fill the seats after the shortest of the times that
// the players gave. Bots leave a seat open for an invited player who watches the table.
func TestBotsFillASeek(t *testing.T) {
	withSeeks(t, func(h *testSeeks) {
		for _, p := range []player.Player{inky, blinky, pinky} {
			defer h.lobby.Connect(p).Leave()
		}
		tab := h.start(inky, "chess4 1+0", "1m")
		h.start(blinky, "chess4 1+0", "20s")
		if err := h.lobby.Invite(inky, tab.View().ID, rules.NoSeat, pinky.ID); err != nil {
			h.Fatal(err)
		}
		watcher := tab.Watch(pinky)
		defer watcher.Close()
		time.Sleep(19 * time.Second)
		if v := tab.View(); v.Seats[2].Player.ID != "" {
			h.Error("the bots came too early")
		}
		time.Sleep(2 * time.Second)
		h.phase(tab, table.Waiting)
		if v := tab.View(); !v.Seats[2].Player.ID.Bot() || v.Seats[3].Player.ID != "" {
			h.Errorf("seats: %v", v.Seats)
		}
		h.do(tab, table.Command{By: pinky, Kind: table.Sit, Seat: rules.NoSeat})
		h.do(tab, table.Command{By: pinky, Kind: table.Ready})
		h.phase(tab, table.Playing)
	})
}

// TestSeeksWithOtherTimesForBotsMeet has people seek the same game with different times for bots.
// They must meet, whoever comes first. As long as a player who wants no bots sits there, none come.
func TestSeeksWithOtherTimesForBotsMeet(t *testing.T) {
	for _, times := range [][]string{{"never", "30s"}, {"30s", "never"}, {"never", ""}, {"1m", "30s"}, {"30s", "1m"}} {
		withSeeks(t, func(h *testSeeks) {
			for _, p := range []player.Player{inky, blinky} {
				defer h.lobby.Connect(p).Leave()
			}
			tab := h.start(inky, "chess4 5+10", times[0])
			if met := h.start(blinky, "chess4 5+10", times[1]); met.View().ID != tab.View().ID {
				h.Fatalf("%q: the seeks did not meet", times)
			}
			never := player.Player{}
			for i, p := range []player.Player{inky, blinky} {
				if times[i] == "never" {
					never = p
				}
			}
			if got := h.PeopleOnly(tab.View().ID); got != (never.ID != "") || h.BotsAt(tab.View().ID).IsZero() != got {
				h.Errorf("%q: people only: %v", times, got)
			}
			time.Sleep(31 * time.Second)
			if never.ID == "" {
				h.phase(tab, table.Playing)
				return
			}
			h.phase(tab, table.Waiting)
			if err := h.Cancel(ctx, never); err != nil { // the other player is alone again, and their time is over
				h.Fatal(err)
			}
			time.Sleep(time.Second)
			h.phase(tab, table.Playing)
			if v := tab.View(); v.Held(never.ID) != 0 {
				h.Errorf("%q: the player who wanted no bots plays with bots", times)
			}
		})
	}
}

// TestSeekWithBotsNowMeetsPeople checks that a player who wants bots immediately plays with a person
// who waits for the same game, and that the game then starts immediately.
func TestSeekWithBotsNowMeetsPeople(t *testing.T) {
	withSeeks(t, func(h *testSeeks) {
		for _, p := range []player.Player{inky, blinky, pinky} {
			defer h.lobby.Connect(p).Leave()
		}
		alone := h.start(pinky, "chess4 5+10", "0")
		h.phase(alone, table.Playing)
		tab := h.start(inky, "chess4 5+10", "5m")
		if met := h.start(blinky, "chess4 5+10", "0"); met.View().ID != tab.View().ID {
			h.Fatal("the seeks did not meet")
		}
		time.Sleep(time.Second)
		h.phase(tab, table.Playing)
		if v := tab.View(); v.Held(inky.ID).Count() != 1 || v.Held(blinky.ID).Count() != 1 || !v.Seats[3].Player.ID.Bot() {
			h.Errorf("seats: %+v", v.Seats)
		}
	})
}

// TestPlayingAlone checks that a seek with BotsAfter 0 immediately starts a game against
// bots, even if somebody else seeks the same game with bots of another level.
func TestPlayingAlone(t *testing.T) {
	withSeeks(t, func(h *testSeeks) {
		defer h.lobby.Connect(inky).Leave()
		defer h.lobby.Connect(guest).Leave()
		h.start(inky, "quadrochess bots=5", "")
		tab := h.start(guest, "quadrochess bots=2", "0")
		h.phase(tab, table.Playing)
		if v := tab.View(); v.Held(guest.ID).Count() != 1 || player.BotLevel(v.Seats[3].Player.ID) != 2 || v.Terms.Seek {
			h.Errorf("%+v", v.Seats)
		}
		time.Sleep(31 * time.Second)
		if list := h.lobby.Seated(inky.ID); len(list) != 1 || list[0].Phase != table.Playing ||
			player.BotLevel(list[0].Seats[3].Player.ID) != 5 {
			h.Errorf("the default time: %+v", list)
		}
	})
}

// TestSeekEndsWithItsPlayers checks that a player who disconnects loses the seat after
// some seconds, and that the table is closed when its last player has left.
func TestSeekEndsWithItsPlayers(t *testing.T) {
	withSeeks(t, func(h *testSeeks) {
		one, two := h.lobby.Connect(inky), h.lobby.Connect(blinky)
		tab := h.start(inky, "verney", "never")
		h.start(blinky, "verney", "never")
		one.Leave()
		time.Sleep(4 * time.Second)
		one = h.lobby.Connect(inky)
		time.Sleep(4 * time.Second)
		one.Leave()
		time.Sleep(3 * time.Second)
		if tab.View().Held(inky.ID) == 0 {
			h.Error("the time did not start again after the player was back")
		}
		time.Sleep(3 * time.Second)
		if v := tab.View(); v.Held(inky.ID) != 0 || v.Held(blinky.ID) == 0 {
			h.Errorf("seats: %v", v.Seats)
		}
		two.Leave()
		time.Sleep(6 * time.Second)
		h.phase(tab, table.Finished)
		if list := h.Open(); len(list) > 0 {
			h.Errorf("open: %v", list)
		}
	})
}

// TestCancel checks that a cancelled seek ends immediately.
func TestCancel(t *testing.T) {
	withSeeks(t, func(h *testSeeks) {
		defer h.lobby.Connect(inky).Leave()
		tab := h.start(inky, "verney 10+0", "5m")
		if at := h.BotsAt(tab.View().ID); time.Until(at) != 5*time.Minute {
			h.Errorf("bots at %v", at)
		}
		if err := h.Cancel(ctx, inky); err != nil {
			h.Fatal(err)
		}
		h.phase(tab, table.Finished)
		if list := h.Open(); len(list) > 0 {
			h.Errorf("open: %v", list)
		}
	})
}

// TestJoin checks that Join seats a player at the chosen table, and frees the player's
// seats at all other tables.
func TestJoin(t *testing.T) {
	withSeeks(t, func(h *testSeeks) {
		for _, p := range []player.Player{inky, blinky, pinky} {
			defer h.lobby.Connect(p).Leave()
		}
		first, second := h.start(inky, "chess4 5+10", "never"), h.start(blinky, "chess4 10+5", "30s")
		h.start(pinky, "verney", "never")
		for _, want := range []*live.Table{second, first, first} {
			got, err := h.Join(ctx, pinky, want.View().ID)
			if err != nil || got.View().ID != want.View().ID || got.View().Held(pinky.ID) == 0 {
				t.Fatalf("joined %v, %v", got, err)
			}
		}
		if list := h.lobby.Seated(pinky.ID); len(list) != 1 || list[0].ID != first.View().ID {
			t.Errorf("seats: %+v", list)
		}
		if err := h.Cancel(ctx, blinky); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Join(ctx, pinky, second.View().ID); !errors.Is(err, seek.NotOpen.Refuse("2")) || first.View().Held(pinky.ID) == 0 {
			t.Errorf("a closed table: %v", err)
		}
	})
}

// TestASeekWhileNewGamesArePausedStoresNothing has a player seek a game that would start at once, by
// its terms and by its table. The table must not even seat the player, and the player keeps the old
// seek.
func TestASeekWhileNewGamesArePausedStoresNothing(t *testing.T) {
	withSeeks(t, func(h *testSeeks) {
		for _, p := range []player.Player{inky, blinky} {
			defer h.lobby.Connect(p).Leave()
		}
		const two = "chess4 5+10 armies=white,black"
		waiting, old := h.start(inky, two, "never"), h.start(blinky, "verney", "never")
		want, err := seek.Parse(strings.Fields(two))
		if err != nil {
			h.Fatal(err)
		}
		h.paused = true
		before, kept := waiting.View().Seq, old.View().Seq
		if _, err := h.Start(ctx, blinky, want); !errors.Is(err, table.Refuse(table.GamesPaused)) {
			h.Errorf("start: %v", err)
		}
		if _, err := h.Join(ctx, blinky, waiting.View().ID); !errors.Is(err, table.Refuse(table.GamesPaused)) {
			h.Errorf("join: %v", err)
		}
		if after := waiting.View().Seq; after != before {
			h.Errorf("the table stored %d events for refused seeks", after-before)
		}
		if v := old.View(); v.Seq != kept || v.Held(blinky.ID) == 0 {
			h.Errorf("the refused seeks changed the old one: %v", v.Seats)
		}
		h.paused = false
		if met := h.start(blinky, two, "never"); met.View().ID != waiting.View().ID {
			h.Error("the seeks do not meet after the pause")
		}
	})
}

// TestARefusedSeekKeepsTheOldOne has players with an open seek start and join seeks that are
// refused. The open seek must not be cancelled.
func TestARefusedSeekKeepsTheOldOne(t *testing.T) {
	withSeeks(t, func(h *testSeeks) {
		for _, p := range []player.Player{inky, blinky, guest} {
			defer h.lobby.Connect(p).Leave()
		}
		own := map[player.ID]*live.Table{inky.ID: h.start(inky, "verney", "never"), guest.ID: h.start(guest, "forchess", "never")}
		for range 8 {
			if _, err := h.lobby.Create(ctx, inky, table.Terms{Game: "chess4"}); err != nil &&
				!errors.Is(err, lobby.TooManyHosted.Refuse()) {
				h.Fatal(err)
			}
		}
		changed := h.start(inky, "quadrochess", "never") // in place of the first, which counts no longer
		own[inky.ID] = changed
		if _, err := h.lobby.Create(ctx, inky, table.Terms{Game: "chess4"}); !errors.Is(err, lobby.TooManyHosted.Refuse()) {
			h.Fatalf("Inky has fewer tables than the limit: %v", err)
		}
		h.start(blinky, "quadrochess", "never") // shares the table, which thus stays open without Inky
		for _, test := range []struct {
			by    player.Player
			words string
			bots  time.Duration
			want  error
		}{
			{guest, "chess4 5+10 rated", seek.Never, table.Refuse(table.AccountsOnly)},
			{inky, "verney rated", 0, setup.BotsUnrated.Refuse()},
			{inky, "chess4 1+0", seek.Never, lobby.TooManyHosted.Refuse()},
		} {
			want, err := seek.Parse(strings.Fields(test.words))
			if err != nil {
				h.Fatal(err)
			}
			want.BotsAfter = test.bots
			before := own[test.by.ID].View().Seq
			if _, err := h.Start(ctx, test.by, want); !errors.Is(err, test.want) {
				h.Errorf("%s, %s: %v", test.by.Name, test.words, err)
			}
			if v := own[test.by.ID].View(); v.Seq != before || v.Held(test.by.ID) == 0 {
				h.Errorf("%s, %s: the refused seek changed the old one: %v", test.by.Name, test.words, v.Seats)
			}
		}
		rated := h.start(blinky, "chess4 5+10 rated", "never")
		before := own[guest.ID].View().Seq
		if _, err := h.Join(ctx, guest, rated.View().ID); !errors.Is(err, table.Refuse(table.AccountsOnly)) {
			h.Errorf("a guest joins a rated seek: %v", err)
		}
		if v := own[guest.ID].View(); v.Seq != before || v.Held(guest.ID) == 0 {
			h.Errorf("the refused join changed the old seek: %v", v.Seats)
		}
	})
}

// TestPlayBots checks that PlayBots immediately starts a game against bots, even a
// correspondence game, and even while seeks are switched off.
func TestPlayBots(t *testing.T) {
	withSeeks(t, func(h *testSeeks) {
		defer h.lobby.Connect(inky).Leave()
		h.off = true
		for _, clock := range []table.Clock{{}, {PerMove: 24 * time.Hour}} {
			tab, err := h.PlayBots(ctx, inky, table.Terms{Game: "forchess", Clock: clock, Bots: 2})
			if err != nil {
				t.Fatal(err)
			}
			h.phase(tab, table.Playing)
			if v := tab.View(); v.Terms.Seek || v.Held(inky.ID).Count() != 1 {
				t.Errorf("%+v", v.Seats)
			}
		}
	})
}

// TestAgain checks that Again returns a seek with the terms of the finished game. If bots
// played in that game, they fill the seats of the new game immediately. For a private
// game, a correspondence game and a game of an evening, Again returns false.
func TestAgain(t *testing.T) {
	withSeeks(t, func(h *testSeeks) {
		defer h.lobby.Connect(inky).Leave()
		played := h.start(inky, "quadrochess bots=2", "0").View().Terms
		for _, test := range []struct {
			change func(*table.Terms)
			bots   time.Duration
			ok     bool
		}{
			{func(*table.Terms) {}, 0, true},
			{func(t *table.Terms) { t.Bots = 0 }, seek.Default, true},
			{func(t *table.Terms) { t.Private = table.ForMembers }, 0, false},
			{func(t *table.Terms) { t.Clock = table.Clock{PerMove: time.Hour} }, 0, false},
			{func(t *table.Terms) { t.Evening = &table.EveningBoard{} }, 0, false},
		} {
			terms := played
			test.change(&terms)
			if want, ok := seek.Again(terms); ok != test.ok || want.BotsAfter != test.bots || want.Terms.Game != "quadrochess" {
				t.Errorf("%+v: %+v, %v", terms, want, ok)
			}
		}
	})
}

func TestRefusals(t *testing.T) {
	withSeeks(t, func(h *testSeeks) {
		defer h.lobby.Connect(guest).Leave()
		for words, want := range map[string]error{
			"chess4 3d": seek.NoDays.Refuse(), "chess4 private=members": seek.PublicOnly.Refuse(),
		} {
			if _, err := seek.Parse(strings.Fields(words)); !errors.Is(err, want) {
				h.Errorf("%s: %v", words, err)
			}
		}
		for _, words := range []string{"", "go", "chess4 fast", "forchess teams=on"} {
			if _, err := seek.Parse(strings.Fields(words)); err == nil {
				h.Errorf("%q is accepted", words)
			}
		}
		for _, text := range []string{"soon", "11m", "-1", "9999999999999"} {
			if after, err := seek.ParseBotsAfter(text); err == nil {
				h.Errorf("%q is %v", text, after)
			}
		}
		rated, err := seek.Parse([]string{"verney", "teams", "rated"})
		if err != nil {
			h.Fatal(err)
		}
		if _, err := h.Start(ctx, guest, rated); !errors.Is(err, table.Refuse(table.AccountsOnly)) {
			h.Errorf("a guest, rated: %v", err)
		}
		rated.BotsAfter = 0
		if _, err := h.Start(ctx, inky, rated); !errors.Is(err, setup.BotsUnrated.Refuse()) {
			h.Errorf("bots, rated: %v", err)
		}
		h.off = true
		if _, err := h.Start(ctx, inky, rated); !errors.Is(err, seek.Off.Refuse()) {
			h.Errorf("switched off: %v", err)
		}
	})
}

// TestStepOfTheClockKeepsSeeks sets the clock while players wait for a game: the bots come after the
// same time, and a player whose connection was lost has as long to come back.
func TestStepOfTheClockKeepsSeeks(t *testing.T) {
	for _, step := range []time.Duration{-time.Hour, 90 * time.Second, time.Hour, 48 * time.Hour} {
		t.Run(step.String(), func(t *testing.T) {
			withSeeks(t, func(h *testSeeks) {
				defer h.lobby.Connect(inky).Leave()
				tab := h.start(inky, "chess4 1+0", "20s")
				watcher := tab.Watch(inky)
				time.Sleep(10 * time.Second)
				h.wall.Step(step)
				time.Sleep(time.Second)
				watcher.Close() // wakes the service
				time.Sleep(4 * time.Second)
				watcher = tab.Watch(inky)
				defer watcher.Close()
				time.Sleep(4 * time.Second)
				h.phase(tab, table.Waiting)
				if v := tab.View(); v.Seats[0].Player.ID != inky.ID || v.Seats[1].Player.ID != "" {
					h.Fatalf("after the step: %v", v.Seats)
				}
				time.Sleep(2 * time.Second)
				h.phase(tab, table.Playing)
			})
		})
	}
}
