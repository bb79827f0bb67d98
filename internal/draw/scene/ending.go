package scene

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/internal/draw"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// ended reports whether the panel shows how the game ended.
func ended(s *Scene) bool {
	o := &s.View.Position.Outcome
	return s.View.Phase == table.Finished && o.Termination != rules.Unfinished && s.Score == nil
}

// order returns the seats in the order in which the panel lists them: by place after the end
// of the game, otherwise in turn order.
func order(s *Scene) []rules.Seat {
	list := make([]rules.Seat, rules.SeatCount)
	for i := range list {
		list[i] = rules.Seat(i)
	}
	if ended(s) {
		place := rules.Places(s.facts(), &s.View.Position)
		slices.SortStableFunc(list, func(a, b rules.Seat) int { return place[a] - place[b] })
	}
	return list
}

// headline returns "You won" or "You lost". It returns "" for spectators, for a draw, and
// for players whose seats have different results.
func headline(s *Scene) string {
	won := s.View.Position.Outcome.Winners
	if !ended(s) || s.Mine == 0 || won == 0 || won.Count() == rules.SeatCount {
		return ""
	}
	switch s.Mine & won {
	case s.Mine:
		return "You won"
	case 0:
		return "You lost"
	}
	return ""
}

// fate returns a few words that say how the game ended for a seat, and their style. Where they need more than `width`
// cells, it omits the round.
func fate(s *Scene, seat rules.Seat, width int) (string, draw.Style) {
	word, tone := present.For(s.View, present.Viewer{}).State(seat)
	if len(word) > width {
		word, _, _ = strings.Cut(word, ",")
	}
	return word, [...]draw.Style{present.Neutral: s.Styles.Faint, present.Good: s.Styles.Good, present.Alarm: s.Styles.Alarm}[tone]
}

// leastName is the number of cells in which a name is still recognized.
const leastName = 6

// standing returns the place and the score of a seat, such as "2nd place, 2 points". Where that
// leaves no room for the player's name in `room` cells, it returns only "2nd".
func standing(s *Scene, seat rules.Seat, room int) string {
	place := present.Ordinal(rules.Places(s.facts(), &s.View.Position)[seat])
	whole := fmt.Sprintf("%s place, %s", place, present.Score(s.View.Position.Outcome.Scores[seat]))
	if room-len(whole)-1 < leastName {
		return place
	}
	return whole
}
