package protocol

import "quadrille/rules"

// SeatNames returns the names of a set of seats, in turn order.
func SeatNames(f *rules.Facts, set rules.Seats) []string {
	names := []string{}
	for seat := range rules.Seat(rules.SeatCount) {
		if set.Has(seat) {
			names = append(names, f.Seats[seat])
		}
	}
	return names
}

// ResultOf returns the result of a game that is over, with the points of all seats.
func ResultOf(f *rules.Facts, o *rules.Outcome) *Result {
	r := &Result{Termination: o.Termination.String(), Winners: SeatNames(f, o.Winners), Scores: map[string]string{}}
	for seat, sixths := range o.Scores {
		r.Scores[f.Seats[seat]] = rules.FormatSixths(sixths)
	}
	return r
}
