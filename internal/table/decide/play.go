package decide

import (
	"quadrille/internal/table"
	"quadrille/rules"
)

func checkPlay(d *Decision, a table.Command) error {
	switch {
	case a.Action.Type == rules.Resign:
		return checkResign(d, a)
	case d.State.Vote.Adjourned:
		return table.Refuse(table.IsAdjourned)
	case !a.Action.IsBoardAction() && a.Action.Type != rules.DrawClaimed:
		return refuseServerAction(a.Action)
	}
	_, err := d.atTurn(a)
	switch {
	case err != nil:
		return err
	case d.State.Bound(a.Action):
		return d.mustMoveLifted()
	}
	return d.State.Game.Validate(a.Action)
}

// play plays a board action, resigns or claims a draw.
func play(d *Decision, a table.Command) error {
	if a.Action.Type == rules.Resign {
		return resign(d, a)
	}
	seat, err := d.atTurn(a)
	if err != nil {
		return err
	}
	return playAction(d, seat, a)
}

// eliminated returns the refusal for a command that concerns an eliminated seat.
func (d *Decision) eliminated(seat rules.Seat) error {
	return table.SeatEliminated(d.State.Variant.Facts(), d.State.Game.Moves, d.State.Game.Out[seat], seat)
}

func refuseServerAction(a rules.Action) error {
	switch a.Type {
	case rules.Flag:
		return table.ServerAction.Refuse("a flag")
	case rules.DrawAgreed:
		return table.ServerAction.Refuse("an agreed draw")
	}
	return table.Refuse(table.UnknownCommand)
}

// atTurn returns the seat for which a player acts. It returns a refusal if none of their
// seats is to move, or if the player has not seen the last action.
func (d *Decision) atTurn(a table.Command) (rules.Seat, error) {
	held := d.State.HeldBy(a.By.ID)
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
	err := table.NotToMove(d.State.Variant, &d.State.Game.Position, held, d.eliminated)
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

// checkDrawOffered returns a refusal if no draw is offered.
func checkDrawOffered(d *Decision, _ table.Command) error {
	if d.State.Offer == nil {
		return table.Refuse(table.NoDrawOffer)
	}
	return nil
}

func acceptDraw(d *Decision, a table.Command) error {
	if held := d.State.HeldBy(a.By.ID); d.State.Offer.Accepted&held == held {
		return nil
	}
	if err := d.emit(table.Event{Kind: table.DrawAccepted, Player: &a.By}); err != nil {
		return err
	}
	return d.conclude()
}

func declineDraw(d *Decision, a table.Command) error {
	return d.emit(table.Event{Kind: table.DrawDeclined, Player: &a.By})
}

func checkResign(d *Decision, a table.Command) error {
	seat, held := a.Action.Seat, d.State.HeldBy(a.By.ID)
	switch {
	case !held.Has(seat):
		return d.refuseSeat(seat, held)
	case !d.State.Game.Position.State[seat].MayAct():
		return d.eliminated(seat)
	}
	return d.State.Game.Validate(a.Action)
}

// resign resigns a seat, even if it is not the seat's turn. If a partner must agree, it only
// proposes the resignation; the partner agrees by resigning too (G5).
func resign(d *Decision, a table.Command) error {
	seat := a.Action.Seat
	switch {
	case d.State.MayResign(seat):
		return playAction(d, seat, a)
	case d.State.Resigning.Seats.Has(seat):
		return nil
	}
	return d.emit(table.Event{Kind: table.ResignationProposed, Seat: &seat})
}

// checkPlayOn refuses the command of an eliminated player, who cannot reject a proposal.
func checkPlayOn(d *Decision, a table.Command) error {
	for seat := range (d.State.HeldBy(a.By.ID) & d.State.Game.Position.MayAct()).All() {
		if d.State.ProposalsFor(seat) != 0 {
			return nil
		}
	}
	return table.Refuse(table.NoProposal)
}

// playOn rejects a partner's proposal to resign, or withdraws the player's own.
func playOn(d *Decision, a table.Command) error {
	for seat := range (d.State.HeldBy(a.By.ID) & d.State.Game.Position.MayAct()).All() {
		if d.State.ProposalsFor(seat) == 0 {
			continue
		}
		if err := d.emit(table.Event{Kind: table.ResignationRejected, Seat: &seat}); err != nil {
			return err
		}
	}
	return nil
}

// resignProposed carries out a proposal to resign that no longer needs the partner's
// consent, because the partner was eliminated.
func (d *Decision) resignProposed() error {
	for seat := range d.State.Resigning.Seats.All() {
		if d.State.Over() || !d.State.MayResign(seat) {
			continue
		}
		plain := rules.Plain(d.State.Variant.Facts(), d.State.Actor(), rules.Action{Type: rules.Resign, Seat: seat})
		if err := d.emit(table.Event{Kind: table.Acted, Seat: &seat, Action: plain}); err != nil {
			return err
		}
	}
	return nil
}
