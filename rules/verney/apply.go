package verney

import "quadrille/rules"

// Apply plays an action and its consequences; see [rules.Variant].
func (g *Game) Apply(dst, src *rules.Position, a rules.Action) rules.Effects {
	var e rules.Effects
	if dst != src {
		*dst = *src
	}
	switch a.Type {
	case rules.Move:
		e.Captured, e.CapturedOn = dst.Board[a.To], a.To
		g.move(dst, a)
		g.updateCheckmates(dst)
		dst.Turn = dst.Turn.Next()
	case rules.Resign:
		win(dst, rules.ByResignation, partnerOf(a.Seat).Next())
	case rules.Flag:
		win(dst, rules.ByFlag, partnerOf(a.Seat).Next()) // the opponents win, as after a resignation (G6)
	}
	g.advance(dst, &e)
	return e
}

// Settle ends a game that is already won, or carries out the forced passes that are due at
// the start of the turn.
func (g *Game) Settle(p *rules.Position) rules.Effects {
	var e rules.Effects
	g.advance(p, &e)
	return e
}

// move makes a legal move on the board.
func (g *Game) move(p *rules.Position, a rules.Action) {
	piece := p.Board[a.From]
	if p.QuietPlies++; p.Board[a.To] != 0 {
		p.QuietPlies = 0
	}
	switch piece.Kind() {
	case rules.King:
		p.King[piece.Army()] = a.To
	case rules.Pawn:
		p.QuietPlies = 0
		piece = pawnArrived(piece, a.To)
	}
	p.Board[a.From], p.Board[a.To] = 0, piece
}

// pawnArrived returns the piece that a pawn becomes when it arrives on a square (V8, V9).
// In play, no pawn moves backward to its own back row. If a position text makes this possible,
// the pawn turns there, and moves forward from then on.
func pawnArrived(pawn rules.Piece, on rules.Square) rules.Piece {
	switch shared.pawnEffects[pawn.Army()][on] {
	case becomesQueen:
		return rules.NewPiece(rules.Queen, pawn.Army())
	case turnsBack:
		return pawn.WithReversed(true)
	case turnsForward:
		return pawn.WithReversed(false)
	}
	return pawn
}
