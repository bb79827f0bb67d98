package store

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"quadrille/internal/club"
	"quadrille/internal/player"
	"quadrille/internal/store/parts"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
	"quadrille/rules"
	"quadrille/rules/variants"
)

var freeForAll = club.Class{Game: "chess4", Form: club.FreeForAll}

func ratingsOf(s *Store) *parts.Ratings {
	return s.Ratings(variants.New, slog.New(slog.DiscardHandler))
}

// member returns a player of the club.
func member(n int) player.Player {
	return player.Player{ID: player.ID(fmt.Sprintf("SHA256:member%d", n)), Name: fmt.Sprintf("Member %d", n)}
}

// resigned returns the events of a free-for-all, from the first player who takes a seat to
// the closing. The seats resign in the given order. A seat without a player is not part of
// the game.
func resigned(t testing.TB, terms *table.Terms, players map[rules.Seat]player.Player, order ...rules.Seat) []table.Event {
	t.Helper()
	v, err := variants.New(terms.Game, terms.Options)
	if err != nil {
		t.Fatal(err)
	}
	var log []table.Event
	for seat := range rules.Seat(rules.SeatCount) {
		if p, ok := players[seat]; ok {
			log = append(log, table.Event{Kind: table.Seated, At: noon, Seat: &seat, Player: &p}, table.Event{Kind: table.Readied, At: noon, Seat: &seat})
		}
	}
	log = append(log, table.Event{Kind: table.Started, At: noon})
	game := rules.NewGame(v)
	for _, seat := range order {
		a := rules.Action{Type: rules.Resign, Seat: seat}
		actor := v.Actor(&game.Position)
		log = append(log, table.Event{Kind: table.Acted, At: noon, Seat: &seat, Action: rules.Plain(v.Facts(), actor, a)})
		if _, err := game.Play(a); err != nil {
			t.Fatal(err)
		}
	}
	word := "abandoned"
	if game.Position.Over() {
		word = game.Position.Outcome.Termination.String()
	}
	return append(log, table.Event{Kind: table.Closed, At: noon, Action: word})
}

func ratedTerms() *table.Terms { return &table.Terms{Game: "chess4", Rated: true} }

func openTable(t testing.TB, s *Store, terms *table.Terms) table.ID {
	t.Helper()
	host := member(0)
	id, err := s.Tables.Create(context.Background(), table.Event{Kind: table.Opened, At: noon, Player: &host, Terms: terms}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// four returns the players of all four seats.
func four(n ...int) map[rules.Seat]player.Player {
	players := map[rules.Seat]player.Player{}
	for seat, one := range n {
		players[rules.Seat(seat)] = member(one)
	}
	return players
}

func played(t testing.TB, s *Store, terms *table.Terms, players map[rules.Seat]player.Player, order ...rules.Seat) table.ID {
	t.Helper()
	id := openTable(t, s, terms)
	appendTo(t, s, id, 2, resigned(t, terms, players, order...)...)
	return id
}

func standings(t testing.TB, r *parts.Ratings) []club.Standing {
	t.Helper()
	list, err := r.Standings(context.Background(), freeForAll, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// wantSound requires that the stored ratings of a number of games equal newly computed ones.
func wantSound(t testing.TB, r *parts.Ratings, games int) {
	t.Helper()
	c, err := r.Compare(context.Background())
	if err != nil || len(c.Differ) > 0 || c.Games != games {
		t.Fatalf("%+v, %v; want %d games", c, err, games)
	}
}

func TestRatedGameIsOnLadder(t *testing.T) {
	s := opened(t)
	r := ratingsOf(s)
	played(t, s, ratedTerms(), four(1, 2, 3, 4), 1, 0, 3) // member 3 wins, followed by 4, 1 and 2
	list := standings(t, r)
	var order []player.ID
	for _, one := range list {
		order = append(order, one.Player.ID)
		if one.Games != 1 || !one.Last.Equal(noon.Truncate(time.Second)) {
			t.Errorf("%+v", one)
		}
	}
	if want := []player.ID{"SHA256:member3", "SHA256:member4", "SHA256:member1", "SHA256:member2"}; !slices.Equal(order, want) {
		t.Errorf("%v, want %v", order, want)
	}
	// The expected numbers are those of the published reference implementation for four new
	// players without ties.
	if list[0].Rating.Mu < 32.9056 || list[0].Rating.Mu > 32.9057 || list[0].Place != 1 || list[3].Place != 4 {
		t.Errorf("%+v", list[0])
	}
	wantSound(t, r, 1)
}

func TestGamesThatAreNotRated(t *testing.T) {
	s := opened(t)
	r := ratingsOf(s)
	played(t, s, &table.Terms{Game: "chess4"}, four(1, 2, 3, 4), 1, 0, 3)                // not rated
	played(t, s, ratedTerms(), four(1, 2, 3, 3), 1, 0, 3)                                // one player with several seats
	played(t, s, ratedTerms(), map[rules.Seat]player.Player{}, []rules.Seat{0, 1, 2}...) // no players
	guest := four(1, 2, 3, 4)
	guest[2] = player.Player{ID: "guest:x", Name: "guest-x"}
	played(t, s, ratedTerms(), guest, 1, 0, 3)
	closed := openTable(t, s, ratedTerms())
	appendTo(t, s, closed, 2, table.Event{Kind: table.Closed, At: noon, Action: "abandoned"})
	appendTo(t, s, openTable(t, s, ratedTerms()), 2, resigned(t, ratedTerms(), four(1, 2, 3, 4), 1, 0)[:10]...) // a game that is not finished
	nonsense := openTable(t, s, ratedTerms())
	appendTo(t, s, nonsense, 2, table.Event{Kind: table.DrawAgreed, At: noon}, table.Event{Kind: table.Closed, At: noon, Action: "agreement"})
	if list := standings(t, r); len(list) != 0 {
		t.Errorf("%+v", list)
	}
	wantSound(t, r, 0)
}

// Partners are rated as one side. A player who was replaced still gets the result.
func TestRatingOfTeamsAndReplacements(t *testing.T) {
	s := opened(t)
	r := ratingsOf(s)
	terms := ratedTerms()
	terms.Options = map[string]string{"teams": "on"}
	v, err := variants.New(terms.Game, terms.Options)
	if err != nil {
		t.Fatal(err)
	}
	ended := &fold.Result{Terms: *terms, Facts: v.Facts(), Ended: noon}
	for seat, p := range four(1, 2, 3, 4) {
		ended.Players[seat] = p
	}
	ended.Outcome.Scores = [rules.SeatCount]uint8{0, 6, 0, 6}
	want := &club.Result{Table: 9, Class: club.Class{Game: "chess4", Form: club.Teams}, Ended: noon, Parties: []club.Placed{
		{Rank: 2, Members: []player.ID{"SHA256:member1", "SHA256:member3"}}, {Rank: 1, Members: []player.ID{"SHA256:member2", "SHA256:member4"}},
	}}
	if got := parts.Ranked(9, ended); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	log := resigned(t, ratedTerms(), four(1, 2, 3, 4), 1, 0, 3)
	seat, sub := rules.Seat(0), member(5)
	at := slices.IndexFunc(log, func(e table.Event) bool { return e.Kind == table.Started }) + 1
	one, two := member(1), member(2)
	log = slices.Insert(log, at,
		table.Event{Kind: table.Left, At: noon, Player: &one, Spent: 3 * time.Minute},
		table.Event{Kind: table.Voted, At: noon, Player: &two, Action: "open-seat"},
		table.Event{Kind: table.Vacated, At: noon, Seat: &seat},
		table.Event{Kind: table.Replaced, At: noon, Seat: &seat, Player: &sub})
	id := openTable(t, s, ratedTerms())
	appendTo(t, s, id, 2, log...)
	for _, one := range standings(t, r) {
		if one.Player.ID == sub.ID {
			t.Errorf("the replacement is rated: %+v", one)
		}
	}
	wantSound(t, r, 1)
}

// Games are rated in the order in which they ended, even if they began in another order.
func TestGamesAreRatedInOrderOfClosing(t *testing.T) {
	s := opened(t)
	r := ratingsOf(s)
	log := resigned(t, ratedTerms(), four(1, 2, 3, 4), 0, 1, 2)
	late := openTable(t, s, ratedTerms())
	early := played(t, s, ratedTerms(), four(1, 2, 3, 4), 3, 2, 1)
	appendTo(t, s, late, 2, log...)
	book := club.Book{}
	for _, id := range []table.ID{early, late} {
		ended, err := fold.ResultOf(load(t, s, id), variants.New)
		if err != nil {
			t.Fatal(err)
		}
		book.Enter(parts.Ranked(id, ended))
	}
	for _, one := range standings(t, r) {
		if want := book.Of(club.Page{Class: freeForAll, Player: one.Player.ID}); one.Rating != want {
			t.Errorf("%s: %v, want %v", one.Player.ID, one.Rating, want)
		}
	}
	steps, err := r.Record(context.Background(), "SHA256:member1")
	if err != nil || len(steps) != 1 || steps[0].Steps[0].Table != int64(early) || steps[0].Steps[1].Table != int64(late) {
		t.Errorf("%+v, %v", steps, err)
	}
}

// Tables that close at the same time are rated in the order in which their last events are
// stored. Computing the ratings anew gives the same result.
func TestConcurrentRatingIsDeterministic(t *testing.T) {
	s := opened(t)
	askers := []*parts.Ratings{ratingsOf(s)}
	random := rand.New(rand.NewPCG(6, 11))
	var all sync.WaitGroup
	const games = 40
	for range games {
		who := random.Perm(8)[:4]
		seats := random.Perm(4)
		id := openTable(t, s, ratedTerms())
		log := resigned(t, ratedTerms(), four(who...), rules.Seat(seats[0]), rules.Seat(seats[1]), rules.Seat(seats[2]))
		all.Go(func() {
			if err := s.Tables.Append(context.Background(), id, 2, log, nil); err != nil {
				t.Error(err)
			}
		})
		all.Go(func() {
			if _, err := askers[0].Standings(context.Background(), freeForAll, time.Time{}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	kept := standings(t, askers[0])
	wantSound(t, askers[0], games)
	if err := askers[0].Reset(context.Background()); err != nil {
		t.Fatal(err)
	}
	if again := standings(t, ratingsOf(s)); !reflect.DeepEqual(kept, again) {
		t.Errorf("kept\n%+v\ncomputed again\n%+v", kept, again)
	}
}

// After any ratings decisions and a restart, the stored ratings equal newly computed ones.
func TestRatingsMatchRecomputation(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	s := reopened(t, dir)
	r := ratingsOf(s)
	random := rand.New(rand.NewPCG(3, 7))
	count, void := map[table.ID]bool{}, 0
	for n := range 60 {
		who, seats := random.Perm(9)[:4], random.Perm(4)
		count[played(t, s, ratedTerms(), four(who...), rules.Seat(seats[0]), rules.Seat(seats[1]), rules.Seat(seats[2]))] = true
		if n%4 == 3 {
			id := table.ID(1 + random.IntN(n+1))
			if err := r.Decide(context.Background(), club.RatingsDecision{Table: int64(id), Counts: !count[id], Author: "host", Reason: "sandbagging"}); err != nil {
				t.Fatal(err)
			}
			count[id] = !count[id]
		}
		if n == 30 {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			s = reopened(t, dir)
			r = ratingsOf(s)
		}
	}
	book := club.Book{}
	for id := table.ID(1); id <= 60; id++ {
		if !count[id] {
			void++
			continue
		}
		ended, err := fold.ResultOf(load(t, s, id), variants.New)
		if err != nil {
			t.Fatal(err)
		}
		book.Enter(parts.Ranked(id, ended))
	}
	wantSound(t, r, 60-void)
	for _, one := range standings(t, r) {
		if want := book.Of(club.Page{Class: freeForAll, Player: one.Player.ID}); one.Rating != want || void == 0 {
			t.Errorf("%s: %v, want %v", one.Player.ID, one.Rating, want)
		}
	}
	decisions, err := r.Decisions(context.Background())
	if err != nil || len(decisions) != 15 || decisions[0].Reason != "sandbagging" || decisions[0].Author != "host" {
		t.Errorf("%d decisions, %v", len(decisions), err)
	}
}

func TestDecisionRefusals(t *testing.T) {
	s := opened(t)
	r := ratingsOf(s)
	rated := int64(played(t, s, ratedTerms(), four(1, 2, 3, 4), 1, 0, 3))
	plain := int64(played(t, s, &table.Terms{Game: "chess4"}, four(1, 2, 3, 4), 1, 0, 3))
	for _, c := range []struct {
		decision club.RatingsDecision
		want     string
	}{
		{club.RatingsDecision{Table: rated}, "reason"},
		{club.RatingsDecision{Table: rated, Reason: "a\x1b[2J"}, ""},
		{club.RatingsDecision{Table: plain, Reason: "why not"}, "table 2 has no rated game"},
		{club.RatingsDecision{Table: 99, Reason: "why not"}, "table 99 has no rated game"},
		{club.RatingsDecision{Table: rated, Counts: true, Reason: "why not"}, "is not void"},
	} {
		if err := r.Decide(context.Background(), c.decision); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.decision, err, c.want)
		}
	}
	void := club.RatingsDecision{Table: rated, Reason: "they shared an engine"}
	if err := r.Decide(context.Background(), void); err != nil {
		t.Fatal(err)
	}
	if err := r.Decide(context.Background(), void); err == nil || !strings.Contains(err.Error(), "already void") {
		t.Errorf("twice: %v", err)
	}
	if list := standings(t, r); len(list) != 0 {
		t.Errorf("%+v", list)
	}
}

// Compare finds ratings that were changed by hand, and Reset corrects them.
func TestCompareFindsChangedRatings(t *testing.T) {
	s := opened(t)
	r := ratingsOf(s)
	played(t, s, ratedTerms(), four(1, 2, 3, 4), 1, 0, 3)
	want := standings(t, r)
	for _, harm := range []string{
		`UPDATE ratings SET mu = mu + 1 WHERE player = 'SHA256:member1'`,
		`DELETE FROM ratings WHERE player = 'SHA256:member2'`,
		`INSERT INTO ratings SELECT n, 'SHA256:me', 0, table_id, game, format, ended, 1, 4, 50, 1 FROM ratings LIMIT 1`,
	} {
		if err := s.writer.submit(context.Background(), func(p *writeConn) (refused, failed error) {
			_, err := p.conn.ExecContext(context.Background(), harm)
			return nil, err
		}); err != nil {
			t.Fatal(err)
		}
		if c, err := r.Compare(context.Background()); err != nil || len(c.Differ) != 1 {
			t.Errorf("%s: %+v, %v", harm, c, err)
		}
		if err := r.Reset(context.Background()); err != nil {
			t.Fatal(err)
		}
		if got := standings(t, r); !reflect.DeepEqual(got, want) {
			t.Errorf("%+v", got)
		}
	}
}

// Ratings stay correct if decisions are stored while other goroutines compute ratings.
func TestDecisionDuringRating(t *testing.T) {
	s := opened(t)
	r, ctx := ratingsOf(s), context.Background()
	id := played(t, s, ratedTerms(), four(1, 2, 3, 4), 1, 0, 3)
	played(t, s, ratedTerms(), four(1, 2, 3, 4), 1, 0, 3)
	if list := standings(t, r); len(list) != 4 {
		t.Fatalf("%+v", list)
	}
	for _, counts := range []bool{false, true} {
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				if _, err := r.Classes(ctx); err != nil {
					t.Error(err)
				}
			})
		}
		if err := ratingsOf(s).Decide(ctx, club.RatingsDecision{Table: int64(id), Counts: counts, Reason: "a slip"}); err != nil {
			t.Fatal(err)
		}
		all.Wait()
		standings(t, r)
	}
	wantSound(t, r, 2)
}
