package pairing

import (
	"quadrille/internal/player"
	"quadrille/rules"
)

// tally counts the earlier partners, opponents, tables, seats and byes of the people who are
// present. Each person is identified by their index in the field `people`.
type tally struct {
	people   []player.ID
	teams    Teams
	partner  [][MaxPeople]int // for each pair of people, the number of rounds in which they were partners
	opponent [][MaxPeople]int // for each pair of people, the number of rounds in which they were opponents
	table    [][MaxPeople]int // for each person and each table, the number of rounds that the person played there
	seat     [][rules.SeatCount]int
	byes     []int // number of byes of each person, as returned by [countedByes]
}

// newTally returns a tally of the past rounds. At most MaxPeople people may be present.
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
	byes := countedByes(present, past)
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

// add counts, for each player at a board of a past round, the partner, the opponents, the
// seat and the board, which has the given number. It ignores people who have left.
func (t *tally) add(number int, board [rules.SeatCount]player.ID, index map[player.ID]int) {
	for seat, id := range board {
		i, present := index[id]
		if !present {
			continue
		}
		t.seat[i][seat]++
		t.table[i][number]++
		for other, otherID := range board {
			switch j, present := index[otherID]; {
			case !present || other == seat:
			case t.teams[seat] == t.teams[other]:
				t.partner[i][j]++
			default:
				t.opponent[i][j]++
			}
		}
	}
}

// countedByes returns the number of byes that [Draw] counts for each person who is present.
// A person who arrives late or returns gets the largest number among the people who were
// already present, so that they are not the first to sit out.
func countedByes(present []player.ID, past []Round) map[player.ID]int {
	counts := map[player.ID]int{}
	var before map[player.ID]bool
	for _, r := range past {
		now := r.people()
		raiseArrivals(counts, before, now)
		for _, id := range r.Byes {
			counts[id]++
		}
		before = now
	}
	now := map[player.ID]bool{}
	for _, id := range present {
		now[id] = true
	}
	raiseArrivals(counts, before, now)
	return counts
}

// raiseArrivals raises the number of byes of each person who has arrived (is in `now`, but not
// in `before`) to at least the largest number among the people who stayed.
func raiseArrivals(counts map[player.ID]int, before, now map[player.ID]bool) {
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

// people returns the participants of a round, including those who sat out.
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
