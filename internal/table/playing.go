package table

import (
	"quadrille/internal/player"
	"quadrille/rules"
)

// play decides a board action, a resignation or a claimed draw.
func (d *draft) play(a Act) error {
	held, err := d.playing(a.By)
	switch {
	case err != nil:
		return err
	case a.Action.Verb == rules.Resign:
		return d.resign(a, held)
	case d.vote.adjourned:
		return refuse(IsAdjourned)
	case !a.Action.OnBoard() && a.Action.Verb != rules.DrawClaimed:
		return tablesOwn(a.Action)
	}
	seat, err := d.atTurn(a, held)
	switch {
	case err != nil:
		return err
	case d.bound(a.Action):
		return d.mustMoveLifted()
	}
	return d.act(seat, a)
}

// playing is the seats of somebody who plays in a game that has begun.
func (d *draft) playing(by player.Player) (rules.Seats, error) {
	held := d.heldBy(by.ID)
	switch {
	case d.phase != Playing:
		return 0, refuse(NotBegan)
	case held == 0:
		return 0, refuse(NotSeated)
	}
	return held, nil
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

// atTurn is the seat for which a player acts, if it is its turn to act and he
// has seen how things stand.
func (d *draft) atTurn(a Act, held rules.Seats) (rules.Seat, error) {
	seat, actor := a.Seat, d.actor()
	if seat == rules.NoSeat && held.Has(actor) {
		seat = actor
	}
	switch {
	case seat == rules.NoSeat:
	case !held.Has(seat):
		return seat, d.notYours(seat, held)
	default:
		held = rules.Seats(0).With(seat)
	}
	err := notToMove(d.variant, &d.game.Position, d.moves, held)
	switch {
	case err != nil:
		return seat, err
	case a.Answers >= 0 && a.Answers != len(d.moves):
		return seat, d.stale()
	}
	return seat, nil
}

func (d *draft) stale() error {
	last := "none"
	if n := len(d.moves); n > 0 {
		last = rules.Plain(d.variant.Facts(), rules.NoSeat, d.moves[n-1].Action)
	}
	return &Refusal{Reason: Stale, Subject: last}
}

// Stale is what one is told who answers a position that stands no more.
func (v *View) Stale() error {
	last := "none"
	if n := len(v.Moves); n > 0 {
		last = v.Moves[n-1].Plain
	}
	return &Refusal{Reason: Stale, Subject: last}
}

// act decides an action of a seat, if the law allows it. The clock is charged to
// when it was received (G6).
func (d *draft) act(seat rules.Seat, a Act) error {
	if err := d.game.Check(a.Action); err != nil {
		return err
	}
	e := Event{Kind: Acted, Seat: &seat, Action: rules.Plain(d.variant.Facts(), d.actor(), a.Action)}
	if err := d.back(seat); err != nil {
		return err
	}
	if seat == d.clock.running && d.clock.ticking() {
		e.Spent = d.clock.spent(a.Received)
	}
	if err := d.emit(e); err != nil {
		return err
	}
	return d.conclude()
}

// back lets a clock that stood after an outage go on: who does something is back.
func (d *draft) back(seat rules.Seat) error {
	if seat != d.clock.running || !d.clock.paused || d.vote.adjourned {
		return nil
	}
	return d.emit(Event{Kind: Resumed})
}

// voice refuses who has none about a draw: only seats that play agree on it
// (G4.1).
func (d *draft) voice(by player.Player) error {
	held, err := d.playing(by)
	if err == nil && held&d.game.Position.InPlay() == 0 {
		err = refuse(OutOfGame)
	}
	return err
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
