package decide

import (
	"quadrille/internal/table"
	"quadrille/rules"
)

// setPremove handles a command to set a premove. The premove need not be legal before the
// seat's turn.
func setPremove(d *Decision, a table.Command) error {
	held, seat := d.State.HeldBy(a.By.ID), a.Seat
	if seat == rules.NoSeat {
		seat = held.First()
	}
	facts := d.State.Variant.Facts()
	switch {
	case d.State.Terms.Touch:
		return table.Refuse(table.PremovesOff)
	case d.State.Vote.Adjourned:
		return table.Refuse(table.IsAdjourned)
	case !held.Has(seat):
		return d.refuseSeat(seat, held)
	case d.State.Game.Position.State[seat] == rules.Eliminated:
		return table.SeatEliminated(d.State.Variant, d.State.Game.Moves, seat)
	case seat == d.State.Actor():
		return table.RefuseAbout(table.YourTurn, facts.SeatName(seat))
	}
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

// cancelPremove cancels the premove of a seat or, if the command names no seat, all
// premoves of the player.
func cancelPremove(d *Decision, a table.Command) error {
	held := d.State.HeldBy(a.By.ID)
	switch {
	case a.Seat != rules.NoSeat && !held.Has(a.Seat):
		return d.refuseSeat(a.Seat, held)
	case a.Seat != rules.NoSeat:
		held = rules.Seats(0).With(a.Seat)
	}
	err := error(table.Refuse(table.NoPremove))
	for seat := range held.All() {
		if d.State.Premoves[seat].Action.Type == 0 {
			continue
		}
		if err = d.emit(table.Event{Kind: table.PremoveCancelled, Seat: &seat}); err != nil {
			return err
		}
	}
	return err
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
