package quadrochess

import "quadrille/rules"

// Legal appends every legal action of the seat to move. The game has no rule
// about check, so a move may leave the king attacked (Q8).
func (g *Game) Legal(p *rules.Position, into []rules.Action) []rules.Action {
	if p.Over() {
		return into
	}
	return castlings(p, moves(p, false, into))
}

// LegalCaptures appends the legal captures to `into`; see [rules.Evaluable].
func (g *Game) LegalCaptures(p *rules.Position, into []rules.Action) []rules.Action {
	if p.Over() {
		return into
	}
	first := len(into)
	into = moves(p, true, into)
	captures := into[:first]
	for _, a := range into[first:] {
		if rules.IsCapture(p, a) {
			captures = append(captures, a)
		}
	}
	return captures
}

// moves appends the legal moves of the seat to move except castling. If capturesOnly is
// true, it omits moves to empty squares, except those of pawns.
func moves(p *rules.Position, capturesOnly bool, into []rules.Action) []rules.Action {
	colour := colourOf[p.Turn&3]
	mover := &table.controller[colour&1]
	pieces := table.reach.PiecesOf(&p.Board, colour)
	for from, ok := pieces.Next(); ok; from, ok = pieces.Next() {
		if mover[from] == p.Turn {
			into = movesOf(p, from, capturesOnly, into)
		}
	}
	return into
}

// CountLeaves counts the legal actions; see [rules.LeafCounter]. An action is legal even if
// it leaves the king attacked (Q8), so CountLeaves need not test the resulting positions.
func (g *Game) CountLeaves(p *rules.Position) uint64 {
	var buffer [256]rules.Action
	var n uint64
	for _, a := range g.Legal(p, buffer[:0]) {
		leaf := *p
		makeMove(&leaf, a)
		n++
	}
	return n
}

// canMove reports whether the seat to move has a legal action. It ignores castling, which
// is possible only when a rook can move.
func canMove(p *rules.Position) bool {
	var buffer [64]rules.Action // a queen has 39 moves at most
	pieces := table.reach.PiecesOf(&p.Board, colourOf[p.Turn&3])
	for from, ok := pieces.Next(); ok; from, ok = pieces.Next() {
		if len(movesOf(p, from, false, buffer[:0])) > 0 {
			return true
		}
	}
	return false
}

// movesOf appends the moves of a piece of the colour to move, except castling. A piece in
// the partner's zone (Q4) or one that has already moved in this double move (Q5) has none. If
// capturesOnly is true, movesOf omits moves to empty squares, except those of pawns.
func movesOf(p *rules.Position, from rules.Square, capturesOnly bool, into []rules.Action) []rules.Action {
	piece := p.Board[from]
	if piece.Barred() || table.controller[piece.Army()&1][from] != p.Turn {
		return into
	}
	targets := rules.AllOf(piece.Army() ^ 1)
	switch piece.Kind() {
	case rules.Pawn:
		return pawnMoves(p, from, targets, into)
	case rules.King:
		return kingMoves(p, from, targets, capturesOnly, into)
	}
	return table.reach.Moves(&p.Board, from, piece.Kind(), targets, capturesOnly, into)
}

// kingMoves appends a king's moves. A king never leaves its zone (Q8).
func kingMoves(p *rules.Position, from rules.Square, targets rules.PieceSet, capturesOnly bool, into []rules.Action) []rules.Action {
	first := len(into)
	into = table.reach.Moves(&p.Board, from, rules.King, targets, capturesOnly, into)
	home := into[:first]
	for _, a := range into[first:] {
		if sameZone(from, a.To) {
			home = append(home, a)
		}
	}
	return home
}

func sameZone(a, b rules.Square) bool {
	return table.controller[white][a] == table.controller[white][b]
}

// pawnMoves appends a pawn's moves: one square forward, two from its starting rank,
// diagonal captures (Q7), and captures en passant (Q10).
func pawnMoves(p *rules.Position, from rules.Square, targets rules.PieceSet, into []rules.Action) []rules.Action {
	army := p.Board[from].Army() & 1
	step := table.reach.Pawns[army].Step
	if to := table.reach.Step(from, step); p.Board[to] == 0 {
		into = rules.AppendPawnMove(table.promotionRank[army][to], rules.KnightToQueen, from, to, into)
		if table.pawnRank[army][from] {
			if to = table.reach.Step(to, step); p.Board[to] == 0 {
				into = append(into, rules.NewMove(from, to))
			}
		}
	}
	for _, turn := range [2]int{-1, 1} {
		to := table.reach.Step(from, step.Turn(turn))
		if piece := p.Board[to]; targets.Has(piece) || piece == 0 && p.EnPassantCount != 0 &&
			p.PassedPawn(rules.Army(p.Turn), to) != rules.NoSquare {
			into = rules.AppendPawnMove(table.promotionRank[army][to], rules.KnightToQueen, from, to, into)
		}
	}
	return into
}

// captureSquare returns the square of the piece that a move captures. Rights to capture en passant
// belong to seats (Q10).
func captureSquare(p *rules.Position, a rules.Action) rules.Square {
	return table.reach.CaptureSquare(p, rules.Army(p.Turn), a)
}

// castlings appends the castling moves of the seat to move. Attacks do not matter (Q9).
func castlings(p *rules.Position, into []rules.Action) []rules.Action {
	rights := p.Castling[p.Turn&3]
	if rights == 0 {
		return into
	}
	for i := range table.homes[p.Turn&3].Castlings {
		c := &table.homes[p.Turn&3].Castlings[i]
		if rights&c.Side != 0 && c.Barred(&p.Board) == rules.NoSquare {
			into = append(into, rules.Action{Type: rules.Move, Path: c.King})
		}
	}
	return into
}

// castlingOf returns the castling that a move stands for, or nil for an ordinary move.
func castlingOf(piece rules.Piece, a rules.Action) *rules.Castling {
	if piece.Kind() != rules.King {
		return nil
	}
	return table.homes[table.controller[piece.Army()&1][a.From]&3].Castling(a.Path)
}
