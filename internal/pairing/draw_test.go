package pairing

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"quadrille/internal/player"
	"quadrille/rules"
)

// drawEvening generates a random evening: the people present in each round, the teams and
// the seed. People arrive and leave between the rounds, but at least four are present.
func drawEvening(t *rapid.T) (there [][]player.ID, teams Teams, seed uint64) {
	all := participants(MaxPeople)
	present := all[:rapid.IntRange(MinPeople, 13).Draw(t, "at first")]
	for range rapid.IntRange(1, 4).Draw(t, "rounds") {
		there = append(there, present)
		flip := rapid.SliceOfNDistinct(rapid.SampledFrom(all), 0, 3, rapid.ID[player.ID]).Draw(t, "come or go")
		next := slices.DeleteFunc(slices.Clone(all), func(id player.ID) bool {
			return slices.Contains(present, id) == slices.Contains(flip, id)
		})
		if len(next) >= MinPeople {
			present = next
		}
	}
	teams = rapid.SampledFrom([]Teams{twoTeams, {0, 1, 1, 0}, alone, {0, 0, 0, 1}}).Draw(t, "teams")
	return there, teams, rapid.Uint64().Draw(t, "seed")
}

// TestDrawWhilePeopleArriveAndLeave checks that each person has exactly one place in each
// round, and that Draw returns the same round for the same arguments. The numbers of byes of
// people who were present all the time must differ by at most one, and so must the numbers
// that countedByes returns.
func TestDrawWhilePeopleArriveAndLeave(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		there, teams, seed := drawEvening(t)
		var past []Round
		for _, present := range there {
			r := Draw(present, past, teams, seed)
			checkPlaces(t, present, r)
			past = append(past, r)
		}
		last := len(past) - 1
		if again := Draw(there[last], past[:last], teams, seed); !reflect.DeepEqual(again, past[last]) {
			t.Fatalf("%v, and again %v", past[last], again)
		}
		checkByes(t, there[last], countedByes(there[last], past))
		checkByes(t, there[last], staying(there, past))
	})
}

func checkPlaces(t *rapid.T, present []player.ID, r Round) {
	placed := slices.Clone(r.Byes)
	for _, board := range r.Boards {
		placed = append(placed, board[:]...)
	}
	slices.Sort(placed)
	want := slices.Sorted(slices.Values(present))
	if !slices.Equal(placed, want) || len(r.Byes) != len(present)%rules.SeatCount {
		t.Fatalf("present %v, placed %v, of them sit out %v", want, placed, r.Byes)
	}
}

func checkByes(t *rapid.T, present []player.ID, counts map[player.ID]int) {
	low, high := 1000, 0
	for _, id := range present {
		if n, known := counts[id]; known {
			low, high = min(low, n), max(high, n)
		}
	}
	if high > low+1 {
		t.Fatalf("numbers of byes are from %d to %d", low, high)
	}
}

// staying returns the number of byes of each person who was present in all rounds.
func staying(there [][]player.ID, past []Round) map[player.ID]int {
	counts := map[player.ID]int{}
	for _, id := range there[0] {
		if !slices.ContainsFunc(there, func(present []player.ID) bool { return !slices.Contains(present, id) }) {
			counts[id] = satOut(id, past)
		}
	}
	return counts
}

// TestLateArrivalsPlayAtOnce checks that a person who arrives late sits out only after all
// other people have sat out.
func TestLateArrivalsPlayAtOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(MinPeople, 13).Draw(t, "people")
		all := participants(n + 1)
		past := play(rapid.IntRange(1, 3).Draw(t, "rounds"), twoTeams, func(int) []player.ID { return all[:n] })
		r := Draw(all, past, twoTeams, rapid.Uint64().Draw(t, "seed"))
		if slices.Contains(r.Byes, all[n]) && len(r.Byes) <= len(fresh(all[:n], past)) {
			t.Fatalf("the late arrival sits out: %v", r.Byes)
		}
	})
}

func satMost(people []player.ID, past []Round) (most int) {
	for _, id := range people {
		most = max(most, satOut(id, past))
	}
	return most
}

// fresh returns those of the given people who have sat out fewer times than some of the
// others.
func fresh(people []player.ID, past []Round) (list []player.ID) {
	for _, id := range people {
		if satOut(id, past) < satMost(people, past) {
			list = append(list, id)
		}
	}
	return list
}

func TestSeedsDiffer(t *testing.T) {
	a, b := Draw(participants(20), nil, twoTeams, 1), Draw(participants(20), nil, twoTeams, 2)
	if reflect.DeepEqual(a, b) {
		t.Error("two seeds draw the same tables")
	}
}
