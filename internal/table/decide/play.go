package decide

import (
	"quadrille/internal/table"
	"quadrille/rules"
)

// play handles a command to play a board action, to resign or to claim a draw.
func play(d *Decision, a table.Command) error {
	held := d.State.HeldBy(a.By.ID)
	switch {
	case a.Action.Type == rules.Resign:
		return resign(d, a, held)
	case d.State.Vote.Adjourned:
		return table.Refuse(table.IsAdjourned)
	case !a.Action.IsBoardAction() && a.Action.Type != rules.DrawClaimed:
		return refuseServerAction(a.Action)
	}
	seat, err := d.atTurn(a, held)
	switch {
	case err != nil:
		return err
	case d.State.Bound(a.Action):
		return d.mustMoveLifted()
	}
	return playAction(d, seat, a)
}

func refuseServerAction(a rules.Action) error {
	r := table.Refuse(table.ServerAction)
	switch a.Type {
	case rules.Flag:
		r.Subject = "a flag"
	case rules.DrawAgreed:
		r.Subject = "an agreed draw"
	default:
		return table.Refuse(table.UnknownCommand)
	}
	return r
}

// atTurn returns the seat for which a player acts. It returns a refusal if none of their
// seats is to move, or if the player has not seen the last action.
func (d *Decision) atTurn(a table.Command, held rules.Seats) (rules.Seat, error) {
	seat, actor := a.Seat, d.State.Actor()
	if seat == rules.NoSeat && held.Has(actor) {
		seat = actor
	}
	switch {
	case seat == rules.NoSeat:
	case !held.Has(seat):
		return seat, d.refuseSeat(seat, held)
	default:
		held = rules.Seats(0).With(seat)
	}
	err := table.NotToMove(d.State.Variant, &d.State.Game.Position, d.State.Game.Moves, held)
	switch {
	case err != nil:
		return seat, err
	case a.Answers >= 0 && a.Answers != len(d.State.Game.Moves):
		return seat, table.StaleAfter(d.State.Variant.Facts(), d.State.Game.Moves)
	}
	return seat, nil
}

// playAction adds the events of a legal action. The player's clock is charged up to the time
// at which the server received the command (G6).
func playAction(d *Decision, seat rules.Seat, a table.Command) error {
	if err := d.State.Game.Validate(a.Action); err != nil {
		return err
	}
	e := table.Event{Kind: table.Acted, Seat: &seat, Action: rules.Plain(d.State.Variant.Facts(), d.State.Actor(), a.Action)}
	if err := d.resumeClock(seat); err != nil {
		return err
	}
	if seat == d.State.Clocks.Running && d.State.Clocks.Ticking() {
		e.Spent = d.State.Clocks.Spent(a.Received)
	}
	if err := d.emit(e); err != nil {
		return err
	}
	return d.conclude()
}

// resumeClock resumes a seat's clock if it was paused after an outage.
func (d *Decision) resumeClock(seat rules.Seat) error {
	if seat != d.State.Clocks.Running || !d.State.Clocks.Paused || d.State.Vote.Adjourned {
		return nil
	}
	return d.emit(table.Event{Kind: table.Resumed})
}

// offerDraw offers a draw, or accepts the open offer.
func offerDraw(d *Decision, a table.Command) error {
	if d.State.Offer != nil {
		return acceptDraw(d, a)
	}
	if err := d.emit(table.Event{Kind: table.DrawOffered, Player: &a.By}); err != nil {
		return err
	}
	return d.conclude()
}

func acceptDraw(d *Decision, a table.Command) error {
	held := d.State.HeldBy(a.By.ID)
	switch {
	case d.State.Offer == nil:
		return table.Refuse(table.NoDrawOffer)
	case d.State.Offer.Accepted&held == held:
		return nil
	}
	if err := d.emit(table.Event{Kind: table.DrawAccepted, Player: &a.By}); err != nil {
		return err
	}
	return d.conclude()
}

func declineDraw(d *Decision, a table.Command) error {
	if d.State.Offer == nil {
		return table.Refuse(table.NoDrawOffer)
	}
	return d.emit(table.Event{Kind: table.DrawDeclined, Player: &a.By})
}

// resign handles a command to resign. A seat may resign even if it is not the seat's turn. If
// a partner must agree, the command only proposes the resignation; the partner agrees by
// resigning too (G5).
func resign(d *Decision, a table.Command, held rules.Seats) error {
	seat := a.Action.Seat
	switch {
	case !held.Has(seat):
		return d.refuseSeat(seat, held)
	case d.State.Game.Position.State[seat] == rules.Eliminated:
		return table.SeatEliminated(d.State.Variant, d.State.Game.Moves, seat)
	}
	if err := d.State.Game.Validate(a.Action); err != nil {
		return err
	}
	switch {
	case d.State.MayResign(seat):
		return playAction(d, seat, a)
	case d.State.Resigning.Seats.Has(seat):
		return nil
	}
	return d.emit(table.Event{Kind: table.ResignationProposed, Seat: &seat})
}

// playOn rejects a partner's proposal to resign, or withdraws the player's own. Eliminated
// players cannot reject a proposal.
func playOn(d *Decision, a table.Command) error {
	err := error(table.Refuse(table.NoProposal))
	for seat := range (d.State.HeldBy(a.By.ID) & d.State.Game.Position.InPlay()).All() {
		if d.State.ProposalsFor(seat) == 0 {
			continue
		}
		if err = d.emit(table.Event{Kind: table.ResignationRejected, Seat: &seat}); err != nil {
			return err
		}
	}
	return err
}

// resignProposed carries out a proposal to resign that no longer needs the partner's
// consent, because the partner was eliminated.
func (d *Decision) resignProposed() error {
	for seat := range d.State.Resigning.Seats.All() {
		if d.State.Over() || !d.State.MayResign(seat) {
			continue
		}
		resign := rules.Action{Type: rules.Resign, Seat: seat}
		if err := d.emit(table.Event{Kind: table.Acted, Seat: &seat, Action: rules.Plain(d.State.Variant.Facts(), d.State.Actor(), resign)}); err != nil {
			return err
		}
	}
	return nil
}
