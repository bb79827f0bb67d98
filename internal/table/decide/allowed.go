package decide

import (
	"iter"
	"slices"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Allowed returns the kinds of commands that people may give now. It asks [Decision.Check] about
// commands with all arguments that can make a difference, so it never contradicts it. The
// parameter `legal` holds the legal board actions of the seat to move.
func (d *Decision) Allowed(legal []rules.Action) (a table.Allowed) {
	before := *d
	defer func() { *d = before }()
	d.Env.Present = func(player.ID) bool { return false }
	for i := range d.State.Seats.List {
		if p := d.State.Seats.List[i].Player; p.ID != "" && !p.ID.Bot() {
			a.Seats[i] = d.allowedTo(p, legal)
		}
	}
	if d.State.HeldBy(d.State.Host.ID) == 0 {
		a.Host = d.allowedTo(d.State.Host, legal)
	}
	if len(d.State.Seats.Replaced) > 0 {
		a.Replaced = d.allowedTo(d.State.Seats.Replaced[0], legal)
	}
	d.Env.Rights = nil
	a.Others = d.allowedTo(player.Player{ID: "?", Name: "?"}, legal)
	for i := range d.State.Seats.List {
		if p := d.State.Seats.List[i].Reserved; p.ID != "" && d.State.HeldBy(p.ID) == 0 {
			a.Others |= d.allowedTo(p, legal)
		}
	}
	return a
}

func (d *Decision) allowedTo(by player.Player, legal []rules.Action) (set table.CommandSet) {
	d, err := d.asReturned(by.ID) // once for all commands, because it copies the state
	if err != nil {
		return set
	}
	for i := range table.Commands {
		row := &table.Commands[i]
		if !row.In.Has(d.State.Phase) {
			continue
		}
		for a := range d.examples(by, row.Kind, legal) {
			if a.By, a.Kind, a.Answers = by, row.Kind, -1; d.permits(a) {
				set = set.With(row.Kind)
				break
			}
		}
	}
	return set
}

// permits reports whether a command is possible. The limit of chat lines does not count, because
// it passes within seconds.
func (d *Decision) permits(a table.Command) bool {
	err := d.Check(a)
	refused, _ := err.(*table.Refusal) // package decide does not wrap refusals, and errors.As allocates
	return err == nil || refused != nil && refused.Reason == table.ChatTooFast
}

// examples yields commands of a kind such that the table permits one of them if it permits any
// command of that kind that would have an effect.
func (d *Decision) examples(by player.Player, k table.CommandKind, legal []rules.Action) iter.Seq[table.Command] {
	return func(yield func(table.Command) bool) {
		switch held := d.State.HeldBy(by.ID); k {
		case table.Unseat:
			for seat := range rules.Seat(rules.SeatCount) {
				if d.State.Seats.List[seat].Player.ID != "" && !yield(table.Command{Seat: seat}) {
					return
				}
			}
		case table.AddBot:
			yield(table.Command{Seat: rules.NoSeat, Level: 1})
		case table.Play:
			d.examplesOfPlay(held, legal, yield)
		case table.Lift:
			square := d.State.Game.Lifted
			if square == rules.NoSquare && len(legal) > 0 {
				square = legal[0].From
			}
			yield(table.Command{Seat: rules.NoSeat, Square: square})
		case table.Premove:
			d.examplesOfPremove(held, yield)
		case table.Vote:
			if yield(table.Command{Choice: table.Adjourn}) {
				yield(table.Command{Choice: table.Resume})
			}
		case table.Mute, table.Unmute:
			yield(table.Command{Target: player.Player{ID: "?!", Name: "?!"}})
		default:
			yield(table.Command{Seat: rules.NoSeat, Text: "?"})
		}
	}
}

// examplesOfPlay yields resignations and, if it is the player's turn, a move and a claim of a draw.
func (d *Decision) examplesOfPlay(held rules.Seats, legal []rules.Action, yield func(table.Command) bool) {
	if held.Has(d.State.Actor()) {
		i := slices.IndexFunc(legal, func(a rules.Action) bool { return !d.State.Bound(a) })
		if i >= 0 && !yield(table.Command{Seat: rules.NoSeat, Action: legal[i]}) {
			return
		}
		if !yield(table.Command{Seat: rules.NoSeat, Action: rules.Action{Type: rules.DrawClaimed}}) {
			return
		}
	}
	for seat := range held.All() {
		if !yield(table.Command{Seat: rules.NoSeat, Action: rules.Action{Type: rules.Resign, Seat: seat}}) {
			return
		}
	}
}

// examplesOfPremove yields a premove of one piece of each seat that is not to move, to a square beside it.
func (d *Decision) examplesOfPremove(held rules.Seats, yield func(table.Command) bool) {
	g, p := d.State.Variant.Facts().Geometry, &d.State.Game.Position
	if actor := d.State.Actor(); actor != rules.NoSeat {
		held = held.Without(actor)
	}
	for pieces := g.AllPieces(&p.Board); held != 0; {
		from, ok := pieces.Next()
		if !ok {
			return
		}
		seat := d.State.Variant.Controller(p, from)
		if seat == rules.NoSeat || !held.Has(seat) {
			continue
		}
		held = held.Without(seat)
		for direction := range rules.Direction(8) {
			if to := g.Step(from, direction); g.On(to) {
				if !yield(table.Command{Seat: seat, Action: rules.NewMove(from, to)}) {
					return
				}
				break
			}
		}
	}
}
