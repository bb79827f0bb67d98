package verney

import "quadrille/rules"

// maxSweeps limits how often all seats are examined for checkmate after a ply (V14).
const maxSweeps = 4

// updateCheckmates updates the states of seats that a ply has put into checkmate or released
// from it (V14).
func (g *Game) updateCheckmates(p *rules.Position) {
	for range maxSweeps {
		released := g.sweep(p, rules.Frozen, false, rules.Playing)
		frozen := g.sweep(p, rules.Playing, true, rules.Frozen)
		if !released && !frozen {
			return
		}
	}
}

// sweep changes the state of seats from `from` to `to` if isMated returns `mated` for them.
// It examines the seats in turn order and ends with the seat that has just moved. It reports
// whether any state changed.
func (g *Game) sweep(p *rules.Position, from rules.SeatState, mated bool, to rules.SeatState) (changed bool) {
	for i := range rules.Seat(rules.SeatCount) {
		seat := (p.Turn + 1 + i) & 3
		if p.State[seat] == from && g.isMated(p, seat) == mated {
			p.State[seat], changed = to, true
		}
	}
	return changed
}

// isMated reports whether a seat is in check and would have no legal move if it were its
// turn (V13). It ignores whether the seat already counts as being in checkmate.
func (g *Game) isMated(p *rules.Position, seat rules.Seat) bool {
	s := g.side(p, seat)
	return s.checked && !g.canMove(p, &s)
}

// advance ends a game that is won or drawn, and otherwise makes forced passes until a seat
// can move (V16, V21).
func (g *Game) advance(p *rules.Position, e *rules.Effects) {
	if !p.Over() {
		endIfWon(p)
	}
	for range rules.SeatCount {
		if p.Over() {
			return
		}
		if p.State[p.Turn] == rules.Playing {
			s := g.side(p, p.Turn)
			if g.canMove(p, &s) {
				return
			}
			if g.cannotAct(p, partnerOf(p.Turn)) {
				g.End(p, rules.ByStalemate)
				return
			}
		}
		e.AddPass(p.Turn)
		p.Turn = p.Turn.Next()
	}
	if !p.Over() {
		g.End(p, rules.ByNobodyCanMove) // no seat can move (G3)
	}
}

// cannotAct reports whether a seat is in checkmate or stalemated. The game is drawn if
// the seat to move has no legal move, does not count as being in checkmate, and its
// partner cannot act (V21).
func (g *Game) cannotAct(p *rules.Position, seat rules.Seat) bool {
	if p.State[seat] == rules.Frozen {
		return true
	}
	s := g.side(p, seat)
	return !s.checked && !g.canMove(p, &s)
}

// endIfWon ends the game when both partners of a team are in checkmate (V20).
func endIfWon(p *rules.Position) {
	for _, seat := range [2]rules.Seat{yellow, red} {
		if p.State[seat] == rules.Frozen && p.State[partnerOf(seat)] == rules.Frozen {
			win(p, rules.ByCheckmate, seat.Next())
			return
		}
	}
}

// win ends the game in favour of a seat's team. Each of the two partners gets one point (T2).
func win(p *rules.Position, why rules.Termination, seat rules.Seat) {
	p.Outcome = rules.Outcome{Termination: why, Winners: rules.Seats(0).With(seat).With(partnerOf(seat))}
	p.Outcome.Scores[seat], p.Outcome.Scores[partnerOf(seat)] = 6, 6
}

// End ends the game as a draw: each seat gets half a point, which is three sixths (T2).
func (g *Game) End(p *rules.Position, why rules.Termination) {
	p.Outcome = rules.Outcome{Termination: why, Scores: [rules.SeatCount]uint8{3, 3, 3, 3}}
}

// Claim returns ByMaterial if a draw may be claimed now, and otherwise Unfinished. A draw
// may be claimed when each team has at most one piece, not counting kings and pawns. Inert
// pieces count (V22).
func (g *Game) Claim(p *rules.Position) rules.Termination {
	var pieces [2]int // number of pieces of each team
	for _, sq := range g.facts.Geometry.Squares {
		if piece := p.Board[sq]; piece.Kind() >= rules.Knight && piece.Kind() <= rules.Queen {
			pieces[piece.Army()&1]++
		}
	}
	if pieces[0] > 1 || pieces[1] > 1 {
		return rules.Unfinished
	}
	return rules.ByMaterial
}

// InCheck returns the seats whose king is attacked, including seats in checkmate.
func (g *Game) InCheck(p *rules.Position) rules.Seats {
	var set rules.Seats
	for seat := range rules.Seat(rules.SeatCount) {
		if g.side(p, seat).checked {
			set = set.With(seat)
		}
	}
	return set
}

// Mated returns the seats that are in checkmate.
func (g *Game) Mated(p *rules.Position) rules.Seats {
	var set rules.Seats
	for seat, state := range p.State {
		if state == rules.Frozen {
			set = set.With(rules.Seat(seat))
		}
	}
	return set
}
