package pairing

import (
	"slices"
	"testing"

	"quadrille/internal/player"
)

// TestDrawByRating checks that, of nine people, the four strongest play each other and the
// weakest sits out. In games with partners, the first and the fourth person of each group of
// four are partners.
func TestDrawByRating(t *testing.T) {
	people := participants(9)
	r := DrawByRating(people, nil, twoTeams, 1)
	if len(r.Boards) != 2 || !slices.Equal(r.Byes, people[8:]) {
		t.Fatalf("round %+v", r)
	}
	for _, board := range r.Boards {
		four := slices.Sorted(slices.Values(board[:]))
		if !slices.Equal(four, people[:4]) && !slices.Equal(four, people[4:8]) {
			t.Errorf("board %v", board)
		}
		first := slices.Index(board[:], four[0])
		last := slices.Index(board[:], four[3])
		if twoTeams[first] != twoTeams[last] {
			t.Errorf("the first and the last of %v are not partners on %v", four, board)
		}
	}
	next := DrawByRating(people, []Round{r}, twoTeams, 1)
	if !slices.Equal(next.Byes, people[7:8]) {
		t.Errorf("second round %+v", next)
	}
}

// TestTournamentRanking checks that the first round is paired by rating, and later rounds by
// result. A person who arrives late is ranked between the winners and the losers.
func TestTournamentRanking(t *testing.T) {
	b := begin(t, ByRating)
	b.log[0].Plan.Open = true
	b.fold()
	var ratings map[player.ID]int
	join := func(name string, rating int) {
		p := people(name)[0]
		b.do(Join(b.Evening, p, b.now()))
		if ratings == nil {
			ratings = map[player.ID]int{}
		}
		ratings[p.ID] = rating
	}
	for i, name := range []string{"Ann", "Bob", "Carl", "Dora", "Emil", "Fay", "Gus", "Hanna"} {
		join(name, 1000+i)
	}
	b.do(b.Next(ann, ratings, b.now()))
	together := func(id player.ID) (list []string) {
		for _, g := range b.Rounds[len(b.Rounds)-1].Games {
			if slices.ContainsFunc(g.Seats[:], func(p player.Player) bool { return p.ID == id }) {
				for _, p := range g.Seats {
					list = append(list, p.Name)
				}
			}
		}
		slices.Sort(list)
		return list
	}
	if got := together(people("Hanna")[0].ID); !slices.Equal(got, []string{"Emil", "Fay", "Gus", "Hanna"}) {
		t.Errorf("Hanna plays with %v", got)
	}
	winners := map[string]bool{}
	for i, g := range b.Rounds[0].Games {
		b.over(i+1, 6, 0, 6, 0)
		winners[g.Seats[0].Name], winners[g.Seats[2].Name] = true, true
	}
	join("Ida", 1)
	if list := ranked(b.Evening, ratings); list[4] != people("Ida")[0].ID {
		t.Errorf("Ida is not between the winners and the others: %v", list)
	}
	b.do(Leave(b.Evening, people("Ida")[0], b.now()))
	b.do(b.Next(ann, ratings, b.now()))
	best := b.Rounds[0].Games[0].Seats[0]
	for _, name := range together(best.ID) {
		if !winners[name] {
			t.Errorf("%s did not win, and plays with %v", name, together(best.ID))
		}
	}
}

// TestJoinNeedsOpenEvening checks that players cannot join or leave an evening by themselves
// if the evening is not open.
func TestJoinNeedsOpenEvening(t *testing.T) {
	b := begin(t, Rotating, "Ann", "Bob", "Carl", "Dora")
	if _, err := Join(b.Evening, people("Emil")[0], noon); err == nil {
		t.Error("joined an evening that is not open")
	}
	if _, err := Leave(b.Evening, people("Ann")[0], noon); err == nil {
		t.Error("left an evening that is not open")
	}
}
