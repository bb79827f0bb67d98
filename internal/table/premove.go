package table

import (
	"fmt"

	"quadrille/rules"
)

// premove is what a seat wants to play when its turn comes. It is the table's,
// not a session's: its owner finds it wherever he comes from.
type premove struct {
	action  rules.Action // without a verb if there is none
	dropped bool         // it was not legal when the turn came; shown until the seat acts
}

func (p premove) set() bool { return p.action.Verb != 0 && !p.dropped }

// keepForLater decides a premove. It need not be legal now; that is looked at
// when the turn has come.
func (d *draft) keepForLater(a Act) error {
	held, err := d.playing(a.By)
	seat := a.Seat
	if seat == rules.NoSeat {
		seat = first(held)
	}
	facts := d.variant.Facts()
	switch {
	case err != nil:
		return err
	case d.terms.Touch:
		return refuse(NoPremove)
	case d.vote.adjourned:
		return refuse(IsAdjourned)
	case !held.Has(seat):
		return d.notYours(seat, held)
	case d.game.Position.State[seat] == rules.Out:
		return outOf(d.variant, d.moves, seat)
	case seat == d.actor():
		return about(YourTurn, facts.SeatName(seat))
	}
	plain, err := d.laterAction(seat, a.Action)
	if err != nil {
		return err
	}
	return d.emit(Event{Kind: Premoved, Seat: &seat, Action: plain})
}

// laterAction is what a seat may want to play later: a move or a removal, with a
// man that is its to move now.
func (d *draft) laterAction(seat rules.Seat, a rules.Action) (plain string, err error) {
	facts := d.variant.Facts()
	switch {
	case a.Verb != rules.Move && a.Verb != rules.Remove, a.Promote > rules.King:
		return "", tablesOwn(a)
	case !facts.Geometry.On(a.From) || d.variant.Controller(&d.game.Position, a.From) != seat:
		return "", about(NotYourMan, facts.Geometry.Name(a.From))
	}
	plain = rules.Plain(facts, seat, a)
	if again, err := rules.ParsePlain(facts, seat, plain); err != nil || again != a {
		return "", refuse(Unasked)
	}
	return plain, nil
}

func (s *state) premoved(e Event) error {
	a, err := rules.ParsePlain(s.variant.Facts(), *e.Seat, e.Action)
	if err != nil {
		return err
	}
	s.premoves[*e.Seat] = premove{action: a}
	return nil
}

// recall takes back the premove of a seat, or all of a player's.
func (d *draft) recall(a Act) error {
	held, err := d.playing(a.By)
	switch {
	case err != nil:
		return err
	case a.Seat != rules.NoSeat && !held.Has(a.Seat):
		return d.notYours(a.Seat, held)
	case a.Seat != rules.NoSeat:
		held = rules.Seats(0).With(a.Seat)
	}
	err = refuse(NothingKept)
	for seat := range members(held) {
		if d.premoves[seat].action.Verb == 0 {
			continue
		}
		if err = d.emit(Event{Kind: Recalled, Seat: &seat}); err != nil {
			return err
		}
	}
	return err
}

func (s *state) recalled(e Event) error {
	if s.premoves[*e.Seat].action.Verb == 0 {
		return fmt.Errorf("seat %d has no premove", *e.Seat)
	}
	s.premoves[*e.Seat] = premove{}
	return nil
}

// playAhead plays the premoves of those whose turn has come. They reached the
// server before the turn began, so that they cost no time (G6).
func (d *draft) playAhead() error {
	for !d.over() && !d.vote.adjourned {
		seat := d.actor()
		if seat == rules.NoSeat || !d.premoves[seat].set() {
			return nil
		}
		e := Event{Kind: Dropped, Seat: &seat}
		if a := d.premoves[seat].action; d.game.Check(a) == nil {
			e = Event{Kind: Acted, Seat: &seat, Action: rules.Plain(d.variant.Facts(), seat, a)}
		}
		if err := d.emit(e); err != nil {
			return err
		}
	}
	return nil
}

func (s *state) dropped(e Event) error {
	if !s.premoves[*e.Seat].set() {
		return fmt.Errorf("seat %d has no premove", *e.Seat)
	}
	s.premoves[*e.Seat].dropped = true
	return nil
}
