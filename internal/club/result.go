package club

import (
	"fmt"
	"slices"
	"time"

	"quadrille/internal/player"
)

// Form is how a game is played: with partners or without. Stored; never rename.
type Form string

// The forms.
const (
	Teams      Form = "teams"
	FreeForAll Form = "free-for-all"
)

// Forms are all of them.
var Forms = []Form{FreeForAll, Teams}

// ParseForm is the form of that word.
func ParseForm(word string) (Form, error) {
	if !slices.Contains(Forms, Form(word)) {
		return "", fmt.Errorf("there is no form %q: the forms are %s and %s", word, FreeForAll, Teams)
	}
	return Form(word), nil
}

// Class is what strengths can be compared in: a game in one of its forms.
type Class struct {
	Game string
	Form Form
}

// Result is a rated game that is over and has ranks.
type Result struct {
	Table   int64
	Class   Class
	Ended   time.Time
	Parties []Placed
}

// Placed is a party where it ended. Who resigned, or whose clock ran out, has the
// rank that the game's own outcome gives him, as has everybody else.
type Placed struct {
	Rank    int         // 1 is the best, and each rank counts those who are better
	Members []player.ID // each as [player.ID.Rated]
}

// Scored is what a party has when the game is over.
type Scored struct {
	Members []player.ID
	Score   int // in sixths of a point
}

// NewResult ranks the parties by their scores. It is nil where a game cannot
// count: fewer than two parties, a guest, a seat without a player, one person on
// several seats, or bots alone. Bots of one level may have several seats.
func NewResult(table int64, class Class, ended time.Time, parties []Scored) *Result {
	var seen []player.ID // who are no bots
	r := &Result{Table: table, Class: class, Ended: ended}
	for _, p := range parties {
		members := make([]player.ID, len(p.Members))
		for i, id := range p.Members {
			if id == "" || id.Guest() || slices.Contains(seen, id) {
				return nil
			}
			if members[i] = id.RatedID(); !id.Bot() {
				seen = append(seen, id)
			}
		}
		rank := 1
		for _, other := range parties {
			if other.Score > p.Score {
				rank++
			}
		}
		r.Parties = append(r.Parties, Placed{Rank: rank, Members: members})
	}
	if len(r.Parties) < 2 || len(seen) == 0 {
		return nil
	}
	return r
}
