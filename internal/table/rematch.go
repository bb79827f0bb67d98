package table

import (
	"context"
	"fmt"

	"quadrille/internal/player"
	"quadrille/rules"
)

// How a rematch is seated: as before, or the seats (where the game says so, the
// first move) move on by one. Stored words.
const kept, onward = "kept", "onward"

// wantRematch decides that somebody wants to play again. Who asks for another
// arrangement than those before asks anew.
func (d *draft) wantRematch(a Act) error {
	held, err := d.played(a.By)
	if err != nil {
		return err
	}
	if r := d.rematch; r != nil && r.Onward == a.Onward && r.Agreed&held == held {
		return nil
	}
	if err := d.mayBegin(); err != nil {
		return err
	}
	if err := d.mayReplay(); err != nil {
		return err
	}
	word := kept
	if a.Onward {
		word = onward
	}
	return d.emit(Event{Kind: Again, Player: &a.By, Action: word})
}

// mayReplay refuses another rated game where somebody played whom the house does not
// rate now: since the last was opened he may have been marked, or the host changed
// his mind.
func (d *draft) mayReplay() error {
	now := d.terms.Under(d.rights)
	for i := range d.seats {
		p := Known(d.rights, d.seats[i].player)
		if now.Rated && p.ID != "" && !now.rates(p) {
			return refuse(PeopleOnly)
		}
	}
	return nil
}

func (d *draft) noRematch(a Act) error {
	held, err := d.played(a.By)
	if err != nil || d.rematch == nil || d.rematch.Agreed&held == 0 {
		return err
	}
	return d.emit(Event{Kind: Enough, Player: &a.By})
}

// played is the seats of somebody who may ask for a rematch now.
func (d *draft) played(by player.Player) (rules.Seats, error) {
	held := d.heldBy(by.ID)
	switch {
	case d.phase != Finished:
		return 0, refuse(NotOver)
	case held == 0:
		return 0, refuse(DidNotPlay)
	case d.next != 0:
		return 0, about(HasRematch, fmt.Sprint(d.next))
	}
	return held, nil
}

func (s *state) again(e Event) error {
	held := s.heldBy(e.Player.ID)
	if held == 0 || e.Action != kept && e.Action != onward {
		return fmt.Errorf("%q %q by who cannot", e.Kind, e.Action)
	}
	next := RematchView{Onward: e.Action == onward, Agreed: held}
	if s.rematch != nil && s.rematch.Onward == next.Onward {
		next.Agreed |= s.rematch.Agreed
	}
	s.rematch = &next
	return nil
}

func (s *state) enough(e Event) error {
	if s.rematch == nil {
		return fmt.Errorf("%q of nothing", e.Kind)
	}
	next := *s.rematch
	if next.Agreed &^= s.heldBy(e.Player.ID); next.Agreed == 0 {
		s.rematch = nil
	} else {
		s.rematch = &next
	}
	return nil
}

func (s *state) followed(e Event) error {
	if e.Table <= 0 || s.next != 0 {
		return fmt.Errorf("table %d follows table %d", e.Table, s.next)
	}
	s.next = e.Table
	return nil
}

// AllAgreed reports whether everybody who played at this finished table wants a
// rematch that is not made yet.
func (v *View) AllAgreed() bool {
	return v.Phase == Finished && allAgreed(v.Rematch, v.Next, func(seat rules.Seat) player.ID { return v.Seats[seat].Player.ID })
}

func (s *state) allAgreed() bool {
	return s.phase == Finished && allAgreed(s.rematch, s.next, func(seat rules.Seat) player.ID { return s.seats[seat].player.ID })
}

func allAgreed(r *RematchView, next ID, at func(rules.Seat) player.ID) bool {
	if r == nil || next != 0 {
		return false
	}
	for seat := range rules.Seat(rules.SeatCount) {
		if at(seat) != "" && !r.Agreed.Has(seat) {
			return false
		}
	}
	return true
}

// Follow says where the rematch is.
func (t *Table) Follow(ctx context.Context, next ID) error {
	return t.ask(ctx, request{received: t.now(), decide: func(d *draft) error {
		switch {
		case d.phase != Finished:
			return refuse(NotOver)
		case d.next != 0:
			return about(HasRematch, fmt.Sprint(d.next))
		}
		return d.emit(Event{Kind: Followed, Table: next})
	}})
}
