package forchess

import "quadrille/rules"

// Apply plays an action and its consequences; see [rules.Variant]. A seat in play never
// passes, because it can at least remove a piece (F12).
func (g *Game) Apply(dst, src *rules.Position, a rules.Action) (e rules.Effects) {
	*dst = *src
	switch a.Type {
	case rules.Move:
		e.Captured, e.CapturedOn = dst.Board[a.To], a.To
		g.move(dst, a)
	case rules.Remove:
		e.Captured, e.CapturedOn = dst.Board[a.From], a.From
		g.remove(dst, a.From)
	case rules.Resign:
		g.resign(dst, a.Seat, rules.ByResignation)
		return e
	case rules.Flag:
		g.resign(dst, a.Seat, rules.ByFlag) // losing on time counts as a resignation (G6)
		return e
	}
	dst.Turn = dst.Turn.Next()
	g.advance(dst, g.kingTermination())
	return e
}

// Settle ends the game if only one side has a king. Otherwise it advances the turn to a seat
// in play.
func (g *Game) Settle(p *rules.Position) rules.Effects {
	g.advance(p, g.kingTermination())
	return rules.Effects{}
}

// kingTermination returns the termination of a game that ends with the capture of a king
// (F14, F15).
func (g *Game) kingTermination() rules.Termination {
	if g.cutthroat {
		return rules.ByLastSeat
	}
	return rules.ByKingTaken
}

// move makes a move on the board. Whoever captures a king gains its army (F13).
func (g *Game) move(p *rules.Position, a rules.Action) {
	piece, captured := p.Board[a.From], p.Board[a.To]
	p.QuietPlies++
	if captured != 0 || piece.Kind() == rules.Pawn {
		p.QuietPlies = 0
	}
	if captured.Kind() == rules.King {
		p.King[captured.Army()] = rules.NoSquare
		if p.State[captured.Army()] != rules.Eliminated { // capturing the king of an eliminated seat gains no army (F16)
			g.eliminate(p, rules.Seat(captured.Army()), p.Turn)
		}
	}
	if piece.Kind() == rules.King {
		p.King[piece.Army()] = a.To
	}
	if a.Promote != rules.NoKind {
		piece = rules.NewPiece(a.Promote, piece.Army())
	}
	p.Board[a.From], p.Board[a.To] = 0, piece
}

// remove removes a piece of the seat to move. The king can only be removed as the last
// piece, and then the seat is eliminated (F12).
func (g *Game) remove(p *rules.Position, on rules.Square) {
	if p.QuietPlies = 0; p.Board[on].Kind() == rules.King {
		p.King[p.Turn] = rules.NoSquare
		g.eliminate(p, p.Turn, rules.NoSeat)
	}
	p.Board[on] = 0
}

// eliminate takes a seat out of the game, and gives all armies that it controlled to another
// seat (F13). If `to` is NoSeat, no seat gains them.
func (g *Game) eliminate(p *rules.Position, seat, to rules.Seat) {
	p.State[seat], p.EliminatedBy[seat] = rules.Eliminated, to
	for army, by := range p.Controller {
		if by == seat {
			p.Controller[army] = to
		}
	}
}

// resign eliminates a seat in Cutthroat. Its pieces stay on the board, including the king,
// and no seat controls them (F16). In the team game the seat's team loses, by resignation or
// on time (G5, G6).
func (g *Game) resign(p *rules.Position, seat rules.Seat, why rules.Termination) {
	if !g.cutthroat {
		g.win(p, 0x0F&^g.allies[seat], why)
		return
	}
	g.eliminate(p, seat, rules.NoSeat)
	g.advance(p, why)
}

// advance ends the game if only one side is left. Otherwise it gives the turn to the next
// seat in play.
func (g *Game) advance(p *rules.Position, why rules.Termination) {
	if p.Over() {
		return
	}
	rest := p.HasStake()
	for _, side := range g.allies {
		if rest&^side == 0 {
			g.win(p, side, why)
			return
		}
	}
	for p.State[p.Turn&3] == rules.Eliminated {
		p.Turn = p.Turn.Next()
	}
}

// win ends the game with one point for each winner (T2).
func (g *Game) win(p *rules.Position, winners rules.Seats, why rules.Termination) {
	p.Outcome.Termination, p.Outcome.Winners = why, winners
	p.Outcome.Scores = sharesFor(winners, 6)
}

// End ends the game as a draw: between the teams or, in Cutthroat, between the seats in
// play (G4).
func (g *Game) End(p *rules.Position, why rules.Termination) {
	p.Outcome.Termination = why
	p.Outcome.Scores = sharesFor(0x0F, 3)
	if g.cutthroat {
		p.Outcome.Scores = sharesFor(p.HasStake(), 3)
	}
}

func sharesFor(seats rules.Seats, sixths uint8) (scores [rules.SeatCount]uint8) {
	for s := range scores {
		if seats.Has(rules.Seat(s)) {
			scores[s] = sixths
		}
	}
	return scores
}

// InCheck returns the seats in play whose king is attacked (F7).
func (g *Game) InCheck(p *rules.Position) rules.Seats {
	var set rules.Seats
	for s := range rules.Seat(rules.SeatCount) {
		if p.State[s] == rules.Eliminated {
			continue
		}
		if _, _, enemies := g.relatedPieces(p, s); g.reach.Attacked(&p.Board, p.King[s], enemies) {
			set = set.With(s)
		}
	}
	return set
}

// Mated returns no seats: Forchess has no checkmate.
func (g *Game) Mated(*rules.Position) rules.Seats { return 0 }
