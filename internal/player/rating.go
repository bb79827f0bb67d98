package player

import "fmt"

// RatingChange is a change of a player's rating that one game caused. Ratings are in points,
// as the ladder shows them.
type RatingChange struct {
	Player        ID // identity under which the rating is stored; see [ID.RatedID]
	Before, After int
}

// String returns the new rating and the difference, for example "1138 (+138)".
func (c RatingChange) String() string { return fmt.Sprintf("%d (%+d)", c.After, c.After-c.Before) }

// RatingChangeOf finds the change of a player's rating in a list. The second result
// reports whether the list has one.
func RatingChangeOf(list []RatingChange, id ID) (RatingChange, bool) {
	for _, one := range list {
		if id != "" && one.Player == id.RatedID() {
			return one, true
		}
	}
	return RatingChange{}, false
}
