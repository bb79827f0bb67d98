package pairing

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"quadrille/internal/player"
	"quadrille/rules"
)

// drawEvening is some evening: people come and go between the rounds, never fewer
// than four.
func drawEvening(t *rapid.T) (there [][]player.ID, teams Teams, seed uint64) {
	all := crowd(MaxPeople)
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

// In every round everybody has one place, and what is drawn again from the same is
// the same. Sitting out, people differ by one at most, as they are counted and also
// really, if they were there all the time, whoever comes and goes.
func TestDrawsOfEveningsWithComingAndGoing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		there, teams, seed := drawEvening(t)
		var past []Round
		for _, present := range there {
			r := Draw(present, past, teams, seed)
			everybodyOnce(t, present, r)
			past = append(past, r)
		}
		last := len(past) - 1
		if again := Draw(there[last], past[:last], teams, seed); !reflect.DeepEqual(again, past[last]) {
			t.Fatalf("%v, and again %v", past[last], again)
		}
		fair(t, there[last], sittings(there[last], past))
		fair(t, there[last], staying(there, past))
	})
}

func everybodyOnce(t *rapid.T, present []player.ID, r Round) {
	placed := slices.Clone(r.Byes)
	for _, board := range r.Boards {
		placed = append(placed, board[:]...)
	}
	slices.Sort(placed)
	want := slices.Sorted(slices.Values(present))
	if !slices.Equal(placed, want) || len(r.Byes) != len(present)%rules.SeatCount {
		t.Fatalf("there are %v, placed %v, of them sit out %v", want, placed, r.Byes)
	}
}

func fair(t *rapid.T, present []player.ID, counts map[player.ID]int) {
	low, high := 1000, 0
	for _, id := range present {
		if n, known := counts[id]; known {
			low, high = min(low, n), max(high, n)
		}
	}
	if high > low+1 {
		t.Fatalf("somebody sat out %d times, and somebody %d", high, low)
	}
}

// staying is how often those sat out who never were away.
func staying(there [][]player.ID, past []Round) map[player.ID]int {
	counts := map[player.ID]int{}
	for _, id := range there[0] {
		if !slices.ContainsFunc(there, func(present []player.ID) bool { return !slices.Contains(present, id) }) {
			counts[id] = satOut(id, past)
		}
	}
	return counts
}

// Nobody who comes late begins by sitting out while somebody has not yet.
func TestLateComersPlayAtOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(MinPeople, 13).Draw(t, "people")
		all := crowd(n + 1)
		past := play(rapid.IntRange(1, 3).Draw(t, "rounds"), twoTeams, func(int) []player.ID { return all[:n] })
		r := Draw(all, past, twoTeams, rapid.Uint64().Draw(t, "seed"))
		if slices.Contains(r.Byes, all[n]) && len(r.Byes) <= len(fresh(all[:n], past)) {
			t.Fatalf("the late comer sits out: %v", r.Byes)
		}
	})
}

func satMost(people []player.ID, past []Round) (most int) {
	for _, id := range people {
		most = max(most, satOut(id, past))
	}
	return most
}

// fresh is who has sat out less than others.
func fresh(people []player.ID, past []Round) (list []player.ID) {
	for _, id := range people {
		if satOut(id, past) < satMost(people, past) {
			list = append(list, id)
		}
	}
	return list
}

func TestSeedsDiffer(t *testing.T) {
	a, b := Draw(crowd(20), nil, twoTeams, 1), Draw(crowd(20), nil, twoTeams, 2)
	if reflect.DeepEqual(a, b) {
		t.Error("two seeds draw the same tables")
	}
}
