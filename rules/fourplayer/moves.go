package fourplayer

import "quadrille/rules"

// side holds the data on which the moves of one army depend.
type side struct {
	army         rules.Army
	king         rules.Square
	targets      rules.PieceSet // pieces that the army may capture (M10)
	enemies      rules.PieceSet // living pieces of those who play against the army, which can give check
	checked      bool
	kingOnly     bool // whether only the king of the army lives (M34)
	capturesOnly bool // whether movesOf omits moves of pieces other than pawns to empty squares
}

// armyPieces returns the living and the dead pieces of an army (M26).
func armyPieces(p *rules.Position, a rules.Army) (living, dead rules.PieceSet) {
	all := rules.AllOf(a)
	switch p.State[a&3] {
	case rules.Eliminated:
		return 0, all
	case rules.Walking:
		return rules.KingOf(a), all &^ rules.KingOf(a)
	}
	return all, 0
}

// enemiesOf returns the living pieces of those who play against a seat.
func (g *Game) enemiesOf(p *rules.Position, seat rules.Seat) (enemies rules.PieceSet) {
	for a := range rules.Army(rules.SeatCount) {
		if !g.allies[seat&3].Has(rules.Seat(a)) {
			living, _ := armyPieces(p, a)
			enemies |= living
		}
	}
	return enemies
}

// side returns the data on which the army's moves depend.
func (g *Game) side(p *rules.Position, army rules.Army) side {
	s := side{army: army, king: p.King[army&3], kingOnly: p.State[army&3] == rules.Walking}
	for a := range rules.Army(rules.SeatCount) {
		living, dead := armyPieces(p, a)
		s.targets |= dead
		if !g.allies[army&3].Has(rules.Seat(a)) {
			s.targets |= living
			s.enemies |= living
		}
	}
	s.checked = g.reach.Attacked(&p.Board, s.king, s.enemies)
	return s
}

// Legal appends every legal action of the seat to move.
func (g *Game) Legal(p *rules.Position, into []rules.Action) []rules.Action {
	return g.legalMoves(p, into, false)
}

// LegalCaptures appends legal captures; see [rules.Evaluable].
func (g *Game) LegalCaptures(p *rules.Position, into []rules.Action) []rules.Action {
	return g.legalMoves(p, into, true)
}

func (g *Game) legalMoves(p *rules.Position, into []rules.Action, capturesOnly bool) []rules.Action {
	if p.Over() {
		return into
	}
	s := g.side(p, rules.Army(p.Turn))
	s.capturesOnly = capturesOnly
	board := p.Board
	first := len(into)
	into = g.candidates(p, &s, into)
	legal := into[:first]
	for _, a := range into[first:] {
		if capturesOnly && !rules.IsCapture(p, a) {
			continue
		}
		if s.keepsKingSafe(g.reach, p, a) || !g.exposesKing(p, &board, &s, a) {
			legal = append(legal, a)
		}
	}
	return legal
}

// CountLeaves counts the legal actions. It makes each candidate move on a copy of the board,
// tests whether the king is attacked, and undoes the move.
func (g *Game) CountLeaves(p *rules.Position) uint64 {
	if p.Over() {
		return 0
	}
	var buffer [256]rules.Action
	s := g.side(p, rules.Army(p.Turn))
	board := p.Board
	var n uint64
	for _, a := range g.candidates(p, &s, buffer[:0]) {
		if !g.exposesKing(p, &board, &s, a) {
			n++
		}
	}
	return n
}

// canMove reports whether the army would have a legal move if it were to move now.
func (g *Game) canMove(p *rules.Position, s *side) bool {
	var buffer [64]rules.Action // large enough for one piece: a queen has at most 47 moves
	board := p.Board
	pieces := g.reach.PiecesOf(&p.Board, s.army)
	for from, ok := pieces.Next(); ok; from, ok = pieces.Next() {
		for _, a := range g.movesOf(p, s, from, buffer[:0]) {
			if s.keepsKingSafe(g.reach, p, a) || !g.exposesKing(p, &board, s, a) {
				return true
			}
		}
	}
	return false // castling needs no test: whenever castling is possible, the king can move one square too
}

// candidates appends the army's moves without testing the safety of the king.
func (g *Game) candidates(p *rules.Position, s *side, into []rules.Action) []rules.Action {
	pieces := g.reach.PiecesOf(&p.Board, s.army)
	for from, ok := pieces.Next(); ok; from, ok = pieces.Next() {
		into = g.movesOf(p, s, from, into)
	}
	return g.castlings(p, s, into)
}

// movesOf appends the moves of one piece, except castling. It does not test whether a move
// leaves the king in check. A dead piece has no moves (M33).
func (g *Game) movesOf(p *rules.Position, s *side, from rules.Square, into []rules.Action) []rules.Action {
	if s.kingOnly && from != s.king {
		return into
	}
	piece := p.Board[from]
	if piece.Kind() == rules.Pawn {
		return g.pawnMoves(p, s, from, into)
	}
	return g.reach.Moves(&p.Board, from, piece.Kind(), s.targets, s.capturesOnly, into)
}

// pawnMoves appends a pawn's moves: one square forward, two from its second row, diagonal
// captures (M8, M9), and captures en passant (M17-M20).
func (g *Game) pawnMoves(p *rules.Position, s *side, from rules.Square, into []rules.Action) []rules.Action {
	h := &g.homes[s.army&3]
	into = g.reach.PawnSteps(&p.Board, h, g.facts.Promotes, from, into)
	for _, turn := range [2]int{-1, 1} {
		to := g.reach.Step(from, g.reach.Pawns[s.army&3].Step.Turn(turn))
		piece := p.Board[to]
		if s.targets.Has(piece) || piece == 0 && p.EnPassantCount != 0 && p.PassedPawn(s.army, to) != rules.NoSquare {
			into = rules.AppendPawnMove(h.Promotes[to], g.facts.Promotes, from, to, into)
		}
	}
	return into
}

// takenInPassing returns the square of the pawn that a move captures en passant, or NoSquare. The
// move captures the piece on its destination too, if there is one (M19).
func (g *Game) takenInPassing(p *rules.Position, a rules.Action) rules.Square {
	return g.reach.TakenInPassing(p, p.Board[a.From].Army(), a)
}

// castlings appends the castling moves of the army (M15).
func (g *Game) castlings(p *rules.Position, s *side, into []rules.Action) []rules.Action {
	if p.Castling[s.army&3] == 0 || s.checked {
		return into
	}
	for i := range g.homes[s.army&3].Castlings {
		c := &g.homes[s.army&3].Castlings[i]
		if p.Castling[s.army&3]&c.Side == 0 {
			continue
		}
		if bar, _ := g.castlingObstacle(p, s, c); bar == nil {
			into = append(into, rules.Action{Type: rules.Move, Path: c.King})
		}
	}
	return into
}

// castlingObstacle returns the reason why an army that has the right to castle cannot do so
// now, and the square that is occupied or attacked. If the army can castle, the reason is nil.
func (g *Game) castlingObstacle(p *rules.Position, s *side, c *rules.Castling) (*rules.Reason, rules.Square) {
	if sq := c.Barred(&p.Board); sq != rules.NoSquare {
		return rules.Blocked, sq
	}
	for _, sq := range c.KingWay {
		if g.reach.Attacked(&p.Board, sq, s.enemies) {
			return CastlingAttacked, sq
		}
	}
	return nil, rules.NoSquare
}

// castlingOf returns the castling that a move stands for, or nil for an ordinary move.
func (g *Game) castlingOf(piece rules.Piece, a rules.Action) *rules.Castling {
	if piece.Kind() != rules.King {
		return nil
	}
	return g.homes[piece.Army()].Castling(a.Path)
}

// keepsKingSafe reports whether a candidate cannot expose the king, because the piece and the
// king are not aligned. If keepsKingSafe returns false, only exposesKing can tell.
func (s *side) keepsKingSafe(g *rules.AttackTables, p *rules.Position, a rules.Action) bool {
	return !s.checked && p.EnPassantCount == 0 && a.From != s.king && !g.Aligned(s.king, a.From)
}

// exposesKing reports whether a candidate leaves the mover's king attacked (M14). The parameter
// `board` is a copy of the position's board, on which exposesKing makes and undoes the move.
func (g *Game) exposesKing(p *rules.Position, board *rules.Board, s *side, a rules.Action) bool {
	enemies := s.enemies
	if captured := board[a.To]; captured.Kind() == rules.King && enemies.Has(captured) {
		if g.teams {
			return false // the capture of a king wins at once (M24)
		}
		enemies &^= rules.AllOf(captured.Army()) // the army of the captured king dies first
	}
	passed := g.takenInPassing(p, a)
	piece, captured, pawn := board[a.From], board[a.To], board[passed]
	king := s.king
	if a.From == king {
		king = a.To
	}
	if passed != rules.NoSquare {
		board[passed] = 0
	}
	board[a.From], board[a.To] = 0, piece
	var hit bool
	if s.checked || king != s.king || passed != rules.NoSquare {
		hit = g.reach.Attacked(board, king, enemies)
	} else if d, ok := g.reach.Line(king, a.From); ok {
		// The king was safe before the move, so examine only the line that the piece left.
		hit = g.reach.AttackedAlong(board, king, d, enemies)
	}
	board[a.To], board[a.From] = captured, piece
	if passed != rules.NoSquare {
		board[passed] = pawn
	}
	return hit
}
