package uitest

import (
	"context"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/table"
)

// FakeLadder is a ladder whose contents the test sets.
type FakeLadder struct {
	Rated   []club.Class
	List    []club.Standing
	Careers []club.Career
	Changed []player.RatingChange
	Err     error
	Asked   []club.Class
	Since   time.Time
}

func (f *FakeLadder) Standings(_ context.Context, class club.Class, since time.Time) ([]club.Standing, error) {
	f.Asked, f.Since = append(f.Asked, class), since
	return f.List, f.Err
}

func (f *FakeLadder) Classes(context.Context) ([]club.Class, error) { return f.Rated, f.Err }

func (f *FakeLadder) Called(_ context.Context, name string) (player.Player, bool, error) {
	for _, p := range People {
		if player.Fold(p.Name) == player.Fold(name) {
			return p, true, nil
		}
	}
	if bot, ok := player.NamedBot(name); ok {
		return bot, true, f.Err
	}
	return player.Player{}, false, f.Err
}

func (f *FakeLadder) Record(context.Context, player.ID) ([]club.Career, error) {
	return f.Careers, f.Err
}

func (f *FakeLadder) Changes(context.Context, int64) ([]player.RatingChange, error) {
	return f.Changed, f.Err
}

// NewLadder returns a ladder of two games. One of the games has separate ratings for teams
// and for free-for-all.
func NewLadder(me player.Player) *FakeLadder {
	f := &FakeLadder{
		Rated: []club.Class{
			{Game: "chess4", Form: club.FreeForAll},
			{Game: "chess4", Form: club.Teams},
			{Game: "verney", Form: club.Teams},
		},
	}
	for i, p := range append(People[:2:2], me, player.Player{ID: "SHA256:gone"}) {
		f.List = append(f.List, club.Standing{
			Place: i + 1, Player: p, Rating: club.Rating{Mu: 33 - float64(5*i), Sigma: 7.5},
			Games: 12 - i, Last: Noon.AddDate(0, 0, -i),
		})
	}
	for i, class := range f.Rated {
		c := club.Career{Class: class}
		for n := range 3 + 20*i {
			rank := (n*n+i)%3 + 1
			c.Add(club.Step{Rank: rank, Shared: n%4 == 1, After: club.Rating{Mu: 25 + float64(rank*n%7), Sigma: 8 - float64(n)/20}})
		}
		f.Careers = append(f.Careers, c)
	}
	return f
}

// FinishedGames returns games of [People], one a day, the newest first.
func FinishedGames(n int) []table.Found {
	list := make([]table.Found, n)
	for i := range list {
		ended := Noon.AddDate(0, 0, -i)
		list[i] = table.Found{
			ID:          table.ID(n - i),
			Game:        "chess4",
			Players:     People,
			Started:     ended,
			Ended:       ended,
			Termination: "checkmate",
			Winners:     []string{"silver"},
		}
	}
	return list
}

// Pages returns a search function that ignores the query and returns the games, one page
// at a time.
func Pages(games []table.Found) func(table.Search) ([]table.Found, error) {
	return func(q table.Search) ([]table.Found, error) {
		rest := games
		for i := range games {
			if games[i].ID == q.Before {
				rest = games[i+1:]
			}
		}
		return rest[:min(len(rest), q.Limit)], nil
	}
}
