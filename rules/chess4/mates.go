package chess4

import "quadrille/rules"

// mates looks at mates and stalemates after each ply, and at who goes out and what becomes of their armies.
type mates struct {
	g *Game
}

// standing looks at a seat that plays as though it were its turn: mated (C15),
// stalemated (C18), or neither.
func (ms *mates) status(p *rules.Position, seat rules.Seat) rules.CreditKind {
	s := ms.g.side(p, rules.Army(seat))
	switch {
	case ms.g.canMove(p, &s):
		return rules.NoCredit
	case s.checked:
		return rules.MateCredit
	}
	return rules.StalemateCredit
}

// credit looks at every seat after a ply, but at one that moved its own army
// (C15, C18), and gives the credit for what is new (C16). A move of a gained army
// is its controller's. It returns the seats that can move.
func (ms *mates) updateCredits(p, before *rules.Position, e rules.Effects) (free rules.Seats) {
	mover := before.Controller[before.Turn]
	ownArmy := mover == before.Turn && before.Choosing == 0
	for seat := range rules.Seat(rules.SeatCount) {
		if p.State[seat] == rules.Eliminated {
			continue
		}
		if seat == mover && ownArmy {
			p.Credit[seat] = rules.Credit{}
			continue
		}
		kind, old := ms.status(p, seat), p.Credit[seat]
		switch {
		case kind == rules.NoCredit:
			p.Credit[seat] = rules.Credit{}
			free = free.With(seat)
		case kind != old.Kind || kind == rules.MateCredit && old.By != mover && ms.captureMatesAgain(before, seat, e):
			p.Credit[seat] = rules.Credit{Kind: kind, By: mover}
			if seat == mover {
				p.Credit[seat] = ms.creditByCheck(p, seat, kind, seat)
			}
		}
	}
	return free
}

// matedAnew reports whether a mate that stood before a capture would not have
// stood without the man that it took: then the capture mates again, and the
// credit passes to it (C16).
func (ms *mates) captureMatesAgain(before *rules.Position, seat rules.Seat, e rules.Effects) bool {
	if e.Captured == 0 {
		return false
	}
	without := *before
	ms.g.removePiece(&without, e.CapturedOn)
	return ms.status(&without, seat) != rules.MateCredit
}

// advance begins turns until a seat has something to choose or the game is over:
// outs first (C17), then forced passes (G3). A round in which nobody can act,
// and nothing comes nearer to an out, is a draw. free is seats that are known to
// have a legal move.
func (ms *mates) advance(p *rules.Position, e *rules.Effects, free rules.Seats) {
	for idle := 0; !ms.g.finishScores(p); p.Turn = p.Turn.Next() {
		if p.Controller[p.Turn] == rules.NoSeat {
			continue
		}
		own := p.State[p.Turn] != rules.Eliminated
		if own && ms.eliminateMated(p, e) {
			idle, free = 0, 0
			if ms.g.finishScores(p) {
				return
			}
		}
		if p.Choosing != 0 || own && free.Has(p.Turn) || ms.armyCanMove(p, rules.Army(p.Turn)) {
			return
		}
		e.AddMatedPass(p.Turn, mateCredit(p, own))
		if p.EnPassantCount != 0 {
			ms.g.expireEnPassant(p, rules.Army(p.Turn), false) // the pass counts as the first turn (C11)
			ms.refreshCredits(p)                               // and a bar may have gone with a kept right (C12)
		}
		if c := &p.Credit[p.Turn]; own && c.Kind != rules.NoCredit && !c.Passed {
			c.Passed, idle = true, 0
		} else if idle++; idle >= activeArmies(p) {
			ms.g.End(p, rules.ByNobodyCanMove)
			return
		}
	}
}

// matedBy is the seat credited with the mate of the seat to move.
func mateCredit(p *rules.Position, own bool) rules.Seat {
	if c := p.Credit[p.Turn]; own && c.Kind == rules.MateCredit {
		return c.By
	}
	return rules.NoSeat
}

// turns is how many armies have a turn in a round.
func activeArmies(p *rules.Position) (n int) {
	for _, by := range p.Controller {
		if by != rules.NoSeat {
			n++
		}
	}
	return n
}

func (ms *mates) armyCanMove(p *rules.Position, army rules.Army) bool {
	s := ms.g.side(p, army)
	return ms.g.canMove(p, &s)
}

// sendOut puts out the seats that the seat to move is credited with and that
// have passed a turn so (C17, C18). They leave at the same moment.
func (ms *mates) eliminateMated(p *rules.Position, e *rules.Effects) bool {
	var leaving rules.Seats
	for seat, c := range p.Credit {
		if c.Kind != rules.NoCredit && c.By == p.Turn && c.Passed {
			leaving = leaving.With(rules.Seat(seat))
		}
	}
	if leaving == 0 {
		return false
	}
	e.AddEliminated(leaving)
	why := rules.ByStalemate
	for seat := range rules.Seat(rules.SeatCount) {
		if !leaving.Has(seat) {
			continue
		}
		p.EliminatedBy[seat] = p.Turn
		if p.Credit[seat].Kind == rules.MateCredit {
			p.Points[p.Turn] += 6 // C31, in sixths
			why = rules.ByCheckmate
		} else {
			p.Points[p.Turn] += 3
			p.Points[seat] += 3
		}
	}
	ms.eliminate(p, leaving, why)
	return true
}

// resign puts a seat out at once (C20); one point is divided among the seats
// that still play (C31). A team that resigns, or whose time is up, has lost (G5,
// G6).
func (ms *mates) resign(p *rules.Position, seat rules.Seat, why rules.Termination) {
	if ms.g.teams {
		p.Outcome.Termination, p.Outcome.Winners = why, 0x0F&^ms.g.allies[seat]
		return
	}
	p.EliminatedBy[seat], p.Credit[seat] = rules.NoSeat, rules.Credit{}
	ms.eliminate(p, rules.Seats(0).With(seat), why)
	ms.sharePoints(p, 1)
}

// Retire puts seats without partners out together, as if each had resigned (C20, C31).
func (g *Game) Eliminate(p *rules.Position, leaving rules.Seats) {
	for seat := range rules.Seat(rules.SeatCount) {
		if leaving.Has(seat) {
			p.EliminatedBy[seat], p.Credit[seat] = rules.NoSeat, rules.Credit{}
		}
	}
	g.mates.eliminate(p, leaving, rules.ByResignation)
	g.mates.sharePoints(p, leaving.Count())
	g.finishScores(p)
}

// divide gives so many points to the seats that still play (C31).
func (ms *mates) sharePoints(p *rules.Position, points int) {
	rest := p.InPlay()
	for s := range rules.Seat(rules.SeatCount) {
		if rest.Has(s) {
			p.Points[s] += uint8(points * 6 / rest.Count())
		}
	}
}

// leave takes seats out of the game. Their armies stay, inactive (C19), but in
// Method 2 one that was mated goes to the seat credited with it (C24); armies
// that they had gained become inactive for good (C28). Then it ends the game
// (C21), or looks again at the mates that stood.
func (ms *mates) eliminate(p *rules.Position, leaving rules.Seats, why rules.Termination) {
	moment := uint8(1)
	for _, m := range p.EliminationOrder {
		moment = max(moment, m+1)
	}
	for seat := range rules.Seat(rules.SeatCount) {
		if !leaving.Has(seat) {
			continue
		}
		mated := p.Credit[seat].Kind == rules.MateCredit
		p.State[seat], p.EliminationOrder[seat], p.Credit[seat] = rules.Eliminated, moment, rules.Credit{}
		for army, by := range p.Controller {
			if by == seat {
				ms.transferArmy(p, rules.Army(army), seat, mated)
			}
		}
	}
	if ms.endIfDecided(p, why) {
		return
	}
	p.Choosing = pendingChoice(p, p.Turn)
	ms.refreshCredits(p)
}

func (ms *mates) transferArmy(p *rules.Position, army rules.Army, from rules.Seat, mated bool) {
	if ms.g.method2 && mated && rules.Seat(army) == from {
		ms.gainArmy(p, army, p.EliminatedBy[from])
		return
	}
	ms.deactivate(p, army)
}

// end closes the game if one seat is left, or one team (C21), and reports it.
func (ms *mates) endIfDecided(p *rules.Position, why rules.Termination) bool {
	rest := p.InPlay()
	for s := range rules.Seat(rules.SeatCount) {
		if rest.Has(s) && rest&^ms.g.allies[s] == 0 {
			p.Outcome.Termination, p.Outcome.Winners = why, ms.g.allies[s]
			return true
		}
	}
	return false
}

// lookAgain is for what changes without a ply. It clears credits whose mate went
// with the men that attacked or with a bar on a pawn that can help, and hands on
// those whose owner left: a mate to the next seat that gives check (C16), a
// stalemate to whoever makes the next ply (C18).
func (ms *mates) refreshCredits(p *rules.Position) {
	for seat := range rules.Seat(rules.SeatCount) {
		c := &p.Credit[seat]
		if c.Kind == rules.NoCredit {
			continue
		}
		if p.Choosing == 0 && ms.status(p, seat) != c.Kind { // C15 is looked at after the choice (C27)
			*c = rules.Credit{}
		} else if p.State[c.By] == rules.Eliminated {
			*c = ms.creditByCheck(p, seat, c.Kind, c.By)
		}
	}
}

// creditByCheck is the credit for a mate that nobody present brought about: the
// first seat after another, in turn order, that gives check. A stalemate waits.
func (ms *mates) creditByCheck(p *rules.Position, seat rules.Seat, kind rules.CreditKind, after rules.Seat) rules.Credit {
	if kind != rules.MateCredit {
		return rules.Credit{}
	}
	s := ms.g.side(p, rules.Army(seat))
	for n := rules.Seat(1); n <= rules.SeatCount; n++ {
		by := (after + n) % rules.SeatCount
		if ms.g.reach.Attacked(&p.Board, s.king, s.enemies&piecesOf(p, by)) {
			return rules.Credit{Kind: kind, By: by}
		}
	}
	return rules.Credit{} // the attackers went over to the king's own side; C15 is looked at after the choice (C27)
}

// movedBy is the men that a seat moves.
func piecesOf(p *rules.Position, seat rules.Seat) (pieces rules.PieceSet) {
	for army, by := range p.Controller {
		if by == seat {
			pieces |= rules.AllOf(rules.Army(army))
		}
	}
	return pieces
}

// finish reports whether the game is over, and keeps the score if it is.
func (g *Game) finishScores(p *rules.Position) bool {
	switch {
	case !p.Over():
		return false
	case g.teams:
		p.Outcome.Scores = teamScores(p.Outcome.Winners)
	default:
		p.Outcome.Scores, p.Outcome.HasPoints = eliminationScores(p), true
	}
	return true
}

// End closes the game as a draw between the seats that still play (G4).
func (g *Game) End(p *rules.Position, why rules.Termination) {
	p.Outcome.Termination = why
	g.finishScores(p)
}

// Check is the seats in play whose king stands attacked.
func (g *Game) InCheck(p *rules.Position) rules.Seats {
	var set rules.Seats
	for seat := range rules.Seat(rules.SeatCount) {
		if p.State[seat] != rules.Eliminated && g.side(p, rules.Army(seat)).checked {
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
