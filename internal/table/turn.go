package table

import (
	"quadrille/internal/player"
	"quadrille/rules"
)

// CannotAct returns a refusal that says why a player cannot move now, or nil if it is
// their turn. If the move that the player has tried is illegal too, callers report only
// the refusal that CannotAct returns.
func (v *View) CannotAct(by player.Player) error {
	held := v.Held(by.ID)
	switch {
	case by.ID == "" || by.Name == "":
		return Refuse(NoName)
	case v.Phase == Waiting:
		return Refuse(NotStarted)
	case v.Phase == Finished:
		return Refuse(GameOver)
	case held == 0:
		return Refuse(NotSeated)
	case v.Adjourned:
		return Refuse(IsAdjourned)
	}
	return NotToMove(v.Variant, &v.Position, held, func(seat rules.Seat) error {
		return SeatEliminated(v.Variant.Facts(), v.Moves, v.Out[seat], seat)
	})
}

// NotToMove returns a refusal that says why none of a player's seats is to move. It
// returns nil if one of the seats is to move. If all seats are eliminated, it returns the
// refusal that the function `eliminated` gives for the first one.
func NotToMove(v rules.Variant, p *rules.Position, held rules.Seats, eliminated func(rules.Seat) error) error {
	actor := v.Actor(p)
	switch playing := held & p.MayAct(); {
	case playing.Has(actor):
		return nil
	case playing == 0:
		return eliminated(held.First())
	default:
		return rules.Refuse(rules.NotYourTurn, v.Facts().SeatName(playing.First()), v.Facts().SeatName(actor))
	}
}

// SeatEliminated returns a refusal for a command that concerns an eliminated seat. The
// refusal names the action that eliminated the seat: the one with the number `out`, or none
// if that is 0.
func SeatEliminated(f *rules.Facts, moves []MoveView, out int, seat rules.Seat) error {
	since := ""
	if out > 0 {
		since = "since " + eliminatedBy(&moves[out-1], seat)
	}
	return rules.Refuse(rules.NotInGame, f.SeatName(seat), since)
}

// eliminatedBy describes the action m that eliminated a seat.
func eliminatedBy(m *MoveView, seat rules.Seat) string {
	switch {
	case m.Action.Type == rules.Resign && m.Action.Seat == seat:
		return "it resigned"
	case m.Action.Type == rules.Flag && m.Action.Seat == seat:
		return "its clock ran out"
	}
	return "the move " + m.Plain
}

// Stale returns a refusal for a command that was given in an earlier position.
func (v *View) Stale() error { return StaleAfter(v.Variant.Facts(), v.Moves) }

// StaleAfter returns a refusal for a command that was given before the last move in the
// list was played.
func StaleAfter(f *rules.Facts, moves []MoveView) error {
	last := "none"
	if n := len(moves); n > 0 {
		last = rules.Plain(f, rules.NoSeat, moves[n-1].Action)
	}
	return RefuseAbout(Stale, last)
}
