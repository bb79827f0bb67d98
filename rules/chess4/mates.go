package chess4

import "quadrille/rules"

// standing looks at a seat that plays as though it were its turn: mated (C15),
// stalemated (C18), or neither.
func (g *Game) standing(p *rules.Position, seat rules.Seat) rules.CreditKind {
	s := g.side(p, rules.Army(seat))
	switch {
	case g.canMove(p, &s):
		return rules.NoCredit
	case s.checked:
		return rules.MateCredit
	}
	return rules.StalemateCredit
}

// credit looks at every seat but the mover after its ply (C15, C18) and gives
// the credit for what is new (C16). It returns the seats that can move.
func (g *Game) credit(p, before *rules.Position, mover rules.Seat, e rules.Effects) (free rules.Seats) {
	p.Credit[mover] = rules.Credit{}
	for seat := range rules.Seat(rules.SeatCount) {
		if seat == mover || p.State[seat] == rules.Out {
			continue
		}
		kind, old := g.standing(p, seat), p.Credit[seat]
		switch {
		case kind == rules.NoCredit:
			p.Credit[seat] = rules.Credit{}
			free = free.With(seat)
		case kind != old.Kind || kind == rules.MateCredit && old.By != mover && g.matedAnew(before, seat, e):
			p.Credit[seat] = rules.Credit{Kind: kind, By: mover}
		}
	}
	return free
}

// matedAnew reports whether a mate that stood before a capture would not have
// stood without the man that it took: then the capture mates again, and the
// credit passes to it (C16).
func (g *Game) matedAnew(before *rules.Position, seat rules.Seat, e rules.Effects) bool {
	if e.Captured == 0 {
		return false
	}
	without := *before
	g.takeOff(&without, e.CapturedOn)
	return g.standing(&without, seat) != rules.MateCredit
}

// advance begins turns until a seat has something to choose or the game is over:
// outs first (C17), then forced passes (G3). A round in which nobody can act,
// and nothing comes nearer to an out, is a draw. free is seats that are known to
// have a legal move; an out takes no move away from anybody.
func (g *Game) advance(p *rules.Position, e *rules.Effects, free rules.Seats) {
	for idle := 0; !g.finish(p); p.Turn = p.Turn.Next() {
		if p.State[p.Turn] == rules.Out {
			continue
		}
		if g.sendOut(p) {
			idle = 0
			if g.finish(p) {
				return
			}
		}
		if free.Has(p.Turn) || g.standing(p, p.Turn) == rules.NoCredit {
			return
		}
		e.Pass(p.Turn)
		if p.Passings != 0 {
			g.spendRights(p, rules.Army(p.Turn), false) // the pass counts as the first turn (C11)
			g.lookAgain(p)                              // and a bar may have gone with a kept right (C12)
		}
		if c := &p.Credit[p.Turn]; c.Kind != rules.NoCredit && !c.Passed {
			c.Passed, idle = true, 0
		} else if idle++; idle >= p.InPlay().Count() {
			g.End(p, rules.ByNobodyCanMove)
			return
		}
	}
}

// sendOut puts out the seats that the seat to move is credited with and that
// have passed a turn so (C17, C18). They leave at the same moment.
func (g *Game) sendOut(p *rules.Position) bool {
	var leaving rules.Seats
	for seat, c := range p.Credit {
		if c.Kind != rules.NoCredit && c.By == p.Turn && c.Passed {
			leaving = leaving.With(rules.Seat(seat))
		}
	}
	if leaving == 0 {
		return false
	}
	why := rules.ByStalemate
	for seat := range rules.Seat(rules.SeatCount) {
		if !leaving.Has(seat) {
			continue
		}
		p.OutBy[seat] = p.Turn
		if p.Credit[seat].Kind == rules.MateCredit {
			p.Points[p.Turn] += 6 // C31, in sixths
			why = rules.ByCheckmate
		} else {
			p.Points[p.Turn] += 3
			p.Points[seat] += 3
		}
	}
	g.leave(p, leaving, why)
	return true
}

// resign puts a seat out at once (C20); one point is divided among the seats
// that still play (C31).
func (g *Game) resign(p *rules.Position, seat rules.Seat, why rules.Ending) {
	p.OutBy[seat] = rules.NoSeat
	g.leave(p, rules.Seats(0).With(seat), why)
	rest := p.InPlay()
	for s := range rules.Seat(rules.SeatCount) {
		if rest.Has(s) {
			p.Points[s] += uint8(6 / rest.Count())
		}
	}
}

// leave makes seats inactive: their men stay, and their rights are gone (C13,
// C19). Then it ends the game if one seat is left (C21), or looks again at the
// mates that stood.
func (g *Game) leave(p *rules.Position, leaving rules.Seats, why rules.Ending) {
	moment := uint8(1)
	for _, m := range p.Left {
		moment = max(moment, m+1)
	}
	for seat := range rules.Seat(rules.SeatCount) {
		if leaving.Has(seat) {
			p.State[seat], p.Left[seat], p.Controller[seat] = rules.Out, moment, rules.NoSeat
			p.Castling[seat], p.Credit[seat] = 0, rules.Credit{}
			g.spendRights(p, rules.Army(seat), false)
		}
	}
	if rest := p.InPlay(); rest.Count() == 1 {
		p.Outcome.Why, p.Outcome.Winners = why, rest
		return
	}
	g.lookAgain(p)
}

// lookAgain is for what changes without a ply. It clears credits whose mate went
// with the men that attacked or with a bar on a pawn that can help, and hands on
// those whose owner left: a mate to the next seat that gives check (C16), a
// stalemate to whoever makes the next ply (C18).
func (g *Game) lookAgain(p *rules.Position) {
	for seat := range rules.Seat(rules.SeatCount) {
		c := &p.Credit[seat]
		if c.Kind == rules.NoCredit {
			continue
		}
		if g.standing(p, seat) != c.Kind {
			*c = rules.Credit{}
		} else if p.State[c.By] == rules.Out {
			*c = g.creditByCheck(p, seat, c.Kind, c.By)
		}
	}
}

// creditByCheck is the credit for a mate that nobody present brought about: the
// first seat after another, in turn order, that gives check. A stalemate waits.
func (g *Game) creditByCheck(p *rules.Position, seat rules.Seat, kind rules.CreditKind, after rules.Seat) rules.Credit {
	if kind != rules.MateCredit {
		return rules.Credit{}
	}
	s := g.side(p, rules.Army(seat))
	for by := after.Next(); ; by = by.Next() {
		if s.foes&rules.AllOf(rules.Army(by)) != 0 &&
			g.reach.Attacked(&p.Board, s.king, rules.AllOf(rules.Army(by))) {
			return rules.Credit{Kind: kind, By: by}
		}
	}
}

// finish reports whether the game is over, and keeps the score if it is.
func (g *Game) finish(p *rules.Position) bool {
	if p.Over() && !p.Outcome.HasPoints {
		p.Outcome.Scores = standings(p)
		p.Outcome.HasPoints = true
	}
	return p.Over()
}

// End closes the game as a draw between the seats that still play (G4).
func (g *Game) End(p *rules.Position, why rules.Ending) {
	p.Outcome.Why = why
	g.finish(p)
}

// Check is the seats in play whose king stands attacked.
func (g *Game) Check(p *rules.Position) rules.Seats {
	var set rules.Seats
	for seat := range rules.Seat(rules.SeatCount) {
		if p.State[seat] != rules.Out && g.side(p, rules.Army(seat)).checked {
			set = set.With(seat)
		}
	}
	return set
}

// Mated is the seats in checkmate (C15).
func (g *Game) Mated(p *rules.Position) rules.Seats {
	var set rules.Seats
	for seat, c := range p.Credit {
		if c.Kind == rules.MateCredit {
			set = set.With(rules.Seat(seat))
		}
	}
	return set
}
