package storetest

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"quadrille/internal/clock/clocktest"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/store/parts"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
	"quadrille/rules"
	"quadrille/rules/variants"
)

var freeForAll = club.Class{Game: "chess4", Form: club.FreeForAll}

func RatingsOf(s *Store) *parts.Ratings { return ratingsAt(s, noon) }

// ratingsAt returns the ratings of a store whose clock stands still.
func ratingsAt(s *Store, at time.Time) *parts.Ratings {
	r := s.Ratings(variants.New, slog.New(slog.DiscardHandler))
	r.Clock = clocktest.At(func() time.Time { return at })
	return r
}

// Member returns a player of the club.
func Member(n int) player.Player {
	return player.Player{ID: player.ID(fmt.Sprintf("SHA256:member%d", n)), Name: fmt.Sprintf("Member %d", n)}
}

// resigned returns the events of a free-for-all, from the moment when the first player takes
// a seat until the table closes. The seats resign in the given order. A seat that is
// missing from `players` is not part of the game.
func resigned(t testing.TB, terms *table.Terms, players map[rules.Seat]player.Player, order ...rules.Seat) []table.Event {
	t.Helper()
	v, err := variants.New(terms.Game, terms.Options)
	if err != nil {
		t.Fatal(err)
	}
	var log []table.Event
	for seat := range rules.Seat(rules.SeatCount) {
		if p, ok := players[seat]; ok {
			log = append(
				log,
				table.Event{Kind: table.Seated, At: noon, Seat: &seat, Player: &p},
				table.Event{Kind: table.Readied, At: noon, Seat: &seat},
			)
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

func RatedTerms() *table.Terms { return &table.Terms{Game: "chess4", Rated: true} }

func openTable(t testing.TB, s *Store, terms *table.Terms) table.ID {
	t.Helper()
	host := Member(0)
	id, err := s.Tables.Create(context.Background(), table.Event{Kind: table.Opened, At: noon, Player: &host, Terms: terms}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// Four returns the players with the given numbers (see [Member]), at the seats in turn order.
func Four(n ...int) map[rules.Seat]player.Player {
	players := map[rules.Seat]player.Player{}
	for seat, one := range n {
		players[rules.Seat(seat)] = Member(one)
	}
	return players
}

func Played(t testing.TB, s *Store, terms *table.Terms, players map[rules.Seat]player.Player, order ...rules.Seat) table.ID {
	t.Helper()
	id := openTable(t, s, terms)
	appendTo(t, s, id, 2, resigned(t, terms, players, order...)...)
	return id
}

func Standings(t testing.TB, r *parts.Ratings) []club.Standing {
	t.Helper()
	list, err := r.Standings(context.Background(), freeForAll, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// WantSound requires that the given number of games is rated and that the stored ratings
// equal newly computed ones.
func WantSound(t testing.TB, r *parts.Ratings, games int) {
	t.Helper()
	c, err := r.Compare(context.Background())
	if err != nil || len(c.Differ) > 0 || c.Games != games {
		t.Fatalf("%+v, %v; want %d games", c, err, games)
	}
}

func testRatedGameIsOnLadder(t *testing.T, b *Backend) {
	s := b.opened(t)
	r := RatingsOf(s)
	Played(t, s, RatedTerms(), Four(1, 2, 3, 4), 1, 0, 3) // member 3 wins, followed by 4, 1 and 2
	list := Standings(t, r)
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
	// The expected numbers come from the reference implementation openskill.js, for four
	// new players without ties.
	if list[0].Rating.Mu < 32.9056 || list[0].Rating.Mu > 32.9057 || list[0].Place != 1 || list[3].Place != 4 {
		t.Errorf("%+v", list[0])
	}
	WantSound(t, r, 1)
}

func testGamesThatAreNotRated(t *testing.T, b *Backend) {
	s := b.opened(t)
	r := RatingsOf(s)
	Played(t, s, &table.Terms{Game: "chess4"}, Four(1, 2, 3, 4), 1, 0, 3)                // not rated
	Played(t, s, RatedTerms(), Four(1, 2, 3, 3), 1, 0, 3)                                // one player with several seats
	Played(t, s, RatedTerms(), map[rules.Seat]player.Player{}, []rules.Seat{0, 1, 2}...) // no players
	guest := Four(1, 2, 3, 4)
	guest[2] = player.Player{ID: "guest:x", Name: "guest-x"}
	Played(t, s, RatedTerms(), guest, 1, 0, 3)
	closed := openTable(t, s, RatedTerms())
	appendTo(t, s, closed, 2, table.Event{Kind: table.Closed, At: noon, Action: "abandoned"})
	// only the first 10 events, so the game is not finished
	appendTo(t, s, openTable(t, s, RatedTerms()), 2, resigned(t, RatedTerms(), Four(1, 2, 3, 4), 1, 0)[:10]...)
	nonsense := openTable(t, s, RatedTerms())
	appendTo(
		t,
		s,
		nonsense,
		2,
		table.Event{Kind: table.DrawAgreed, At: noon},
		table.Event{Kind: table.Closed, At: noon, Action: "agreement"},
	)
	if list := Standings(t, r); len(list) != 0 {
		t.Errorf("%+v", list)
	}
	WantSound(t, r, 0)
}

// Partners are rated as one side. If a player was replaced, the game changes the rating of
// that player, not of the substitute.
func testRatingOfTeamsAndReplacements(t *testing.T, b *Backend) {
	s := b.opened(t)
	r := RatingsOf(s)
	terms := RatedTerms()
	terms.Options = map[string]string{"teams": "on"}
	v, err := variants.New(terms.Game, terms.Options)
	if err != nil {
		t.Fatal(err)
	}
	ended := &fold.Result{Terms: *terms, Facts: v.Facts(), Ended: noon}
	for seat, p := range Four(1, 2, 3, 4) {
		ended.Players[seat] = p
	}
	ended.Outcome.Scores = [rules.SeatCount]uint8{0, 6, 0, 6}
	want := &club.Result{Table: 9, Class: club.Class{Game: "chess4", Form: club.Teams}, Ended: noon, Parties: []club.Placed{
		{
			Rank:    2,
			Members: []player.ID{"SHA256:member1", "SHA256:member3"},
		}, {Rank: 1, Members: []player.ID{"SHA256:member2", "SHA256:member4"}},
	}}
	if got := parts.Ranked(9, ended); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	log := resigned(t, RatedTerms(), Four(1, 2, 3, 4), 1, 0, 3)
	seat, sub := rules.Seat(0), Member(5)
	at := slices.IndexFunc(log, func(e table.Event) bool { return e.Kind == table.Started }) + 1
	one, two := Member(1), Member(2)
	log = slices.Insert(log, at,
		table.Event{Kind: table.Left, At: noon, Player: &one, Spent: 3 * time.Minute},
		table.Event{Kind: table.Voted, At: noon, Player: &two, Action: "open-seat"},
		table.Event{Kind: table.Vacated, At: noon, Seat: &seat},
		table.Event{Kind: table.Replaced, At: noon, Seat: &seat, Player: &sub})
	id := openTable(t, s, RatedTerms())
	appendTo(t, s, id, 2, log...)
	for _, one := range Standings(t, r) {
		if one.Player.ID == sub.ID {
			t.Errorf("the player who took over a seat is rated: %+v", one)
		}
	}
	WantSound(t, r, 1)
}

// playedAt plays a game whose terms have the current rules: each seat moves twice, and then the
// seats resign in the given order.
func playedAt(t testing.TB, s *Store, at time.Time, order ...rules.Seat) table.ID {
	t.Helper()
	terms := RatedTerms()
	terms.Fairness = table.Fairness
	log := resigned(t, terms, Four(1, 2, 3, 4), order...)
	begin := slices.IndexFunc(log, func(e table.Event) bool { return e.Kind == table.Started }) + 1
	v, err := variants.New(terms.Game, terms.Options)
	if err != nil {
		t.Fatal(err)
	}
	game := rules.NewGame(v)
	var moves []table.Event
	for range 2 * rules.SeatCount {
		actor := v.Actor(&game.Position)
		a := v.Legal(&game.Position, nil)[0]
		moves = append(moves, table.Event{Kind: table.Acted, At: at, Seat: &actor, Action: rules.Plain(v.Facts(), actor, a)})
		if _, err := game.Play(a); err != nil {
			t.Fatal(err)
		}
	}
	log = slices.Insert(log, begin, moves...)
	for i := range log {
		log[i].At = at
	}
	id := openTable(t, s, terms)
	appendTo(t, s, id, 2, log...)
	return id
}

// Ratings become less certain with time and games, from the games on whose terms say so. The
// results of older games keep their numbers.
func testRatingsBecomeLessCertain(t *testing.T, b *Backend) {
	s := b.opened(t)
	Played(t, s, RatedTerms(), Four(1, 2, 3, 4), 1, 0, 3)
	r := ratingsAt(s, noon)
	old := Standings(t, r)
	const idle = 60 * 24 * time.Hour
	aged := Standings(t, ratingsAt(s, noon.Add(idle)))
	for i, st := range aged {
		if want := old[i].Rating.Aged(idle); st.Rating != want || want.Sigma <= old[i].Rating.Sigma || want.Mu != old[i].Rating.Mu {
			t.Errorf("after 60 days without a game: %v, want %v, from %v", st.Rating, want, old[i].Rating)
		}
	}
	id := playedAt(t, s, noon.Add(idle), 1, 0, 3)
	r = ratingsAt(s, noon.Add(idle))
	WantSound(t, r, 2)
	careers, err := r.Record(context.Background(), Member(3).ID)
	if err != nil || len(careers) != 1 || careers[0].Steps[0].After != old[0].Rating {
		t.Errorf("the first game has other numbers than before: %+v, %v", careers, err)
	}
	changes, err := r.Changes(context.Background(), int64(id))
	if err != nil || len(changes) != 4 {
		t.Fatalf("%+v, %v", changes, err)
	}
	for _, c := range changes {
		at := slices.IndexFunc(aged, func(st club.Standing) bool { return st.Player.ID == c.Player })
		if c.Before != aged[at].Rating.Shown() {
			t.Errorf("%s: rating %d before the game, want %d, which the ladder showed", c.Player, c.Before, aged[at].Rating.Shown())
		}
		if c.Player == Member(3).ID && c.After <= c.Before {
			t.Errorf("the winner's rating went from %d to %d", c.Before, c.After)
		}
	}
}

// The rating of a player without games becomes as uncertain as a newcomer's, but not more.
func testIdlePlayersLeaveTheTop(t *testing.T, b *Backend) {
	s := b.opened(t)
	const years = 5 * 365 * 24 * time.Hour
	playedAt(t, s, noon, 1, 0, 3)
	first := Standings(t, ratingsAt(s, noon))[0]
	last := Standings(t, ratingsAt(s, noon.Add(years)))
	if last[0].Rating.Shown() >= first.Rating.Shown() {
		t.Errorf("rating %d after five years, before %d", last[0].Rating.Shown(), first.Rating.Shown())
	}
	if last[0].Rating.Sigma > club.Newcomer.Sigma {
		t.Errorf("less certain than a newcomer: %v", last[0].Rating)
	}
}

// A game that ended while the system's clock was years ahead does not keep its players on the
// ladder: their latest game counts. Their record shows the same rating, and their rating is never
// more certain than after that game.
func testClockSetBackAgesRatings(t *testing.T, b *Backend) {
	s := b.opened(t)
	const year = 365 * 24 * time.Hour
	playedAt(t, s, noon.Add(4*year), 1, 0, 3)
	ahead := Standings(t, ratingsAt(s, noon)) // the clock is right again, and the game lies in the future
	playedAt(t, s, noon, 1, 0, 3)
	playedAt(t, s, noon, 1, 0, 3) // in the same second
	r := ratingsAt(s, noon.Add(year))
	WantSound(t, r, 3)
	for _, st := range Standings(t, r) {
		careers, err := r.Record(t.Context(), st.Player.ID)
		if err != nil || len(careers) != 1 || careers[0].Rating != st.Rating || !st.Last.Equal(noon.Truncate(time.Second)) {
			t.Errorf("%+v on the ladder, %+v in the record, %v", st, careers, err)
		}
		if len(ahead) != 4 || careers[0].Steps[0].After != ahead[slices.IndexFunc(ahead, func(one club.Standing) bool {
			return one.Player.ID == st.Player.ID
		})].Rating {
			t.Errorf("%s: a game in the future made the rating less certain: %+v", st.Player.ID, ahead)
		}
	}
	if list, err := r.Standings(t.Context(), freeForAll, noon.Add(year-club.Active)); err != nil || len(list) != 0 {
		t.Errorf("a year after their last game: %+v, %v", list, err)
	}
}

// Games are rated in the order in which they ended, even if they began in another order.
func testGamesAreRatedInOrderOfClosing(t *testing.T, b *Backend) {
	s := b.opened(t)
	r := RatingsOf(s)
	log := resigned(t, RatedTerms(), Four(1, 2, 3, 4), 0, 1, 2)
	late := openTable(t, s, RatedTerms())
	early := Played(t, s, RatedTerms(), Four(1, 2, 3, 4), 3, 2, 1)
	appendTo(t, s, late, 2, log...)
	book := club.Book{}
	for _, id := range []table.ID{early, late} {
		ended, err := fold.ResultOf(load(t, s, id), variants.New)
		if err != nil {
			t.Fatal(err)
		}
		book.Enter(parts.Ranked(id, ended))
	}
	for _, one := range Standings(t, r) {
		if want := book.Of(club.Page{Class: freeForAll, Player: one.Player.ID}); one.Rating != want {
			t.Errorf("%s: %v, want %v", one.Player.ID, one.Rating, want)
		}
	}
	steps, err := r.Record(context.Background(), "SHA256:member1")
	if err != nil || len(steps) != 1 || steps[0].Steps[0].Table != int64(early) || steps[0].Steps[1].Table != int64(late) {
		t.Errorf("%+v, %v", steps, err)
	}
}

// Tables that close at the same time are rated in the order in which their last events
// are stored. Computing the ratings again gives the same result.
func testConcurrentRatingIsDeterministic(t *testing.T, b *Backend) {
	s := b.opened(t)
	askers := []*parts.Ratings{RatingsOf(s)}
	random := rand.New(rand.NewPCG(6, 11))
	var all sync.WaitGroup
	const games = 40
	for range games {
		who := random.Perm(8)[:4]
		seats := random.Perm(4)
		id := openTable(t, s, RatedTerms())
		log := resigned(t, RatedTerms(), Four(who...), rules.Seat(seats[0]), rules.Seat(seats[1]), rules.Seat(seats[2]))
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
	kept := Standings(t, askers[0])
	WantSound(t, askers[0], games)
	if err := askers[0].Reset(context.Background()); err != nil {
		t.Fatal(err)
	}
	if again := Standings(t, RatingsOf(s)); !reflect.DeepEqual(kept, again) {
		t.Errorf("stored ratings\n%+v\nratings computed again\n%+v", kept, again)
	}
}

// After games were excluded from the ratings or included again, and after a restart, the
// stored ratings equal newly computed ones.
func testRatingsMatchRecomputation(t *testing.T, b *Backend) {
	s := b.opened(t)
	r := RatingsOf(s)
	random := rand.New(rand.NewPCG(3, 7))
	count, void := map[table.ID]bool{}, 0
	for n := range 60 {
		who, seats := random.Perm(9)[:4], random.Perm(4)
		count[Played(t, s, RatedTerms(), Four(who...), rules.Seat(seats[0]), rules.Seat(seats[1]), rules.Seat(seats[2]))] = true
		if n%4 == 3 {
			id := table.ID(1 + random.IntN(n+1))
			if err := r.Decide(context.Background(), club.RatingsDecision{
				Table: int64(id), Counts: !count[id], Author: "host",
				Reason: "sandbagging",
			}); err != nil {
				t.Fatal(err)
			}
			count[id] = !count[id]
		}
		if n == 30 {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			s = b.opened(t)
			r = RatingsOf(s)
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
	WantSound(t, r, 60-void)
	for _, one := range Standings(t, r) {
		if want := book.Of(club.Page{Class: freeForAll, Player: one.Player.ID}); one.Rating != want || void == 0 {
			t.Errorf("%s: %v, want %v", one.Player.ID, one.Rating, want)
		}
	}
	decisions, err := r.Decisions(context.Background())
	if err != nil || len(decisions) != 15 || decisions[0].Reason != "sandbagging" || decisions[0].Author != "host" {
		t.Errorf("%d decisions, %v", len(decisions), err)
	}
}

func testDecisionRefusals(t *testing.T, b *Backend) {
	s := b.opened(t)
	r := RatingsOf(s)
	rated := int64(Played(t, s, RatedTerms(), Four(1, 2, 3, 4), 1, 0, 3))
	plain := int64(Played(t, s, &table.Terms{Game: "chess4"}, Four(1, 2, 3, 4), 1, 0, 3))
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
	if list := Standings(t, r); len(list) != 0 {
		t.Errorf("%+v", list)
	}
}

// Compare finds ratings that were changed by hand, and Reset corrects them.
func testCompareFindsChangedRatings(t *testing.T, b *Backend) {
	s := b.opened(t)
	r := RatingsOf(s)
	Played(t, s, RatedTerms(), Four(1, 2, 3, 4), 1, 0, 3)
	want := Standings(t, r)
	for _, harm := range []string{
		`UPDATE ratings SET mu = mu + 1 WHERE player = 'SHA256:member1'`,
		`DELETE FROM ratings WHERE player = 'SHA256:member2'`,
		`INSERT INTO ratings SELECT n, 'SHA256:me', 0, table_id, game, format, ended, 1, 4, 50, 1 FROM ratings LIMIT 1`,
	} {
		if err := s.Update(context.Background(), func(tx *parts.Tx) (refused, failed error) {
			err := tx.Exec(harm)
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
		if got := Standings(t, r); !reflect.DeepEqual(got, want) {
			t.Errorf("%+v", got)
		}
	}
}

// Compare must report a database in which more tables are marked as rated than have
// finished.
func testCompareWithTooManyRatedTables(t *testing.T, b *Backend) {
	s := b.opened(t)
	r := RatingsOf(s)
	Played(t, s, RatedTerms(), Four(1, 2, 3, 4), 1, 0, 3)
	Standings(t, r)
	s.execute(t, `UPDATE rated_through SET n = n + 1`)
	if c, err := r.Compare(context.Background()); err != nil || c == nil || c.Games != 1 || len(c.Differ) != 1 {
		t.Errorf("%+v, %v", c, err)
	}
	if err := r.Reset(context.Background()); err != nil {
		t.Fatal(err)
	}
	WantSound(t, r, 1)
}

// Ratings stay correct if another process computes all ratings again, as the command "ratings
// --remake" does.
func testRatingsAfterReset(t *testing.T, b *Backend) {
	s := b.opened(t)
	server, command := RatingsOf(s), RatingsOf(s)
	Played(t, s, RatedTerms(), Four(1, 2, 3, 4), 1, 0, 3)
	Standings(t, server)
	s.execute(t, `UPDATE ratings SET mu = mu + 10`)
	Played(t, s, RatedTerms(), Four(1, 2, 3, 4), 1, 0, 3)
	Standings(t, RatingsOf(s))
	Standings(t, server)
	Played(t, s, RatedTerms(), Four(1, 2, 3, 4), 1, 0, 3)
	Standings(t, server)
	if err := command.Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	WantSound(t, command, 3)
	Played(t, s, RatedTerms(), Four(1, 2, 3, 4), 1, 0, 3)
	Standings(t, server)
	WantSound(t, server, 4)
}

// Ratings stay correct if a player deletes the account before the player's last game is rated.
func testRatingsAfterDeletion(t *testing.T, b *Backend) {
	rateAfter(t, b, func(s *Store) error {
		_, err := s.Accounts.Delete(t.Context(), Member(1).ID)
		return err
	})
}

// Ratings stay correct if a game is rated during the deletion of an account: its events still name
// the account.
func testRatingDuringDeletion(t *testing.T, b *Backend) {
	s := rateAfter(t, b, func(s *Store) error {
		return s.Update(t.Context(), func(tx *parts.Tx) (refused, failed error) {
			return nil, tx.BeginDeletion(Member(1).ID, player.NewAnonymous())
		})
	})
	if err := s.Accounts.ResumeDeletions(t.Context()); err != nil {
		t.Fatal(err)
	}
	WantSound(t, RatingsOf(s), 3)
}

// rateAfter rates two games, calls `change`, and rates a third game that had ended before.
func rateAfter(t *testing.T, b *Backend, change func(*Store) error) *Store {
	t.Helper()
	s := b.opened(t)
	r := RatingsOf(s)
	for range 2 {
		Played(t, s, RatedTerms(), Four(1, 2, 3, 4), 1, 0, 3)
	}
	Standings(t, r)
	Played(t, s, RatedTerms(), Four(1, 2, 3, 4), 1, 0, 3)
	if err := change(s); err != nil {
		t.Fatal(err)
	}
	Standings(t, r)
	WantSound(t, r, 3)
	return s
}

// Ratings stay correct if a moderator excludes a game from the ratings, or includes it again,
// while other goroutines compute ratings.
func testDecisionDuringRating(t *testing.T, b *Backend) {
	s := b.opened(t)
	r, ctx := RatingsOf(s), context.Background()
	id := Played(t, s, RatedTerms(), Four(1, 2, 3, 4), 1, 0, 3)
	Played(t, s, RatedTerms(), Four(1, 2, 3, 4), 1, 0, 3)
	if list := Standings(t, r); len(list) != 4 {
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
		if err := RatingsOf(s).Decide(ctx, club.RatingsDecision{Table: int64(id), Counts: counts, Reason: "a slip"}); err != nil {
			t.Fatal(err)
		}
		all.Wait()
		Standings(t, r)
	}
	WantSound(t, r, 2)
}

// testComparisonWhileGamesEnd has a game end after the ratings were read and before the last games
// are computed again.
func testComparisonWhileGamesEnd(t *testing.T, b *Backend) {
	s := b.opened(t)
	const games = 100 // as many as one transaction rates
	for range games {
		Played(t, s, RatedTerms(), Four(1, 2, 3, 4), 1, 0, 3)
	}
	Played(t, s, &table.Terms{Game: "chess4"}, Four(1, 2, 3, 4), 1, 0, 3)
	replays := 0
	r := s.Ratings(func(game string, options map[string]string) (rules.Variant, error) {
		if replays++; replays == games+1 { // the first replay of the comparison
			Played(t, s, RatedTerms(), Four(1, 2, 3, 4), 1, 0, 3)
		}
		return variants.New(game, options)
	}, slog.New(slog.DiscardHandler))
	WantSound(t, r, games)
}
