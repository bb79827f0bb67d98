package club

import (
	"reflect"
	"testing"
	"time"

	"quadrille/internal/player"
)

func scored(score int, members ...player.ID) Scored { return Scored{members, score} }

func TestRanksCountBetterParties(t *testing.T) {
	r := NewResult(7, Class{"chess4", FreeForAll}, time.Time{}, []Scored{scored(6, "a"), scored(15, "b"), scored(6, "c"), scored(0, "d")})
	want := []Placed{{2, []player.ID{"a"}}, {1, []player.ID{"b"}}, {2, []player.ID{"c"}}, {4, []player.ID{"d"}}}
	if r == nil || !reflect.DeepEqual(r.Parties, want) {
		t.Errorf("%+v", r)
	}
}

func TestUnratedResults(t *testing.T) {
	for name, parties := range map[string][]Scored{
		"nobody":        nil,
		"alone":         {scored(6, "a")},
		"several seats": {scored(6, "a", "b"), scored(0, "c", "a")},
		"a guest":       {scored(6, "a"), scored(0, "guest:k7f3")},
		"an empty seat": {scored(6, "a"), scored(0, "")},
		"bots alone":    {scored(6, "bot:1:0"), scored(0, "bot:2:1")},
	} {
		if r := NewResult(1, Class{}, time.Time{}, parties); r != nil {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// TestBotsOfALevelAreRatedAsOne checks that all bots of one level share a rating. If such
// bots have several seats in a game, the rating changes by the mean of the changes for these
// seats.
func TestBotsOfALevelAreRatedAsOne(t *testing.T) {
	ffa := Class{"chess4", FreeForAll}
	people, bots := Book{}, Book{}
	people.Enter(NewResult(1, ffa, time.Time{}, []Scored{scored(18, "a"), scored(12, "b"), scored(6, "c"), scored(0, "d")}))
	entries := bots.Enter(
		NewResult(1, ffa, time.Time{}, []Scored{scored(18, "a"), scored(12, "bot:3:1"), scored(6, "bot:5:2"), scored(0, "bot:3:3")}),
	)
	third, fifth := bots.Of(Page{ffa, "bot:3"}), bots.Of(Page{ffa, "bot:5"})
	b, d := people.Of(Page{ffa, "b"}), people.Of(Page{ffa, "d"})
	if len(bots) != 3 || bots.Of(Page{ffa, "a"}) != people.Of(Page{ffa, "a"}) || fifth != people.Of(Page{ffa, "c"}) ||
		third != (Rating{(b.Mu + d.Mu) / 2, (b.Sigma + d.Sigma) / 2}) {
		t.Errorf("%v\n%v", people, bots)
	}
	want := []Entry{
		{Page{ffa, "a"}, 0, 1, 4, bots.Of(Page{ffa, "a"})},
		{Page{ffa, "bot:3"}, 0, 2, 4, third},
		{Page{ffa, "bot:5"}, 0, 3, 4, fifth},
		{Page{ffa, "bot:3"}, 1, 4, 4, third},
	}
	if !reflect.DeepEqual(entries, want) {
		t.Errorf("%+v", entries)
	}
}

func TestClassesAreSeparate(t *testing.T) {
	b := Book{}
	ffa, teams := Class{"chess4", FreeForAll}, Class{"chess4", Teams}
	b.Enter(NewResult(1, ffa, time.Time{}, []Scored{scored(6, "a"), scored(0, "b")}))
	if len(b) != 2 || b.Of(Page{teams, "a"}) != Newcomer || b.Of(Page{ffa, "a"}).Shown() <= b.Of(Page{ffa, "b"}).Shown() {
		t.Errorf("%v", b)
	}
}

func TestEntrySameUpToRounding(t *testing.T) {
	e := Entry{Page{Class{"chess4", FreeForAll}, "a"}, 0, 1, 2, Newcomer}
	close, far, other, part := e, e, e, e
	close.After.Mu += 1e-9
	far.After.Sigma += 1e-3
	other.Rank, part.Part = 2, 1
	if !e.Same(close) || e.Same(far) || e.Same(other) || e.Same(part) {
		t.Error("what is the same?")
	}
}

func TestForms(t *testing.T) {
	for _, f := range Forms {
		if got, err := ParseForm(string(f)); got != f || err != nil {
			t.Errorf("%s: %s, %v", f, got, err)
		}
	}
	if _, err := ParseForm("solo"); err == nil {
		t.Error("solo is a form")
	}
}

func TestCareerCountsPlaces(t *testing.T) {
	var c Career
	for i := range MaxSteps + 5 {
		c.Add(Step{Table: int64(i), Rank: 1 + i%2, Parties: 4, After: Rating{float64(i), 1}})
	}
	if c.Games() != 25 || c.Places != [MaxParties]int{13, 12} || len(c.Steps) != MaxSteps || c.Steps[0].Table != 5 || c.Rating.Mu != 24 {
		t.Errorf("%+v", c)
	}
}
