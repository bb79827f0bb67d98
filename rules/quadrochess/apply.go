package quadrochess

import "quadrille/rules"

// Apply plays an action and its consequences; see [rules.Variant].
func (g *Game) Apply(dst, src *rules.Position, a rules.Action) rules.Effects {
	var e rules.Effects
	*dst = *src
	switch a.Type {
	case rules.Resign:
		win(dst, colourOf[a.Seat]^1, rules.ByResignation)
		return e
	case rules.Flag:
		win(dst, colourOf[a.Seat]^1, rules.ByFlag) // losing on time counts as a resignation (G6)
		return e
	}
	e.CapturedOn = captureSquare(dst, a)
	e.Captured = dst.Board[e.CapturedOn]
	makeMove(dst, a)
	endTurn(dst)
	if e.Captured.Kind() == rules.King {
		win(dst, e.Captured.Army()^1, rules.ByKingTaken) // the capture of any king wins the game (Q11)
		return e
	}
	advance(dst, &e)
	return e
}

// Settle carries out the forced passes that are due at the start of the current turn.
func (g *Game) Settle(p *rules.Position) rules.Effects {
	var e rules.Effects
	if !p.Over() {
		advance(p, &e)
	}
	return e
}

// makeMove makes a legal move on the board. It also updates the squares of kings, the
// castling and en passant rights, the barred pieces and the count of quiet plies.
func makeMove(p *rules.Position, a rules.Action) {
	piece, on := p.Board[a.From], captureSquare(p, a)
	taken := p.Board[on]
	if taken != 0 {
		removePiece(p, on)
	}
	if c := castlingOf(piece, a); c != nil {
		movePiece(p, c.Rook)
	}
	movePiece(p, a.Path)
	if p.EnPassantCount != 0 {
		expireEnPassant(p, p.Turn, a, on)
	}
	p.QuietPlies++
	if taken != 0 {
		p.QuietPlies = 0
	}
	switch piece.Kind() {
	case rules.King:
		p.King[p.Turn&3] = a.To
	case rules.Pawn:
		p.QuietPlies = 0
		updatePawn(p, a)
	}
}

// removePiece takes a piece off the board and drops the castling rights that depend on it.
func removePiece(p *rules.Position, sq rules.Square) {
	if piece := p.Board[sq]; piece.Kind() == rules.King {
		p.King[table.controller[piece.Army()&1][sq]&3] = rules.NoSquare
	}
	p.Board[sq] = 0
	loseCastling(p, sq)
}

// movePiece moves a piece between squares. A king or rook that moves loses its castling
// right (Q9). A double move consists of the successive moves of two partners; the second
// partner cannot move the piece that the first has moved (Q5).
func movePiece(p *rules.Position, way rules.Path) {
	p.Board[way.To] = p.Board[way.From].WithBarred(startsDouble[p.Turn&3])
	p.Board[way.From] = 0
	loseCastling(p, way.From)
}

// loseCastling ends the castling rights of the king or rook that started on a square.
func loseCastling(p *rules.Position, sq rules.Square) {
	u := table.unmoved[sq]
	p.Castling[u.seat&3] &^= u.sides
}

// expireEnPassant updates the en passant rights after a move. It drops the rights of the seat
// that moved, the rights to capture a pawn that has moved or was captured, and the rights
// whose target square is now occupied (Q10).
func expireEnPassant(p *rules.Position, by rules.Seat, a rules.Action, taken rules.Square) {
	p.FilterEnPassant(func(r *rules.EnPassant) bool {
		r.Drop(rules.Army(by))
		return r.Held() && r.Target != a.To && r.Pawn != a.From && r.Pawn != taken
	})
}

// updatePawn promotes a pawn that has moved (Q7). After a double step, it records that both
// seats of the other team may capture the pawn en passant (Q10).
func updatePawn(p *rules.Position, a rules.Action) {
	piece := p.Board[a.To]
	if a.Promote != rules.NoKind {
		p.Board[a.To] = rules.NewPiece(a.Promote, piece.Army()).WithBarred(piece.Barred())
		return
	}
	if table.reach.Distance(a.From, a.To) != 2 {
		return
	}
	r := rules.EnPassant{Target: table.reach.Step(a.From, table.reach.Pawns[piece.Army()].Step), Pawn: a.To}
	for seat, colour := range colourOf {
		if colour != piece.Army() {
			r.Give(rules.Army(seat))
		}
	}
	p.AddEnPassant(r)
}

// endTurn gives the turn to the next seat. After the second half of a double move, the pieces
// that moved in the first half may move again (Q5).
func endTurn(p *rules.Position) {
	if !startsDouble[p.Turn&3] {
		pieces := table.reach.PiecesOf(&p.Board, colourOf[p.Turn&3])
		for sq, ok := pieces.Next(); ok; sq, ok = pieces.Next() {
			p.Board[sq] = p.Board[sq].WithBarred(false)
		}
	}
	p.Turn = p.Turn.Next()
}

// advance passes the turns of seats without a legal action (Q6). A seat that passes loses
// its en passant rights (Q10).
func advance(p *rules.Position, e *rules.Effects) {
	for passes := 1; !canMove(p); passes++ {
		e.AddPass(p.Turn)
		expireEnPassant(p, p.Turn, rules.Action{}, rules.NoSquare)
		endTurn(p)
		if passes == rules.SeatCount {
			draw(p, rules.ByNobodyCanMove)
			return
		}
	}
}

// win ends the game in favour of a colour's team.
func win(p *rules.Position, by rules.Army, why rules.Termination) {
	p.Outcome.Termination = why
	for seat, colour := range colourOf {
		if colour == by {
			p.Outcome.Winners = p.Outcome.Winners.With(rules.Seat(seat))
			p.Outcome.Scores[seat] = 6 // one point, in sixths
		}
	}
}

func draw(p *rules.Position, why rules.Termination) {
	p.Outcome = rules.Outcome{Termination: why, Scores: [rules.SeatCount]uint8{3, 3, 3, 3}}
}

// End ends the game as a draw (G4).
func (g *Game) End(p *rules.Position, why rules.Termination) { draw(p, why) }
