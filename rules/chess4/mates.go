package chess4

import "quadrille/rules"

// status returns whether a seat, if it had to move now, would be mated (C15), stalemated
// (C18), or neither.
func (g *Game) status(p *rules.Position, seat rules.Seat) rules.CreditKind {
	var k rules.Known
	return g.examine(p, seat, &k)
}

// examine returns the status of a seat. It records in k whether the seat is in check, and one of its
// pieces that can move.
func (g *Game) examine(p *rules.Position, seat rules.Seat, k *rules.Known) rules.CreditKind {
	s := g.side(p, rules.Army(seat))
	k.Checked = k.Checked.Without(seat)
	if s.checked {
		k.Checked = k.Checked.With(seat)
	}
	if can := g.movablePiece(p, &s, k.Free[seat&3]); can != rules.NoSquare {
		k.Free[seat&3] = can
		return rules.NoCredit
	}
	if s.checked {
		return rules.MateCredit
	}
	return rules.StalemateCredit
}

// staysUnchecked reports whether a seat that was not in check before a move is known not to be in check after it
// either. p is the position after the move.
func (g *Game) staysUnchecked(p *rules.Position, seat rules.Seat, a rules.Action, e *rules.Effects, k *rules.Known) bool {
	if !k.Checks || k.Checked.Has(seat) || p.Controller[seat] != seat || e.CapturedOn != a.To && e.Captured != 0 { // en passant
		return false
	}
	king, reach := p.King[seat], g.reach
	switch p.Board[a.To].Kind() {
	case rules.King:
		if reach.Distance(a.From, a.To) != 1 || reach.Distance(king, a.To) == 1 { // castling, or an attack
			return false
		}
	case rules.Knight:
		if reach.Distance(king, a.To) == 2 {
			return false
		}
	}
	return !g.opens(p, seat, king, a)
}

// staysFree reports whether a seat, which is not in check, can move a piece that cannot shield its king: the one in k
// or another one, which it then stores in k.
func (g *Game) staysFree(p *rules.Position, seat rules.Seat, k *rules.Known) bool {
	king, army := p.King[seat], rules.Army(seat)
	known := k.Free[seat&3]
	if piece := p.Board[known]; piece.IsPiece() && piece.Army() == army && g.isFree(p, king, known, 0) {
		return true
	}
	free := g.freePiece(p, army, king, 0)
	if free != rules.NoSquare {
		k.Free[seat&3] = free
	}
	return free != rules.NoSquare
}

// opens reports whether an enemy attacks a king on a line through one of the squares of a move.
func (g *Game) opens(p *rules.Position, seat rules.Seat, king rules.Square, a rules.Action) bool {
	reach := g.reach
	from, left := reach.Line(king, a.From)
	to, entered := reach.Line(king, a.To)
	if !left && !entered {
		return false
	}
	var enemies rules.PieceSet
	for army, by := range p.Controller {
		if by != rules.NoSeat && !g.allies[seat].Has(by) {
			enemies |= rules.AllOf(rules.Army(army))
		}
	}
	return left && reach.AttackedAlong(&p.Board, king, from, enemies) ||
		entered && (!left || from != to) && reach.AttackedAlong(&p.Board, king, to, enemies)
}

// updateCredits examines every seat after a ply, except a seat that moved its own army (C15,
// C18). It credits new mates and stalemates to the mover, who is the controller of the army
// that moved (C16). It returns those of the examined seats that can move. k says what is known
// about the position before the ply, and then about p.
func (g *Game) updateCredits(p, before *rules.Position, a rules.Action, e *rules.Effects, k *rules.Known) (free rules.Seats) {
	mover := before.Controller[before.Turn]
	ownArmy := mover == before.Turn && before.Choosing == 0
	for seat := range rules.Seat(rules.SeatCount) {
		if p.State[seat] == rules.Eliminated {
			continue
		}
		if seat == mover && ownArmy {
			p.Credit[seat] = rules.Credit{}
			k.Checked = k.Checked.Without(seat) // its move was legal
			continue
		}
		kind, old := rules.NoCredit, p.Credit[seat]
		if !g.staysUnchecked(p, seat, a, e, k) || !g.staysFree(p, seat, k) {
			kind = g.examine(p, seat, k)
		}
		switch {
		case kind == rules.NoCredit:
			p.Credit[seat] = rules.Credit{}
			free = free.With(seat)
		case kind != old.Kind || kind == rules.MateCredit && old.By != mover && g.captureMatesAgain(before, seat, e):
			p.Credit[seat] = rules.Credit{Kind: kind, By: mover}
			if seat == mover {
				p.Credit[seat] = g.creditByCheck(p, seat, kind, seat)
			}
		}
	}
	k.Checks = true
	return free
}

// captureMatesAgain reports whether the seat was already mated, but only because of the
// piece that was captured. If so, the capture counts as a new mate, and the capturing seat
// gets the credit (C16).
func (g *Game) captureMatesAgain(before *rules.Position, seat rules.Seat, e *rules.Effects) bool {
	if e.Captured == 0 {
		return false
	}
	without := *before
	g.removePiece(&without, e.CapturedOn)
	return g.status(&without, seat) != rules.MateCredit
}

// advance begins turns until a seat can move, a seat must choose an army, or the game is
// over. If no seat can move during a whole round and no elimination is due, it ends the game
// as a draw. The parameter `free` contains seats that are known to have a legal move. advance reports
// whether it has eliminated a seat.
func (g *Game) advance(p *rules.Position, e *rules.Effects, free rules.Seats) (eliminated bool) {
	for idle := 0; !g.finishScores(p); p.Turn = p.Turn.Next() {
		if p.Controller[p.Turn] == rules.NoSeat {
			continue
		}
		own := p.State[p.Turn] != rules.Eliminated
		if own && g.eliminateMated(p, e) {
			idle, free, eliminated = 0, 0, true
			if g.finishScores(p) {
				return eliminated
			}
		}
		if p.Choosing != 0 || own && free.Has(p.Turn) || g.armyCanMove(p, rules.Army(p.Turn)) {
			return eliminated
		}
		e.AddMatedPass(p.Turn, mateCredit(p, own))
		if p.EnPassantCount != 0 {
			g.expireEnPassant(p, rules.Army(p.Turn), false) // the passed turn ends the seat's en passant rights (C11)
			// While a seat has an en passant right from an earlier turn, the pawn that it
			// can capture may not capture (C12). When the right ends, the pawn may capture
			// again, which may end a mate.
			g.refreshCredits(p)
		}
		if c := &p.Credit[p.Turn]; own && c.Kind != rules.NoCredit && !c.Passed {
			c.Passed, idle = true, 0
		} else if idle++; idle >= activeArmies(p) {
			g.End(p, rules.ByNobodyCanMove)
			return eliminated
		}
	}
	return eliminated
}

// mateCredit returns the seat credited with the mate of the seat to move. It returns
// NoSeat if there is no mate, or if `own` is false, which means that the seat to move is
// eliminated.
func mateCredit(p *rules.Position, own bool) rules.Seat {
	if c := p.Credit[p.Turn]; own && c.Kind == rules.MateCredit {
		return c.By
	}
	return rules.NoSeat
}

// activeArmies returns the number of armies that have a turn in each round.
func activeArmies(p *rules.Position) (n int) {
	for _, by := range p.Controller {
		if by != rules.NoSeat {
			n++
		}
	}
	return n
}

func (g *Game) armyCanMove(p *rules.Position, army rules.Army) bool {
	s := g.side(p, army)
	return g.canMove(p, &s)
}

// eliminateMated eliminates each seat whose mate or stalemate is credited to the seat to
// move, if the mated seat has had to pass once since then (C17, C18). All these seats are
// eliminated at the same time. eliminateMated reports whether there are any.
func (g *Game) eliminateMated(p *rules.Position, e *rules.Effects) bool {
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
			p.Points[p.Turn] += 6 // one point for a mate (C31), counted in sixths
			why = rules.ByCheckmate
		} else {
			p.Points[p.Turn] += 3
			p.Points[seat] += 3
		}
	}
	g.eliminate(p, leaving, why)
	return true
}

// resign eliminates a seat immediately (C20) and divides one point among the seats that
// remain in play (C31). In a team game, resign ends the game instead: the team of the seat
// loses, by resignation or on time (G5, G6).
func (g *Game) resign(p *rules.Position, seat rules.Seat, why rules.Termination) {
	if g.teams {
		p.Outcome.Termination, p.Outcome.Winners = why, 0x0F&^g.allies[seat]
		return
	}
	p.EliminatedBy[seat], p.Credit[seat] = rules.NoSeat, rules.Credit{}
	g.eliminate(p, rules.Seats(0).With(seat), why)
	g.sharePoints(p, 1)
}

// Eliminate eliminates several seats at the same moment, as if each had resigned (C20, C31).
// None of them may have a partner.
func (g *Game) Eliminate(p *rules.Position, leaving rules.Seats) {
	for seat := range rules.Seat(rules.SeatCount) {
		if leaving.Has(seat) {
			p.EliminatedBy[seat], p.Credit[seat] = rules.NoSeat, rules.Credit{}
		}
	}
	g.eliminate(p, leaving, rules.ByResignation)
	g.sharePoints(p, leaving.Count())
	g.finishScores(p)
}

// sharePoints shares points equally among the seats in play (C31).
func (g *Game) sharePoints(p *rules.Position, points int) {
	rest := p.HasStake()
	for s := range rules.Seat(rules.SeatCount) {
		if rest.Has(s) {
			p.Points[s] += uint16(points * 6 / rest.Count())
		}
	}
}

// eliminate takes seats out of the game. Their armies stay on the board, inactive (C19).
// In Method 2 a mated seat's own army goes to the seat credited with the mate (C24), and
// the armies that the mated seat had gained become inactive permanently (C28). If one
// seat or team is left, the game ends (C21). Otherwise eliminate updates the credits for the
// remaining mates and stalemates.
func (g *Game) eliminate(p *rules.Position, leaving rules.Seats, why rules.Termination) {
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
				g.transferArmy(p, rules.Army(army), seat, mated)
			}
		}
	}
	if g.endIfDecided(p, why) {
		return
	}
	p.Choosing = pendingChoice(p, p.Turn)
	g.refreshCredits(p)
}

func (g *Game) transferArmy(p *rules.Position, army rules.Army, from rules.Seat, mated bool) {
	if g.method2 && mated && rules.Seat(army) == from {
		g.gainArmy(p, army, p.EliminatedBy[from])
		return
	}
	g.deactivate(p, army)
}

// endIfDecided ends the game if one seat or one team is left (C21), and reports whether it
// did.
func (g *Game) endIfDecided(p *rules.Position, why rules.Termination) bool {
	rest := p.HasStake()
	for s := range rules.Seat(rules.SeatCount) {
		if rest.Has(s) && rest&^g.allies[s] == 0 {
			p.Outcome.Termination, p.Outcome.Winners = why, g.allies[s]
			return true
		}
	}
	return false
}

// refreshCredits updates credits after a change other than a ply. It clears the credits
// for checkmates and stalemates that have ended. The credit of an eliminated seat passes
// to another seat: for a checkmate, to the next seat that gives check (C16); for a
// stalemate, to the seat that makes the next ply (C18).
func (g *Game) refreshCredits(p *rules.Position) {
	for seat := range rules.Seat(rules.SeatCount) {
		c := &p.Credit[seat]
		if c.Kind == rules.NoCredit {
			continue
		}
		// clear no credit while a seat must choose an army: mates are examined after the choice (C27)
		if p.Choosing == 0 && g.status(p, seat) != c.Kind {
			*c = rules.Credit{}
		} else if p.State[c.By] == rules.Eliminated {
			*c = g.creditByCheck(p, seat, c.Kind, c.By)
		}
	}
}

// creditByCheck credits the mate of `seat` to the first seat after `after`, in turn
// order, that gives check. It is used if the seat that made the mate cannot be credited.
// A stalemate gets no credit.
func (g *Game) creditByCheck(p *rules.Position, seat rules.Seat, kind rules.CreditKind, after rules.Seat) rules.Credit {
	if kind != rules.MateCredit {
		return rules.Credit{}
	}
	s := g.side(p, rules.Army(seat))
	for n := rules.Seat(1); n <= rules.SeatCount; n++ {
		by := (after + n) % rules.SeatCount
		if g.reach.Attacked(&p.Board, s.king, s.enemies&piecesOf(p, by)) {
			return rules.Credit{Kind: kind, By: by}
		}
	}
	// the mated seat itself has gained the pieces that attack its king; after it has chosen an army to keep (C27), the
	// mate is examined again
	return rules.Credit{}
}

// piecesOf returns the set of the pieces in the armies that a seat controls.
func piecesOf(p *rules.Position, seat rules.Seat) (pieces rules.PieceSet) {
	for army, by := range p.Controller {
		if by == seat {
			pieces |= rules.AllOf(rules.Army(army))
		}
	}
	return pieces
}

// finishScores reports whether the game is over, and sets the scores if it is.
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

// End ends the game as a draw between the seats in play (G4).
func (g *Game) End(p *rules.Position, why rules.Termination) {
	p.Outcome.Termination = why
	g.finishScores(p)
}

// InCheck returns the seats in play whose king is attacked.
func (g *Game) InCheck(p *rules.Position) rules.Seats {
	var set rules.Seats
	for seat := range rules.Seat(rules.SeatCount) {
		if p.State[seat] != rules.Eliminated && g.side(p, rules.Army(seat)).checked {
			set = set.With(seat)
		}
	}
	return set
}

// Mated returns the seats in checkmate (C15).
func (g *Game) Mated(p *rules.Position) rules.Seats {
	var set rules.Seats
	for seat, c := range p.Credit {
		if c.Kind == rules.MateCredit {
			set = set.With(rules.Seat(seat))
		}
	}
	return set
}
