package analysis

import (
	"slices"
	"testing"

	"quadrille/internal/bot"
	"quadrille/internal/player"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
)

// TestViewedMoveIsAssessedNext looks at other moves after an analysis has begun: only the move at which somebody looked when it
// began was assessed before the others.
func TestViewedMoveIsAssessedNext(t *testing.T) {
	a := New(Config{Bots: new(bot.Pool)})
	j := &job{game: &gameRecord{moves: make([]table.MoveView, 8)}, viewed: 4}
	s := &Subscription{service: a, job: j, by: player.ID("a"), box: table.NewMailbox[view.Analysis]()}
	var order []int
	for range 8 {
		number, known := a.next(j)
		order = append(order, number)
		one := view.Assessment{Number: number}
		if known != nil {
			one = *known
			order[len(order)-1] = -number
		}
		a.add(j, one)
		switch len(order) {
		case 2:
			s.Look(7)
		case 3:
			s.Look(1) // is assessed
		case 4:
			s.Look(9) // does not exist
		}
	}
	if want := []int{4, 1, 7, 2, 3, -4, 5, 6}; !slices.Equal(order, want) { // the number of a known assessment is negative
		t.Fatalf("the moves were assessed in the order %v, not %v", order, want)
	}
	if number, known := a.next(j); number != 7 || known == nil || known.Number != 7 {
		t.Errorf("then move %d is next, known: %v", number, known)
	}
}
