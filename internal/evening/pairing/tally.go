package pairing

import (
	"quadrille/internal/player"
	"quadrille/rules"
)

// tally is how often those who are present did what, by their number in people.
type tally struct {
	people   []player.ID
	teams    Teams
	partner  [][MaxPeople]int // who played with whom
	opponent [][MaxPeople]int // and against whom
	table    [][MaxPeople]int // who sat at which table
	seat     [][rules.SeatCount]int
	byes     []int // who sat out, as [sittings] counts
}

// newTally counts what was played. At most MostPeople are present.
func newTally(present []player.ID, past []Round, teams Teams) *tally {
	t := &tally{
		people: present, teams: teams,
		partner:  make([][MaxPeople]int, len(present)),
		opponent: make([][MaxPeople]int, len(present)),
		table:    make([][MaxPeople]int, len(present)),
		seat:     make([][rules.SeatCount]int, len(present)),
		byes:     make([]int, len(present)),
	}
	index := map[player.ID]int{}
	byes := sittings(present, past)
	for i, id := range present {
		index[id], t.byes[i] = i, byes[id]
	}
	for _, r := range past {
		for number, board := range r.Boards {
			t.add(number, board, index)
		}
	}
	return t
}

// add counts one board of the past; who is not present any more counts for nothing.
func (t *tally) add(number int, board [rules.SeatCount]player.ID, index map[player.ID]int) {
	for seat, id := range board {
		i, here := index[id]
		if !here {
			continue
		}
		t.seat[i][seat]++
		t.table[i][number]++
		for other, whom := range board {
			switch j, here := index[whom]; {
			case !here || other == seat:
			case t.teams[seat] == t.teams[other]:
				t.partner[i][j]++
			default:
				t.opponent[i][j]++
			}
		}
	}
}

// sittings is how often each of those present sat out. Who comes late, or comes
// back, counts as having done so as often as whoever did most: he has been waiting,
// too, and does not begin by sitting out. So counts never differ by more than one.
func sittings(present []player.ID, past []Round) map[player.ID]int {
	counts := map[player.ID]int{}
	var before map[player.ID]bool
	for _, r := range past {
		now := r.people()
		welcome(counts, before, now)
		for _, id := range r.Byes {
			counts[id]++
		}
		before = now
	}
	now := map[player.ID]bool{}
	for _, id := range present {
		now[id] = true
	}
	welcome(counts, before, now)
	return counts
}

// welcome raises the counts of those who are new.
func welcome(counts map[player.ID]int, before, now map[player.ID]bool) {
	most := 0
	for id := range now {
		if before[id] {
			most = max(most, counts[id])
		}
	}
	for id := range now {
		if !before[id] {
			counts[id] = max(most, counts[id])
		}
	}
}

// people is who took part in a round, at a table or not.
func (r *Round) people() map[player.ID]bool {
	set := map[player.ID]bool{}
	for _, board := range r.Boards {
		for _, id := range board {
			set[id] = true
		}
	}
	for _, id := range r.Byes {
		set[id] = true
	}
	return set
}
