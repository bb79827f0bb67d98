package chess4

import "quadrille/rules"

// Apply plays an action and its consequences; see [rules.Variant].
func (g *Game) Apply(dst, src *rules.Position, a rules.Action) rules.Effects {
	var k rules.Known
	if dst != src {
		return g.ApplyKnown(dst, src, a, &k)
	}
	before := *src
	return g.ApplyKnown(dst, &before, a, &k)
}

// ApplyKnown plays an action and its consequences; see [rules.Incremental].
func (g *Game) ApplyKnown(dst, before *rules.Position, a rules.Action, k *rules.Known) rules.Effects {
	var e rules.Effects
	var free rules.Seats
	*dst = *before
	switch a.Type {
	case rules.Move:
		e.CapturedOn = g.captureSquare(before, a)
		e.Captured = before.Board[e.CapturedOn]
		g.move(dst, a, e.CapturedOn)
		free = g.updateCredits(dst, before, a, &e, k)
		dst.Turn = dst.Turn.Next()
	case rules.ChooseArmy:
		*k = rules.Known{}
		g.keepArmy(dst, a.Seat)
		g.updateCredits(dst, before, a, &e, k)
	case rules.Resign:
		*k = rules.Known{}
		g.resign(dst, a.Seat, rules.ByResignation)
	case rules.Flag:
		*k = rules.Known{}
		g.resign(dst, a.Seat, rules.ByFlag) // losing on time counts as a resignation (G6)
	}
	if g.advance(dst, &e, free) {
		*k = rules.Known{}
	}
	return e
}

// Settle carries out the eliminations and forced passes that are due at the start of the
// current turn.
func (g *Game) Settle(p *rules.Position) rules.Effects {
	var e rules.Effects
	if !p.Over() {
		g.endIfDecided(p, rules.ByLastSeat)
	}
	g.advance(p, &e, 0)
	return e
}

// move makes a legal move on the board. It also updates the squares of kings and rooks, the
// castling and en passant rights, and the count of quiet plies.
func (g *Game) move(p *rules.Position, a rules.Action, taken rules.Square) {
	piece, captured := p.Board[a.From], p.Board[taken]
	army := piece.Army()
	passing := taken != a.To
	p.QuietPlies++
	if captured != 0 {
		g.removePiece(p, taken)
		p.QuietPlies = 0
	}
	if c := castlingOf(piece, a); c != nil {
		g.movePiece(p, c.Rook.From, c.Rook.To)
	}
	g.movePiece(p, a.From, a.To)
	g.expireEnPassant(p, army, passing)
	if piece.Kind() == rules.Pawn {
		p.QuietPlies = 0
		g.updatePawn(p, a)
	}
}

// removePiece takes a piece off the board, and drops the rights that depend on it: the
// castling rights of a king or rook, and the rights to capture a pawn en passant (C13).
func (g *Game) removePiece(p *rules.Position, sq rules.Square) {
	piece := p.Board[sq]
	army := piece.Army()
	p.Board[sq] = 0
	switch piece.Kind() {
	case rules.King:
		p.King[army], p.Castling[army] = rules.NoSquare, 0
	case rules.Rook:
		g.updateRook(p, army, sq, rules.NoSquare, false)
	case rules.Pawn:
		p.FilterEnPassant(func(r *rules.EnPassant) bool { return r.Pawn != sq })
	}
}

// movePiece moves a piece between squares. A king or rook that moves loses its castling
// right (C7), unless it belongs to a gained army and moves nearer to its starting square
// (C29).
func (g *Game) movePiece(p *rules.Position, from, to rules.Square) {
	piece := p.Board[from]
	army := piece.Army()
	gained := p.Controller[army] != rules.Seat(army)
	p.Board[from], p.Board[to] = 0, piece
	switch piece.Kind() {
	case rules.King:
		p.King[army] = to
		if !gained || !g.movedNearer(shared.homes[army].King, from, to) {
			p.Castling[army] = 0
		}
	case rules.Rook:
		g.updateRook(p, army, from, to, gained)
	}
}

// updateRook updates the square and the castling right of a rook that started in a corner.
// to == NoSquare means that the rook was captured.
func (g *Game) updateRook(p *rules.Position, army rules.Army, from, to rules.Square, gained bool) {
	for i, side := range [2]uint8{rules.KingSide, rules.QueenSide} {
		if p.Rooks[army][i] != from {
			continue
		}
		p.Rooks[army][i] = to
		if to == rules.NoSquare || !gained || !g.movedNearer(shared.homes[army].Corners[i], from, to) {
			p.Castling[army] &^= side
		}
		return
	}
}

// expireEnPassant ends the army's en passant rights after its turn (C11). If the army used
// one of them on this turn, it keeps the others (C12).
func (g *Game) expireEnPassant(p *rules.Position, army rules.Army, usedOne bool) {
	if p.EnPassantCount == 0 {
		return
	}
	p.FilterEnPassant(func(r *rules.EnPassant) bool {
		if held, _ := r.Holds(army); held && usedOne {
			r.Keep(army)
		} else {
			r.Drop(army)
		}
		return r.Held()
	})
}

// updatePawn promotes a pawn that has moved (C6), updates the rights to capture it en passant
// (C12) or records its double step (C10).
func (g *Game) updatePawn(p *rules.Position, a rules.Action) {
	piece := p.Board[a.To]
	if a.Promote != rules.NoKind {
		p.Board[a.To] = rules.NewPiece(a.Promote, piece.Army())
		p.FilterEnPassant(func(r *rules.EnPassant) bool { return r.Pawn != a.From })
		return
	}
	if p.EnPassantCount != 0 {
		p.MoveEnPassantPawn(a.From, a.To)
	}
	if g.facts.Geometry.Distance(a.From, a.To) != 2 {
		return
	}
	r := rules.EnPassant{Target: g.facts.Geometry.Step(a.From, g.reach.Pawns[piece.Army()].Step), Pawn: a.To}
	enemies := g.side(p, piece.Army()).enemies
	for army := range rules.Army(rules.SeatCount) {
		if enemies&rules.AllOf(army) != 0 {
			r.Give(army)
		}
	}
	if r.Held() {
		p.AddEnPassant(r)
	}
}
