package decide

import (
	"quadrille/internal/table"
	"quadrille/rules"
)

// premoveSeat returns the seat for which a command sets a premove.
func (d *Decision) premoveSeat(a table.Command) rules.Seat {
	if a.Seat == rules.NoSeat {
		return d.State.HeldBy(a.By.ID).First()
	}
	return a.Seat
}

// checkPremove permits a premove that is not legal now, because it is played at the seat's turn.
func checkPremove(d *Decision, a table.Command) error {
	held, seat := d.State.HeldBy(a.By.ID), d.premoveSeat(a)
	switch {
	case d.State.Terms.Touch:
		return table.Refuse(table.PremovesOff)
	case d.State.Vote.Adjourned:
		return table.Refuse(table.IsAdjourned)
	case !held.Has(seat):
		return d.refuseSeat(seat, held)
	case !d.State.Game.Position.State[seat].Expected():
		return d.eliminated(seat)
	case seat == d.State.Actor():
		return table.RefuseAbout(table.YourTurn, d.State.Variant.Facts().SeatName(seat))
	}
	_, err := premoveText(d, seat, a.Action)
	return err
}

// setPremove stores a premove, in place of an earlier one of the seat.
func setPremove(d *Decision, a table.Command) error {
	seat := d.premoveSeat(a)
	plain, err := premoveText(d, seat, a.Action)
	if err != nil {
		return err
	}
	return d.emit(table.Event{Kind: table.Premoved, Seat: &seat, Action: plain})
}

// premoveText returns the plain notation of a premove. The premove must move or remove a
// piece that the seat controls now.
func premoveText(d *Decision, seat rules.Seat, a rules.Action) (plain string, err error) {
	facts := d.State.Variant.Facts()
	switch {
	case a.Type != rules.Move && a.Type != rules.Remove, a.Promote > rules.King:
		return "", refuseServerAction(a)
	case !facts.Geometry.On(a.From) || d.State.Variant.Controller(&d.State.Game.Position, a.From) != seat:
		return "", table.RefuseAbout(table.NotYourPiece, facts.Geometry.Name(a.From))
	}
	plain = rules.Plain(facts, seat, a)
	if again, err := rules.ParsePlain(facts, seat, plain); err != nil || again != a {
		return "", table.Refuse(table.UnknownCommand)
	}
	return plain, nil
}

func checkCancelPremove(d *Decision, a table.Command) error {
	seats, err := d.seatsOf(a)
	if err != nil {
		return err
	}
	for seat := range seats.All() {
		if d.State.Premoves[seat].Action.Type != 0 {
			return nil
		}
	}
	return table.Refuse(table.NoPremove)
}

// cancelPremove cancels the premove of a seat or, if the command names no seat, all
// premoves of the player.
func cancelPremove(d *Decision, a table.Command) error {
	seats, err := d.seatsOf(a)
	if err != nil {
		return err
	}
	for seat := range seats.All() {
		if d.State.Premoves[seat].Action.Type == 0 {
			continue
		}
		if err := d.emit(table.Event{Kind: table.PremoveCancelled, Seat: &seat}); err != nil {
			return err
		}
	}
	return nil
}

// playPremoves plays the premoves of seats whose turn has come. They take no time from the
// clock, because the server received them before the turn began (G6).
func (d *Decision) playPremoves() error {
	for !d.State.Over() && !d.State.Vote.Adjourned {
		seat := d.State.Actor()
		if seat == rules.NoSeat || !d.State.Premoves[seat].Set() {
			return nil
		}
		e := table.Event{Kind: table.PremoveDropped, Seat: &seat}
		if a := d.State.Premoves[seat].Action; d.State.Game.Validate(a) == nil {
			e = table.Event{Kind: table.Acted, Seat: &seat, Action: rules.Plain(d.State.Variant.Facts(), seat, a)}
		}
		if err := d.emit(e); err != nil {
			return err
		}
	}
	return nil
}
