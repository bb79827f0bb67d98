package table

import (
	"context"
	"fmt"

	"quadrille/internal/player"
	"quadrille/rules"
)

// keptFor reports whether somebody may sit there.
func (s *seat) keptFor(id player.ID) bool { return s.kept.ID == "" || s.kept.ID == id }

// reserve folds that a seat is kept for somebody.
func (s *state) reserve(e Event) error {
	if seat := &s.seats[*e.Seat]; seat.closed || !seat.open() {
		return fmt.Errorf("seat %d is not open", *e.Seat)
	}
	s.seats[*e.Seat].kept = *e.Player
	return nil
}

// Assign lets people sit, by seat, and keeps the seats for them: whoever sits there
// else, stands up. It is for the house, before the start; asked again it changes
// nothing.
func (t *Table) Assign(ctx context.Context, people [rules.SeatCount]player.Player) error {
	return t.ask(ctx, request{received: t.now(), decide: func(d *draft) error {
		if d.phase != Waiting {
			return refuse(AlreadyBegan)
		}
		for i, p := range people {
			if err := d.assign(rules.Seat(i), p); err != nil {
				return err
			}
		}
		return nil
	}})
}

// Dismiss closes a table whose game has not begun, whoever is there. It is for the
// house.
func (t *Table) Dismiss(ctx context.Context) error {
	return t.ask(ctx, request{received: t.now(), decide: func(d *draft) error {
		if d.phase != Waiting {
			return refuse(AlreadyBegan)
		}
		return d.emit(Event{Kind: Closed, Action: abandoned})
	}})
}

func (d *draft) assign(seat rules.Seat, p player.Player) error {
	if err := d.terms.Admits(p); err != nil {
		return err
	}
	s := &d.seats[seat]
	if s.closed {
		return d.noSuchSeat(seat)
	}
	if s.kept.ID == p.ID {
		return nil // he may have stood up again
	}
	if s.player.ID != "" {
		if err := d.emit(Event{Kind: Unseated, Seat: &seat}); err != nil {
			return err
		}
	}
	if err := d.emit(Event{Kind: Reserved, Seat: &seat, Player: &p}); err != nil {
		return err
	}
	return d.sitDown(seat, As(d.rights, p))
}
