package table

import (
	"quadrille/internal/player"
	"quadrille/rules"
)

// play decides a board action, a resignation or a claimed draw.
func (d *draft) play(a Act) error {
	if d.phase != Playing {
		return refuse(NotBegan)
	}
	held := d.heldBy(a.By.ID)
	if held == 0 {
		return refuse(NotSeated)
	}
	switch {
	case a.Action.Verb == rules.Resign:
		return d.resign(a, held)
	case a.Action.OnBoard() || a.Action.Verb == rules.DrawClaimed:
		return d.turn(a, held)
	}
	return tablesOwn(a.Action)
}

func tablesOwn(a rules.Action) error {
	r := refuse(TablesOwn)
	switch a.Verb {
	case rules.Flag:
		r.Subject = "a flag"
	case rules.DrawAgreed:
		r.Subject = "an agreed draw"
	default:
		return refuse(Unasked)
	}
	return r
}

// resign is also possible out of turn (G5).
func (d *draft) resign(a Act, held rules.Seats) error {
	seat := a.Action.Seat
	if !held.Has(seat) {
		return d.notYours(seat, held)
	}
	return d.act(seat, a)
}

// turn is an action of the seat whose turn it is to act.
func (d *draft) turn(a Act, held rules.Seats) error {
	seat, actor := a.Seat, d.actor()
	if seat == rules.NoSeat {
		seat = first(held)
		if held.Has(actor) {
			seat = actor
		}
	}
	switch {
	case !held.Has(seat):
		return d.notYours(seat, held)
	case d.game.Position.State[seat] == rules.Out:
		return rules.Refuse(rules.NotInGame, d.variant.Facts().SeatName(seat), "")
	case seat != actor:
		f := d.variant.Facts()
		return rules.Refuse(rules.NotYourTurn, f.SeatName(seat), f.SeatName(actor))
	case a.Answers >= 0 && a.Answers != len(d.moves):
		return d.stale()
	}
	return d.act(seat, a)
}

func (d *draft) stale() error {
	r := refuse(Stale)
	r.Subject = "none"
	if n := len(d.moves); n > 0 {
		r.Subject = rules.Plain(d.variant.Facts(), rules.NoSeat, d.moves[n-1].Action)
	}
	return r
}

// act decides an action of a seat, if the law allows it. The clock is charged to
// when it was received (G6). Who acts is back: his clock, if it stood after an
// outage, goes on.
func (d *draft) act(seat rules.Seat, a Act) error {
	if err := d.game.Check(a.Action); err != nil {
		return err
	}
	e := Event{Kind: Acted, Seat: &seat, Action: rules.Plain(d.variant.Facts(), d.actor(), a.Action)}
	if seat == d.clock.running {
		if d.clock.paused {
			if err := d.emit(Event{Kind: Resumed}); err != nil {
				return err
			}
		}
		e.Spent = d.clock.spent(a.Received)
	}
	if err := d.emit(e); err != nil {
		return err
	}
	return d.conclude()
}

// voice refuses who has none about a draw: only seats that play agree on it
// (G4.1).
func (d *draft) voice(by player.Player) error {
	held := d.heldBy(by.ID)
	switch {
	case d.phase != Playing:
		return refuse(NotBegan)
	case held == 0:
		return refuse(NotSeated)
	case held&d.game.Position.InPlay() == 0:
		return refuse(OutOfGame)
	}
	return nil
}

// offerDraw accepts the offer that stands, if there is one already.
func (d *draft) offerDraw(a Act) error {
	if d.offer != nil {
		return d.accept(a)
	}
	if err := d.voice(a.By); err != nil {
		return err
	}
	if err := d.emit(Event{Kind: Offered, Player: &a.By}); err != nil {
		return err
	}
	return d.conclude()
}

func (d *draft) accept(a Act) error {
	if err := d.voice(a.By); err != nil {
		return err
	}
	held := d.heldBy(a.By.ID)
	switch {
	case d.offer == nil:
		return refuse(NoOffer)
	case d.offer.Accepted&held == held:
		return nil
	}
	if err := d.emit(Event{Kind: Accepted, Player: &a.By}); err != nil {
		return err
	}
	return d.conclude()
}

func (d *draft) decline(a Act) error {
	if err := d.voice(a.By); err != nil {
		return err
	}
	if d.offer == nil {
		return refuse(NoOffer)
	}
	return d.emit(Event{Kind: Declined, Player: &a.By})
}
