package live_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// asBotAccount returns p marked as a bot account.
func asBotAccount(p player.Player) player.Player {
	p.BotAccount = true
	return p
}

// TestSittingMarksBotAccount checks that an account is marked as a bot account when a
// program takes a seat for it, but not when the program chats or when its command is
// refused.
func TestSittingMarksBotAccount(t *testing.T) {
	rights := &testRights{}
	b := newTableWithRights(t, rights, verney)
	b.do(table.Command{By: asBotAccount(blinky), Kind: table.Chat, Text: "hello"})
	b.wantRefusal(table.Command{By: asBotAccount(blinky), Kind: table.Sit, Seat: 7}, table.NoSuchSeat)
	b.do(table.Command{By: blinky, Kind: table.Sit, Seat: red})
	b.do(table.Command{By: asBotAccount(sue), Kind: table.Sit, Seat: yellow})
	if len(rights.botAccounts) != 0 {
		t.Errorf("marked: %v", rights.botAccounts)
	}
	b.do(table.Command{By: asBotAccount(pinky), Kind: table.Sit, Seat: gold})
	if !rights.BotAccount(pinky.ID) || len(rights.botAccounts) != 1 {
		t.Errorf("marked: %v", rights.botAccounts)
	}
}

// TestBotAccountNeedsMarkToSit checks that a program can take a seat only after its
// account has been stored as a bot account.
func TestBotAccountNeedsMarkToSit(t *testing.T) {
	rights := &testRights{markErr: errors.New("full")}
	b := newTableWithRights(t, rights, verney)
	b.wantRefusal(table.Command{By: asBotAccount(pinky), Kind: table.Sit, Seat: gold}, table.CannotStore)
	rights.markErr = nil
	b.log.fail(errors.New("full too"))
	b.wantRefusal(table.Command{By: asBotAccount(pinky), Kind: table.Sit, Seat: gold}, table.CannotStore)
	if !rights.BotAccount(pinky.ID) || b.View().Held(pinky.ID) != 0 {
		t.Errorf("marked %v, seats %v", rights.botAccounts, b.View().Held(pinky.ID))
	}
	b.log.fix()
}

// TestMarkedAccountSitsAsBotAccount checks that an account marked as a bot account always sits
// as a bot. At a rated table it cannot play, even if it sat down before it was marked.
func TestMarkedAccountSitsAsBotAccount(t *testing.T) {
	rights := &testRights{members: []player.ID{inky.ID, pinky.ID}}
	b := newTableWithRights(t, rights, verney)
	b.do(table.Command{By: asBotAccount(pinky), Kind: table.Sit, Seat: gold})
	b.do(table.Command{By: pinky, Kind: table.Stand, Seat: gold})
	b.do(table.Command{By: pinky, Kind: table.Sit, Seat: red})
	if who := b.View().Seats[red].Player; who != asBotAccount(pinky) {
		t.Errorf("%+v has the seat", who)
	}
	rated := newTableWithRights(t, rights, table.Terms{Game: "verney", Rated: true})
	rated.wantRefusal(table.Command{By: pinky, Kind: table.Sit, Seat: red}, table.PeopleOnly)
	rated.do(table.Command{By: inky, Kind: table.Sit, Seat: yellow})
	if err := rights.MarkBotAccount(context.Background(), inky.ID); err != nil {
		t.Fatal(err)
	}
	rated.wantRefusal(table.Command{By: inky, Kind: table.Ready}, table.PeopleOnly)
}

// TestRatedGameDoesNotStartWithAccountMarkedLater checks that an account that gets ready, and
// is then marked as a bot account, loses its seat before the game starts.
func TestRatedGameDoesNotStartWithAccountMarkedLater(t *testing.T) {
	daysApart := table.Clock{PerMove: 3 * 24 * time.Hour}
	for name, c := range map[string]struct {
		clock table.Clock
		last  table.Command
	}{
		"the last gets ready":                 {last: table.Command{By: inky, Kind: table.Ready}},
		"the last sits down":                  {daysApart, table.Command{By: inky, Kind: table.Sit, Seat: black}},
		"the host adds a bot":                 {last: table.Command{By: inky, Kind: table.AddBot, Seat: black, Level: 1}},
		"correspondence, the host adds a bot": {daysApart, table.Command{By: inky, Kind: table.AddBot, Seat: black, Level: 1}},
	} {
		rights := &testRights{members: []player.ID{inky.ID, pinky.ID}, ratesBots: true}
		b := newTableWithRights(
			t,
			rights,
			table.Terms{Game: "chess4", Options: map[string]string{"armies": "white,black"}, Rated: true, Clock: c.clock}.ForClub(rights),
		)
		b.do(table.Command{By: pinky, Kind: table.Sit, Seat: white})
		if c.last.Kind == table.Ready {
			b.do(table.Command{By: inky, Kind: table.Sit, Seat: black})
		}
		b.do(table.Command{By: pinky, Kind: table.Ready})
		if err := rights.MarkBotAccount(context.Background(), pinky.ID); err != nil {
			t.Fatal(err)
		}
		b.do(c.last)
		if v := b.View(); v.Phase != table.Waiting || v.Held(pinky.ID) != 0 {
			t.Errorf("%s: %v, %+v has the first seat", name, v.Phase, v.Seats[white].Player)
		}
		b.wantRefusal(table.Command{By: pinky, Kind: table.Sit, Seat: white}, table.PeopleOnly)
	}
}

// TestRatedTermsDecideWhoSits checks that the terms with which a rated table was opened
// decide whether bots and bot accounts may sit at it.
func TestRatedTermsDecideWhoSits(t *testing.T) {
	bot := player.Bot(2, 1)
	for _, c := range []struct {
		botAccounts, bots bool
		admitted          []player.Player
	}{
		{false, false, []player.Player{inky}},
		{true, false, []player.Player{inky, asBotAccount(pinky)}},
		{false, true, []player.Player{inky, bot}},
		{true, true, []player.Player{inky, asBotAccount(pinky), bot}},
	} {
		terms := table.Terms{Game: "verney", Rated: true}.ForClub(&testRights{ratesBotAccounts: c.botAccounts, ratesBots: c.bots})
		for _, p := range []player.Player{inky, asBotAccount(pinky), bot} {
			var refusal *table.Refusal
			err := terms.Admits(p)
			if containsID(idsOf(c.admitted), p.ID) != (err == nil) ||
				err != nil && (!errors.As(err, &refusal) || refusal.Reason != table.PeopleOnly) {
				t.Errorf("bot accounts %v, bots %v: %s: %v", c.botAccounts, c.bots, p.Name, err)
			}
		}
		if err := terms.Admits(asBotAccount(sue)); err == nil {
			t.Error("a guest bot account may sit at a rated table")
		}
		if terms.AdmitsBots() != c.bots {
			t.Errorf("bots %v: admitted %v", c.bots, terms.AdmitsBots())
		}
	}
	if terms := (table.Terms{RatedBots: true}).ForClub(nil); terms.RatedBots || !terms.AdmitsBots() {
		t.Errorf("%+v without ratings", terms)
	}
}

// TestRematchUsesPresentRatingRules checks that a rematch is refused if the club no longer
// rates the games of one of the players.
func TestRematchUsesPresentRatingRules(t *testing.T) {
	for name, c := range map[string]struct {
		second player.Player
		change func(*testRights)
		want   *table.Reason
	}{
		"bot account":              {asBotAccount(pinky), func(o *testRights) { o.ratesBotAccounts = false }, table.PeopleOnly},
		"bot account, still rated": {asBotAccount(pinky), func(o *testRights) { o.ratesBots = false }, nil},
		"marked later": {
			blinky, func(o *testRights) { o.ratesBotAccounts, o.botAccounts = false, []player.ID{blinky.ID} },
			table.PeopleOnly,
		},
		"unmarked": {asBotAccount(pinky), func(o *testRights) { o.ratesBotAccounts, o.botAccounts = false, nil }, nil},
		"people":   {blinky, func(o *testRights) { o.ratesBotAccounts = false }, nil},
	} {
		rights := &testRights{members: []player.ID{inky.ID, blinky.ID, pinky.ID}, ratesBotAccounts: true, ratesBots: true}
		b := newTableWithRights(
			t,
			rights,
			table.Terms{Game: "chess4", Options: map[string]string{"armies": "white,black"}, Rated: true}.ForClub(rights),
		)
		b.do(table.Command{By: inky, Kind: table.Sit, Seat: white})
		b.do(table.Command{By: c.second, Kind: table.Sit, Seat: black})
		b.do(table.Command{By: inky, Kind: table.Ready})
		b.do(table.Command{By: c.second, Kind: table.Ready})
		b.do(resignation(inky, white))
		c.change(rights)
		again := table.Command{By: inky, Kind: table.OfferRematch}
		if c.want == nil {
			b.do(again)
			continue
		}
		t.Log(name)
		b.wantRefusal(again, c.want)
	}
}

// TestBotReplacesPlayerOnlyIfRated checks that a bot may replace a player of a rated game
// only if the club rates games of bots.
func TestBotReplacesPlayerOnlyIfRated(t *testing.T) {
	for _, rated := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			rights := &testRights{members: idsOf(four), ratesBots: rated}
			b := newTableWithRights(t, rights, table.Terms{Game: "chess4", Rated: true}.ForClub(rights))
			if err := b.Stop(t.Context()); err != nil {
				t.Fatal(err)
			}
			cfg := b.config()
			cfg.Rights, cfg.Bots = rights, true
			var err error
			if b.Table, err = live.Open(cfg, b.events()); err != nil {
				t.Fatal(err)
			}
			defer func() { _ = b.Stop(context.Background()) }()
			for seat, p := range four {
				if p != clyde {
					defer b.Watch(p).Close()
				}
				b.do(table.Command{By: p, Kind: table.Sit, Seat: rules.Seat(seat)})
				b.do(table.Command{By: p, Kind: table.Ready})
			}
			time.Sleep(10 * time.Minute)
			for _, p := range four[:3] {
				b.do(table.Command{By: p, Kind: table.Vote, Choice: table.OpenSeat})
			}
			bring := table.Command{By: inky, Kind: table.AddBot, Seat: gold, Level: 1}
			if !rated {
				b.wantRefusal(bring, table.PeopleOnly)
			} else if b.do(bring); !b.View().Seats[gold].Player.ID.Bot() {
				t.Errorf("%+v has the seat", b.View().Seats[gold].Player)
			}
		})
	}
}
