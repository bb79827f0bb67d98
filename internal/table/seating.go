package table

import (
	"fmt"

	"quadrille/internal/player"
	"quadrille/rules"
)

func (d *draft) sit(a Act) error {
	if err := d.terms.Admits(a.By); err != nil {
		return err
	}
	if err := d.mayRate(a.By.ID); err != nil {
		return err
	}
	if d.phase != Waiting {
		return d.takeOver(a)
	}
	if err := d.wasSentAway(a.By.ID); err != nil {
		return err
	}
	if err := d.terms.Admits(a.By); err != nil {
		return err
	}
	open := d.seatsWhere(func(s *seat) bool { return s.open() && s.keptFor(a.By.ID) })
	seat := a.Seat
	if seat == rules.NoSeat {
		seat = first(open)
	}
	switch {
	case a.Seat == rules.NoSeat && open == 0:
		return refuse(Full)
	case seat >= rules.SeatCount || d.seats[seat].closed:
		return d.noSuchSeat(seat)
	case d.seats[seat].player.ID == a.By.ID:
		return nil
	case d.seats[seat].open() && !open.Has(seat):
		return about(KeptSeat, player.ShownName(d.seats[seat].kept.Name, player.MaxNameCells))
	case !open.Has(seat):
		return d.seatTaken(seat, open)
	}
	return d.sitDown(seat, a.By)
}

// sitDown seats somebody. Who may have one seat alone changes to it. Where
// people play days apart, who sits is ready: they need not meet for that.
func (d *draft) sitDown(seat rules.Seat, by player.Player) error {
	if err := d.unseatMarked(); err != nil {
		return err
	}
	held, limit := d.heldBy(by.ID), d.terms.SeatLimit()
	switch {
	case held != 0 && limit == 1:
		from := first(held)
		if err := d.emit(Event{Kind: Unseated, Seat: &from}); err != nil {
			return err
		}
	case held.Count() >= limit:
		return about(TooManySeats, fmt.Sprintf("%d seats", limit))
	}
	if err := d.emit(Event{Kind: Seated, Seat: &seat, Player: &by}); err != nil {
		return err
	}
	if !d.terms.Clock.Correspondence() {
		return nil
	}
	if err := d.getReady(rules.Seats(0).With(seat), true); err != nil || by.ID.Bot() {
		return err
	}
	return d.fill()
}

// unseatMarked gives up the seats of those who are marked as machines since they sat
// down, where no machine plays: nobody shall begin with them who sits down or is ready
// now. An evening's tables are for those whom the evening put there.
func (d *draft) unseatMarked() error {
	if d.terms.Evening != nil {
		return nil
	}
	marked := d.seatsWhere(func(s *seat) bool { return s.player.ID != "" && d.terms.Admits(As(d.rights, s.player)) != nil })
	for seat := range members(marked) {
		if err := d.emit(Event{Kind: Unseated, Seat: &seat}); err != nil {
			return err
		}
	}
	return nil
}

func (d *draft) noSuchSeat(asked rules.Seat) error {
	r := refuse(NoSuchSeat)
	r.Subject = fmt.Sprintf("number %d", asked)
	if asked < rules.SeatCount {
		r.Subject = d.variant.Facts().SeatName(asked)
	}
	r.Hint = d.names(d.seatsWhere(func(s *seat) bool { return !s.closed }))
	return r
}

func (d *draft) seatTaken(seat rules.Seat, open rules.Seats) error {
	r := refuse(SeatTaken)
	r.Subject = player.ShownName(d.seats[seat].player.Name, player.MaxNameCells)
	r.Hint = "no seat is open, but you can watch"
	if open != 0 {
		r.Hint = "open: " + d.names(open)
	}
	return r
}

func (d *draft) stand(a Act) error {
	mine, err := d.mine(a)
	if err != nil {
		return err
	}
	for seat := range members(mine) {
		if err := d.emit(Event{Kind: Unseated, Seat: &seat}); err != nil {
			return err
		}
	}
	return nil
}

// mine is the seats that a waiting player's act is about: all of his, or the one
// that he names.
func (d *draft) mine(a Act) (rules.Seats, error) {
	held := d.heldBy(a.By.ID)
	switch {
	case d.phase != Waiting:
		return 0, refuse(AlreadyBegan)
	case held == 0:
		return 0, refuse(NotSeated)
	case a.Seat == rules.NoSeat:
		return held, nil
	case !held.Has(a.Seat):
		return 0, d.notYours(a.Seat, held)
	}
	return rules.Seats(0).With(a.Seat), nil
}

func (d *draft) notYours(seat rules.Seat, held rules.Seats) error {
	r := refuse(NotYourSeat)
	r.Subject, r.Hint = d.variant.Facts().SeatName(seat), d.names(held)
	return r
}

// setReady is for every seat that the player holds: he is one person.
func (d *draft) setReady(a Act, ready bool) error {
	a.Seat = rules.NoSeat
	mine, err := d.mine(a)
	if err != nil {
		return err
	}
	if ready && d.terms.Evening == nil { // who sat down as a person may be marked since
		if err := d.terms.Admits(a.By); err != nil {
			return err
		}
		if err := d.unseatMarked(); err != nil {
			return err
		}
	}
	if err := d.getReady(mine, ready); err != nil {
		return err
	}
	return d.fill()
}

func (d *draft) getReady(mine rules.Seats, ready bool) error {
	kind := Unreadied
	if ready {
		kind = Readied
	}
	for seat := range members(mine) {
		if d.seats[seat].ready == ready {
			continue
		}
		if err := d.emit(Event{Kind: kind, Seat: &seat}); err != nil {
			return err
		}
	}
	if d.phase == Waiting && d.allReady() { // where who sits is ready it may have begun
		if err := d.mayBegin(); err != nil {
			return err
		}
		return d.emit(Event{Kind: Began})
	}
	return nil
}

// names lists seats in words.
func (s *state) names(set rules.Seats) string {
	text := ""
	for seat := range members(set) {
		if text != "" {
			text += ", "
		}
		text += s.variant.Facts().SeatName(seat)
	}
	return text
}

// seatsWhere is the seats for which a thing holds.
func (s *state) seatsWhere(holds func(*seat) bool) rules.Seats {
	var set rules.Seats
	for i := range s.seats {
		if holds(&s.seats[i]) {
			set = set.With(rules.Seat(i))
		}
	}
	return set
}

// members goes through a set of seats in turn order.
func members(set rules.Seats) func(yield func(rules.Seat) bool) {
	return func(yield func(rules.Seat) bool) {
		for seat := range rules.Seat(rules.SeatCount) {
			if set.Has(seat) && !yield(seat) {
				return
			}
		}
	}
}

func first(set rules.Seats) rules.Seat {
	for seat := range members(set) {
		return seat
	}
	return rules.NoSeat
}
