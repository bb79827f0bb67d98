package club

import (
	"fmt"
	"slices"
	"time"

	"quadrille/internal/player"
)

// Form is the form of a game: teams or free-for-all. The words are stored: never rename one.
type Form string

// The forms.
const (
	Teams      Form = "teams"
	FreeForAll Form = "free-for-all"
)

// Forms contains both forms of games.
var Forms = []Form{FreeForAll, Teams}

// ParseForm parses the stored word of a form: "teams" or "free-for-all".
func ParseForm(word string) (Form, error) {
	if !slices.Contains(Forms, Form(word)) {
		return "", fmt.Errorf("there is no form %q; the two forms of a game are %s and %s", word, FreeForAll, Teams)
	}
	return Form(word), nil
}

// Class is a game together with one of its forms: a free-for-all or a team game. Players have
// a separate rating in each class.
type Class struct {
	Game string
	Form Form
}

// Result is a finished rated game with the rank of each party (a team or a single player).
type Result struct {
	Table   int64
	Class   Class
	Ended   time.Time
	Parties []Placed
	Lively  bool // whether the ratings of the players become less certain with time and games
}

// Placed is a party (a team or a single player) with its rank. The rank follows from the
// outcome of the game, even if a member resigned or lost on time.
type Placed struct {
	Rank    int         // 1 is the best; the rank is one more than the number of parties with a higher score
	Members []player.ID // the players; each ID is as returned by [player.ID.RatedID]
}

// Scored is a party (a team or a single player) with its final score.
type Scored struct {
	Members []player.ID
	Score   int // in sixths of a point
}

// NewResult ranks the parties by their scores. It returns nil if the game cannot be rated: if
// there are fewer than two parties, if all players are bots, if a player is a guest, if a
// seat has no player, or if a person has several seats. Bots of the same level may have
// several seats.
func NewResult(table int64, class Class, ended time.Time, parties []Scored) *Result {
	var seen []player.ID // members of the parties so far, without bots
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
