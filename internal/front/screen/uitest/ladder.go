package uitest

import (
	"context"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/club"
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
