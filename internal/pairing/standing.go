package pairing

import (
	"cmp"
	"slices"
	"strings"

	"quadrille/internal/player"
)

// Standing is the line of one person in the standings of an evening.
//
// Each person gets the points of their seat. The standings are sorted by points per game, so
// that nobody has a disadvantage from sitting out. People who have played less than half as
// many games as the most active person come last and have no place. Nobody can therefore win
// the evening with one lucky game. People with equal results share a place.
type Standing struct {
	Player  player.Player
	Place   int // 0 if the person has no place
	Points  int // sum of points, in sixths
	Games   int
	Won     int // number of games in which nobody had more points than this person; games in which all had equal points do not count
	Byes    int
	Present bool
}

// perGame returns the points per game in hundredths, rounded.
func (s *Standing) perGame() int {
	if s.Games == 0 {
		return 0
	}
	return (s.Points*100 + 3*s.Games) / (6 * s.Games)
}

// Standings returns the standings of all participants, the best first.
func (e *Evening) Standings() []Standing {
	list := make([]Standing, len(e.People))
	for i, p := range e.People {
		list[i] = Standing{Player: p.Player, Present: p.Present}
	}
	for i := range e.Rounds {
		for j := range e.Rounds[i].Games {
			e.count(list, &e.Rounds[i].Games[j])
		}
		for _, p := range e.Rounds[i].Byes {
			list[e.person(p.ID)].Byes++
		}
	}
	place(list)
	return list
}

// count adds the result of a game to the standings of its players.
func (e *Evening) count(list []Standing, g *Game) {
	if !g.HasScores() {
		return
	}
	best := slices.Max(g.Scores[:])
	for seat, p := range g.Seats {
		s := &list[e.person(p.ID)]
		s.Games++
		s.Points += int(g.Scores[seat])
		if g.Scores[seat] == best && best > 0 && slices.Min(g.Scores[:]) < best {
			s.Won++
		}
	}
}

// place sorts the standings and sets the places.
func place(list []Standing) {
	most := 0
	for i := range list {
		most = max(most, list[i].Games)
	}
	counts := func(s *Standing) bool { return s.Games > 0 && 2*s.Games >= most }
	slices.SortStableFunc(list, func(a, b Standing) int {
		return cmp.Or(
			-cmp.Compare(one(counts(&a)), one(counts(&b))),
			-better(&a, &b),
			strings.Compare(player.Fold(a.Player.Name), player.Fold(b.Player.Name)),
		)
	})
	for i := range list {
		switch s := &list[i]; {
		case !counts(s):
		case i > 0 && better(&list[i-1], s) == 0:
			s.Place = list[i-1].Place
		default:
			s.Place = i + 1
		}
	}
}

// better compares two standings by points per game, without rounding. The standing with more
// points per game is the greater one.
func better(a, b *Standing) int {
	return cmp.Compare(a.Points*max(1, b.Games), b.Points*max(1, a.Games))
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}
