package fold

import (
	"fmt"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// SeatNames returns the names of seats, separated by commas.
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

// SeatsWhere returns the seats for which the function `match` returns true.
func (s *State) SeatsWhere(match func(*Seat) bool) rules.Seats {
	var set rules.Seats
	for i := range s.Seats.List {
		if match(&s.Seats.List[i]) {
			set = set.With(rules.Seat(i))
		}
	}
	return set
}

// SeatFor returns the given seat. For NoSeat, it returns the first open or vacant seat.
func (s *State) SeatFor(asked rules.Seat) rules.Seat {
	if asked != rules.NoSeat {
		return asked
	}
	return s.SeatsWhere(func(s *Seat) bool { return s.Open() || s.Vacant }).First()
}

// ReservedFor reports whether the seat is reserved for the given person, or not reserved
// at all.
func (s *Seat) ReservedFor(id player.ID) bool { return s.Reserved.ID == "" || s.Reserved.ID == id }

// applyReserved reserves a seat for a player.
func applyReserved(s *State, e table.Event) error {
	if seat := &s.Seats.List[*e.Seat]; seat.Closed || !seat.Open() {
		return fmt.Errorf("seat %d is not open", *e.Seat)
	}
	s.Seats.List[*e.Seat].Reserved = *e.Player
	return nil
}
