package table

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"quadrille/rules"
)

// adjournNow decides that the game waits and clocks stand.
func (d *draft) adjournNow() error {
	e := Event{Kind: Adjourned}
	if d.clock.ticking() {
		e.Spent = d.clock.spent(d.now)
	}
	return d.emit(e)
}

func (s *state) adjourn(e Event) error {
	if s.vote.adjourned {
		return errors.New("adjourned twice")
	}
	if s.clock.ticking() {
		s.clock.charge(s.clock.running, e.Spent, false, e.At)
		s.clock.paused = true
	}
	s.vote = vote{adjourned: true, since: e.At}
	return nil
}

// goOn folds that an adjourned game goes on.
func (s *state) goOn(e Event) error {
	if !s.vote.adjourned {
		return errors.New("went on, but was not adjourned")
	}
	s.vote = vote{waits: e.At}
	s.clock.paused, s.clock.since = false, e.At
	return nil
}

// longGone is the seats whose players are gone for long enough that others may
// decide about them. What happened before the server was up does not count.
func (d *draft) longGone() rules.Seats {
	var set rules.Seats
	for seat := range members(d.goneSeats()) {
		if d.patienceWith(seat) <= 0 {
			set = set.With(seat)
		}
	}
	return set
}

// patienceWith is how long the others have to wait for who is gone.
func (d *draft) patienceWith(seat rules.Seat) time.Duration {
	since := d.gone[seat]
	for _, t := range []time.Time{d.up, d.waits} {
		if t.After(since) {
			since = t
		}
	}
	return GoneFor - d.now.Sub(since)
}

// longGoneIn is how long it takes until somebody is gone for long enough; not
// above zero if somebody is.
func (d *draft) longGoneIn() time.Duration {
	least := GoneFor
	for seat := range members(d.goneSeats()) {
		least = min(least, d.patienceWith(seat))
	}
	return least
}

// forLongGone decides a thing for each seat whose player is gone long.
func (d *draft) forLongGone(kind Kind) error {
	for seat := range members(d.longGone()) {
		if kind == Vacated && d.seats[seat].vacant {
			continue
		}
		if err := d.emit(Event{Kind: kind, Seat: &seat}); err != nil {
			return err
		}
	}
	return nil
}

// endSeats resigns for who is gone long. In a team that needs the partner's voice
// too, if he is here (G5): adversaries alone do not vote themselves a win.
func (d *draft) endSeats() error {
	for seat := range members(d.longGone()) {
		if d.over() || !d.partnersLet(seat) || d.game.Position.State[seat] == rules.Out {
			continue
		}
		if err := d.emit(Event{Kind: Forfeited, Seat: &seat}); err != nil {
			return err
		}
	}
	return nil
}

func (d *draft) partnersLet(seat rules.Seat) bool {
	partners := d.persons(d.game.Position.InPlay() & d.partners(seat) &^ d.goneSeats())
	for _, id := range partners {
		if d.voteOf(id) != EndSeat {
			return false
		}
	}
	return true
}

// forfeit folds a resignation that the others decided.
func (s *state) forfeit(e Event) error {
	seat := *e.Seat
	if !s.goneSeats().Has(seat) {
		return fmt.Errorf("seat %d cannot forfeit: nobody is gone from it", seat)
	}
	s.votes = nil
	err := s.record(seat, rules.Action{Verb: rules.Resign, Seat: seat})
	s.clock.run(s.actor(), e.At)
	return err
}

// vacate folds that others may take the seat of who is gone.
func (s *state) vacate(e Event) error {
	if !s.goneSeats().Has(*e.Seat) {
		return fmt.Errorf("seat %d cannot be vacant: nobody is gone from it", *e.Seat)
	}
	s.seats[*e.Seat].vacant = true
	s.votes = nil
	return nil
}

// takeOver decides that somebody sits down on a vacant seat of a game that is
// on.
func (d *draft) takeOver(a Act) error {
	vacant := d.seatsWhere(func(s *seat) bool { return s.vacant })
	seat := a.Seat
	if seat == rules.NoSeat {
		seat = first(vacant)
	}
	switch {
	case !vacant.Has(seat):
		return refuse(AlreadyBegan)
	case d.heldBy(a.By.ID) != 0:
		return refuse(YouPlay)
	}
	if err := d.emit(Event{Kind: Replaced, Seat: &seat, Player: &a.By}); err != nil {
		return err
	}
	return d.conclude()
}

// replace folds that somebody plays on for another. What the other wanted is
// forgotten; what stands on the board and on the clock stays.
func (s *state) replace(e Event) error {
	seat := *e.Seat
	if !s.seats[seat].vacant || s.heldBy(e.Player.ID) != 0 {
		return fmt.Errorf("seat %d is not to be had", seat)
	}
	was := s.seats[seat].player
	if o := s.offer; o != nil {
		next := *o
		next.Accepted = o.Accepted.Without(seat)
		s.offer = &next
		if o.By.ID == was.ID {
			s.offer = nil
		}
	}
	s.resigning.seats = s.resigning.seats.Without(seat)
	s.undo.asked = nil
	s.premoves[seat] = premove{}
	s.seats[seat].player, s.seats[seat].vacant = *e.Player, false
	s.gone[seat] = time.Time{}
	if s.heldBy(was.ID) == 0 && !contains(s.replaced, was.ID) {
		s.replaced = append(slices.Clone(s.replaced), was)
	}
	s.votes = s.without(was.ID)
	return nil
}
