package lobby

import (
	"cmp"
	"slices"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Why something waits for a player.
type Why uint8

// What waits, the most urgent first.
const (
	ToMove    Why = iota + 1 // it is his turn
	ToVote                   // somebody is gone or wants to adjourn, and others have voted
	ToResign                 // his partner wants to resign (G5)
	ToDraw                   // a draw is offered
	ToUndo                   // somebody asks to take a move back
	ToReady                  // everybody sits, and he is not ready
	ToRematch                // the others want to play again
)

// Due is something at a table that waits for a player.
type Due struct {
	Table table.ID
	Title string // the game's
	Why   Why
	Seat  rules.Seat // his
	// SeatName is the seat's word.
	SeatName string
	// Deadline is when his clock will have run out; zero where none runs.
	Deadline time.Time
	Terms    table.Terms // of the table
	Moves    int         // actions so far
}

// Waiting is what waits for a player, at any table: first his moves, by
// deadline, those without one last; then the rest.
func (l *Lobby) Waiting(id player.ID) []Due {
	l.mu.Lock()
	defer l.mu.Unlock()
	var list []Due
	for _, t := range l.tables {
		v := t.View()
		if d, ok := due(v, id); ok {
			d.SeatName = v.Variant.Facts().SeatName(d.Seat)
			list = append(list, d)
		}
	}
	slices.SortFunc(list, func(a, b Due) int {
		return cmp.Or(cmp.Compare(a.Why, b.Why), sooner(a.Deadline, b.Deadline), cmp.Compare(a.Table, b.Table))
	})
	return list
}

// sooner compares deadlines; none comes last.
func sooner(a, b time.Time) int {
	switch {
	case a.IsZero() == b.IsZero():
		return a.Compare(b)
	case a.IsZero():
		return 1
	}
	return -1
}

// due is the most urgent thing at a table that waits for a player.
func due(v *table.View, id player.ID) (Due, bool) {
	held := v.Held(id)
	if held == 0 {
		return Due{}, false
	}
	d := Due{Table: v.ID, Title: v.Variant.Facts().Title, Terms: v.Terms, Moves: len(v.Moves)}
	for seat := range rules.Seat(rules.SeatCount) {
		if held.Has(seat) {
			d.Seat = seat
			break
		}
	}
	switch v.Phase {
	case table.Waiting:
		d.Why = readying(v, held)
	case table.Playing:
		return playing(v, id, held, d)
	case table.Finished:
		if v.Rematch != nil && v.Next == 0 && v.Rematch.Agreed&held == 0 {
			d.Why = ToRematch
		}
	}
	return d, d.Why != 0
}

func readying(v *table.View, held rules.Seats) Why {
	var why Why
	for i, s := range v.Seats {
		switch {
		case s.Open:
			return 0
		case held.Has(rules.Seat(i)) && !s.Ready:
			why = ToReady
		}
	}
	return why
}

func playing(v *table.View, id player.ID, held rules.Seats, d Due) (Due, bool) {
	inPlay := held & v.Position.InPlay()
	voted := slices.ContainsFunc(v.Votes, func(vote table.VoteView) bool { return vote.By.ID == id })
	switch {
	case held.Has(v.Actor) && !v.Adjourned:
		d.Why, d.Seat = ToMove, v.Actor
		if v.Clock != nil {
			d.Deadline = v.Clock.Deadline
		}
	case inPlay == 0:
		return d, false
	case len(v.Votes) > 0 && !voted:
		d.Why = ToVote
	case v.Resigning&^held != 0 && partnerAsks(v, inPlay):
		d.Why = ToResign
	case v.Offer != nil && inPlay&^v.Offer.Accepted != 0:
		d.Why = ToDraw
	case v.Undo != nil && inPlay&^v.Undo.Agreed != 0:
		d.Why = ToUndo
	}
	return d, d.Why != 0
}

func partnerAsks(v *table.View, mine rules.Seats) bool {
	for a := range rules.Seat(rules.SeatCount) {
		for b := range rules.Seat(rules.SeatCount) {
			if v.Resigning.Has(a) && mine.Has(b) && !mine.Has(a) && v.Variant.Facts().Partners(a, b) {
				return true
			}
		}
	}
	return false
}
