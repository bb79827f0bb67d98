package fold

import (
	"fmt"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// SeatNames lists seats in words.
func (s *State) SeatNames(set rules.Seats) string {
	text := ""
	for seat := range set.All() {
		if text != "" {
			text += ", "
		}
		text += s.Variant.Facts().SeatName(seat)
	}
	return text
}

// SeatsWhere is the seats for which a thing holds.
func (s *State) SeatsWhere(holds func(*Seat) bool) rules.Seats {
	var set rules.Seats
	for i := range s.Seats.List {
		if holds(&s.Seats.List[i]) {
			set = set.With(rules.Seat(i))
		}
	}
	return set
}

// SeatFor is the seat that NoSeat means.
func (s *State) SeatFor(asked rules.Seat) rules.Seat {
	if asked != rules.NoSeat {
		return asked
	}
	return s.SeatsWhere(func(s *Seat) bool { return s.Open() || s.Vacant }).First()
}

// ReservedFor reports whether somebody may sit there.
func (s *Seat) ReservedFor(id player.ID) bool { return s.Reserved.ID == "" || s.Reserved.ID == id }

// applyReserved folds that a seat is kept for somebody.
func applyReserved(s *State, e table.Event) error {
	if seat := &s.Seats.List[*e.Seat]; seat.Closed || !seat.Open() {
		return fmt.Errorf("seat %d is not open", *e.Seat)
	}
	s.Seats.List[*e.Seat].Reserved = *e.Player
	return nil
}
