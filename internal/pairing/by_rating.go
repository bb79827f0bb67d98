package pairing

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"quadrille/internal/player"
	"quadrille/rules"
)

// DrawByRating returns the next round of a tournament. `ranking` holds the people who are
// present, at least four, the strongest first. If people must sit out, they are the
// weakest of those with the fewest byes. The others are divided into groups of four in
// the order of the ranking. In games with partners, the first and fourth of a group play
// against the other two.
func DrawByRating(ranking []player.ID, past []Round, teams Teams, seed uint64) Round {
	t := newTally(ranking, past, teams)
	order := make([]int, len(ranking))
	for i := range order {
		order[i] = i
	}
	byes := slices.Clone(order)
	slices.SortFunc(byes, func(a, b int) int { return cmp.Or(cmp.Compare(t.byes[a], t.byes[b]), cmp.Compare(b, a)) })
	byes = byes[:len(order)%rules.SeatCount]
	order = slices.DeleteFunc(order, func(i int) bool { return slices.Contains(byes, i) })
	for four := range slices.Chunk(order, rules.SeatCount) {
		four[1], four[2], four[3] = four[3], four[1], four[2]
	}
	return t.settle(append(order, byes...), rand.New(rand.NewPCG(seed, uint64(len(past)))))
}

// ranked returns the people who are present, sorted by their points per game in this evening
// and then by rating, the strongest first. For a person who has not played yet, it uses the
// average points per game of all players.
func ranked(e *Evening, ratings map[player.ID]int) []player.ID {
	points, games := 0, 0
	of := map[player.ID]Standing{}
	for _, s := range e.Standings() {
		of[s.Player.ID] = s
		points, games = points+s.Points, games+s.Games
	}
	perGame := func(id player.ID) (p, n int) {
		if s := of[id]; s.Games > 0 {
			return s.Points, s.Games
		}
		return points, max(1, games)
	}
	var list []player.ID
	for _, p := range e.Present() {
		list = append(list, p.ID)
	}
	slices.SortStableFunc(list, func(a, b player.ID) int {
		pointsA, gamesA := perGame(a)
		pointsB, gamesB := perGame(b)
		return cmp.Or(cmp.Compare(pointsB*gamesA, pointsA*gamesB), cmp.Compare(ratings[b], ratings[a]))
	})
	return list
}
