package storetest

import (
	"context"
	"fmt"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/table"
	"quadrille/rules"
)

// withBots returns a person and three bots, two of them of the same level.
func withBots() map[rules.Seat]player.Player {
	return map[rules.Seat]player.Player{0: Member(1), 1: player.Bot(3, 1), 2: player.Bot(5, 2), 3: player.Bot(3, 3)}
}

// Whether bots are rated depends on the terms of the table.
func testTermsDecideWhetherBotsAreRated(t *testing.T, b *Backend) {
	machine := Member(2)
	machine.BotAccount = true
	withMachine := map[rules.Seat]player.Player{0: Member(1), 1: machine, 2: Member(3), 3: Member(4)}
	s := b.opened(t)
	games := 0
	for _, c := range []struct {
		terms   table.Terms
		players map[rules.Seat]player.Player
		counts  bool
	}{
		{table.Terms{Rated: true}, withBots(), false},
		{table.Terms{Rated: true, RatedBotAccounts: true}, withBots(), false},
		{table.Terms{RatedBots: true}, withBots(), false},
		{table.Terms{Rated: true, RatedBots: true}, withBots(), true},
		{table.Terms{Rated: true, RatedBots: true}, withMachine, false},
		{table.Terms{Rated: true, RatedBotAccounts: true}, withMachine, true},
		// not counted, because the game is too short to be rated
		{table.Terms{Rated: true, RatedBotAccounts: true, Fairness: table.Fairness}, withMachine, false},
		{table.Terms{Rated: true, RatedBots: true}, map[rules.Seat]player.Player{
			0: player.Bot(1, 0), 1: player.Bot(2, 1),
			2: player.Bot(3, 2), 3: player.Bot(4, 3),
		}, false},
	} {
		c.terms.Game = "chess4"
		Played(t, s, &c.terms, c.players, 3, 2, 1)
		if c.counts {
			games++
		}
		WantSound(t, RatingsOf(s), games)
	}
}

func testBotLevelHasOneRating(t *testing.T, b *Backend) {
	s := b.opened(t)
	r, ctx := RatingsOf(s), context.Background()
	terms := &table.Terms{Game: "chess4", Rated: true, RatedBots: true}
	first := Played(t, s, terms, withBots(), 3, 2, 1)
	Standings(t, r) // this call rates the first game before the second game is played
	second := Played(t, s, terms, withBots(), 0, 3, 2)
	var got []string
	for _, st := range Standings(t, r) {
		got = append(got, fmt.Sprintf("%d %s %s %d", st.Place, st.Player.ID, st.Player.Name, st.Games))
	}
	// Each seat of a bot counts as a game. Bots of the same level share one rating.
	if want := "[1 bot:3 Bot 3 4 1 bot:5 Bot 5 2 3 SHA256:member1  2]"; fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
	p, ok, err := r.Called(ctx, "BOT 3")
	if !ok || err != nil || p.ID != "bot:3" || p.Name != "Bot 3" {
		t.Errorf("called: %+v, %v, %v", p, ok, err)
	}
	if _, ok, err := r.Called(ctx, "Bot 11"); ok || err != nil {
		t.Errorf("Bot 11: %v, %v", ok, err)
	}
	careers, err := r.Record(ctx, "bot:3")
	if err != nil || len(careers) != 1 || careers[0].Places != [club.MaxParties]int{1, 1, 1, 1} || careers[0].Drawn != 0 {
		t.Errorf("%+v, %v", careers, err)
	}
	if careers, err = r.Record(ctx, Member(1).ID); err != nil || careers[0].Places != [club.MaxParties]int{1, 0, 0, 1} ||
		careers[0].Drawn != 0 {
		t.Errorf("%+v, %v", careers, err)
	}
	found, err := s.Tables.Search(ctx, table.Search{Player: "bot:3"})
	if err != nil || len(found) != 2 || found[0].ID != second || found[1].ID != first {
		t.Errorf("found %+v, %v", found, err)
	}
	if found, err = s.Tables.Search(ctx, table.Search{Player: "bot:4"}); err != nil || len(found) != 0 {
		t.Errorf("found %+v, %v", found, err)
	}
	// The stored ratings must equal newly computed ratings, also after a game is voided.
	WantSound(t, r, 2)
	if err := r.Reset(ctx); err != nil {
		t.Fatal(err)
	}
	WantSound(t, r, 2)
	if err := r.Decide(ctx, club.RatingsDecision{Table: int64(first), Author: "host", Reason: "a test"}); err != nil {
		t.Fatal(err)
	}
	WantSound(t, r, 1)
}
