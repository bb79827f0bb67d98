package scene

import (
	"cmp"
	"slices"

	"quadrille/internal/draw"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// ended reports whether the panel shows how the game ended.
func (s *Scene) ended() bool {
	return s.Score == nil && slices.ContainsFunc(s.Seats[:], func(l present.SeatLine) bool { return l.Ended })
}

// order returns the seats in the order in which the panel lists them: by place after the end
// of the game, otherwise in turn order.
func (s *Scene) order() []rules.Seat {
	list := make([]rules.Seat, rules.SeatCount)
	for i := range list {
		list[i] = rules.Seat(i)
	}
	if s.ended() {
		place := func(seat rules.Seat) int { return cmp.Or(s.Seats[seat].Place, rules.SeatCount) } // a closed seat has none
		slices.SortStableFunc(list, func(a, b rules.Seat) int { return place(a) - place(b) })
	}
	return list
}

// leastName is the number of cells in which a name is still recognized.
const leastName = 6

// standing returns the place of a seat and what decides it, such as "2nd place, 2 points". Where that would
// leave no room for the name of a player in `room` cells, it returns "2nd, 2 points" or only "2nd", the same form for all seats.
func (s *Scene) standing(seat rules.Seat, room int) string {
	place, count := present.Ordinal(s.Seats[seat].Place), s.Seats[seat].Count(s.View)
	widest := 0
	for i := range s.Seats {
		if !s.View.Seats[i].Closed {
			widest = max(widest, len(s.Seats[i].Count(s.View)))
		}
	}
	for _, between := range [...]string{" place, ", ", "} {
		if room-len(place+between)-widest-1 >= leastName {
			return place + between + count
		}
	}
	return place
}

// result returns the lines about the result, with the names of the seats if they fit. In an
// annotated game, the result is shown only with the last position.
func (s *Scene) result(width, room int) []string {
	if s.View.Phase != table.Finished || s.Score != nil && s.Back {
		return nil
	}
	lines := s.resultLines(width, false)
	if 4*len(lines) > room {
		return s.resultLines(width, true)
	}
	return lines
}

// resultLines returns the lines about the result. The panel shows the scores of seats itself, except in an annotated game.
func (s *Scene) resultLines(width int, brief bool) (lines []string) {
	o := present.OutcomeOf(s.View, brief)
	if s.ended() {
		o.Scores = ""
	}
	for _, text := range []string{s.OwnResult, o.Ending, o.Scores, o.Points, o.Ruling} {
		if text != "" {
			lines = append(lines, draw.Wrap(text, width)...)
		}
	}
	return lines
}
