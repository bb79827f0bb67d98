package verney

import "quadrille/rules"

// side holds the data on which a seat's moves depend.
type side struct {
	army         rules.Army
	king         rules.Square
	checked      bool
	partner      rules.Square   // square of the partner's king; NoSquare if it need not be protected (V6)
	enemies      rules.PieceSet // the opponents' pieces that can give check to this seat
	targets      rules.PieceSet // pieces that the seat may capture
	capturesOnly bool           // whether movesOf omits moves of pieces other than pawns to empty squares
}

// side returns the data on which a seat's moves depend. The pieces of a seat in checkmate
// cannot attack or be captured, and kings can never be captured (V5, V15). A partner in
// checkmate need not be protected (V6). Whether the seat itself is in checkmate makes no
// difference, because V14 examines such a seat as if it could move.
func (g *Game) side(p *rules.Position, seat rules.Seat) side {
	var enemies, targets rules.PieceSet
	for _, adversary := range adversariesOf(seat) {
		if p.State[adversary] == rules.Playing {
			enemies |= rules.AllOf(rules.Army(adversary))
			targets |= rules.AllOf(rules.Army(adversary)) &^ rules.KingOf(rules.Army(adversary))
		}
	}
	partner := rules.NoSquare
	if p.State[partnerOf(seat)] == rules.Playing {
		partner = p.King[partnerOf(seat)]
	}
	king := p.King[seat]
	checked := g.reach.Attacked(&p.Board, king, enemies)
	return side{army: rules.Army(seat), king: king, checked: checked, partner: partner, enemies: enemies, targets: targets}
}

// Legal appends every legal action of the seat to move.
func (g *Game) Legal(p *rules.Position, into []rules.Action) []rules.Action {
	return g.legalMoves(p, into, false)
}

// LegalCaptures appends legal captures; see [rules.Evaluable].
func (g *Game) LegalCaptures(p *rules.Position, into []rules.Action) []rules.Action {
	return g.legalMoves(p, into, true)
}

// legalMoves appends the legal moves of the seat to move or, if capturesOnly is true,
// only its legal captures.
func (g *Game) legalMoves(p *rules.Position, into []rules.Action, capturesOnly bool) []rules.Action {
	if p.Over() {
		return into
	}
	s := g.side(p, p.Turn)
	s.capturesOnly = capturesOnly
	board := p.Board
	first := len(into)
	into = g.candidates(p, &s, into)
	legal := into[:first]
	for _, a := range into[first:] {
		if capturesOnly && !rules.IsCapture(p, a) {
			continue
		}
		if s.keepsKingsSafe(g.reach, a) || g.illegalReason(p, &board, &s, a) == nil {
			legal = append(legal, a)
		}
	}
	return legal
}

// CountLeaves counts the legal actions. It makes each candidate move on a copy of the board,
// tests whether it exposes a king, and undoes the move.
func (g *Game) CountLeaves(p *rules.Position) (n uint64) {
	if p.Over() {
		return 0
	}
	var buffer [64]rules.Action // a queen has 47 moves at most
	s := g.side(p, p.Turn)
	board := p.Board
	pieces := g.reach.PiecesOf(&p.Board, s.army)
	for from, ok := pieces.Next(); ok; from, ok = pieces.Next() {
		for _, a := range g.movesOf(p, &s, from, buffer[:0]) {
			if g.illegalReason(p, &board, &s, a) == nil {
				n++
			}
		}
	}
	return n
}

// canMove reports whether the seat would have a legal move if it were to move now.
func (g *Game) canMove(p *rules.Position, s *side) bool {
	var buffer [64]rules.Action // large enough for a queen's 47 moves
	board := p.Board
	pieces := g.reach.PiecesOf(&p.Board, s.army)
	for from, ok := pieces.Next(); ok; from, ok = pieces.Next() {
		for _, a := range g.movesOf(p, s, from, buffer[:0]) {
			if g.illegalReason(p, &board, s, a) == nil {
				return true
			}
		}
	}
	return false
}

// candidates appends the seat's moves without testing the safety of kings.
func (g *Game) candidates(p *rules.Position, s *side, into []rules.Action) []rules.Action {
	pieces := g.reach.PiecesOf(&p.Board, s.army)
	for from, ok := pieces.Next(); ok; from, ok = pieces.Next() {
		into = g.movesOf(p, s, from, into)
	}
	return into
}

// movesOf appends the moves of one piece without testing the safety of kings (V3).
func (g *Game) movesOf(p *rules.Position, s *side, from rules.Square, into []rules.Action) []rules.Action {
	if piece := p.Board[from]; piece.Kind() != rules.Pawn {
		return g.reach.Moves(&p.Board, from, piece.Kind(), s.targets, s.capturesOnly, into)
	}
	pawn := g.reach.PawnDirections(p.Board[from])
	if to := g.pawnStep(&p.Board, from, pawn.Step); to != rules.NoSquare {
		into = append(into, g.pawnMove(s, from, to))
	}
	for _, turn := range [2]int{-1, 1} {
		if to := g.reach.Step(from, pawn.Step.Turn(turn)); s.targets.Has(p.Board[to]) {
			into = append(into, g.pawnMove(s, from, to))
		}
	}
	return into
}

// pawnStep returns the destination of a pawn that moves without capturing: the square ahead
// (V7) or, if a pawn of the partner is there, the square beyond it (V12), even if the
// partner is in checkmate. If the destination is occupied, pawnStep returns NoSquare.
func (g *Game) pawnStep(b *rules.Board, from rules.Square, ahead rules.Direction) rules.Square {
	to := g.reach.Step(from, ahead)
	if b[to] == 0 {
		return to
	}
	if b[to].Is(rules.Pawn, b[from].Army()^2) && b[g.reach.Step(to, ahead)] == 0 {
		return g.reach.Step(to, ahead)
	}
	return rules.NoSquare
}

// pawnMove returns the move of a pawn between two squares. On an adversary's back row, the
// move promotes the pawn to a queen (V8).
func (g *Game) pawnMove(s *side, from, to rules.Square) rules.Action {
	a := rules.NewMove(from, to)
	if shared.pawnEffects[s.army][to] == becomesQueen {
		a.Promote = rules.Queen
	}
	return a
}

// keepsKingsSafe reports whether a candidate cannot expose a king, because the piece is aligned
// with neither king. If keepsKingsSafe returns false, only illegalReason can tell.
func (s *side) keepsKingsSafe(g *rules.AttackTables, a rules.Action) bool {
	return a.From != s.king && !s.checked && !g.Aligned(s.king, a.From) && !g.Aligned(s.partner, a.From)
}

// illegalReason returns the reason why a candidate is illegal, or nil: it leaves the mover's
// king attacked (V5) or exposes the partner's king (V6). It ignores that the move may
// release an army from checkmate (V18). illegalReason makes and undoes the move on `board`,
// a copy of the position's board.
func (g *Game) illegalReason(p *rules.Position, board *rules.Board, s *side, a rules.Action) *rules.Reason {
	piece, captured := board[a.From], board[a.To]
	board[a.From], board[a.To] = 0, piece
	var reason *rules.Reason
	if g.exposesKing(board, s, a) {
		reason = rules.LeavesCheck
	} else if d, ok := g.reach.Line(s.partner, a.From); ok && g.exposesPartner(p, board, s, d) {
		reason = rules.ExposesPartner
	}
	board[a.From], board[a.To] = piece, captured
	return reason
}

// exposesKing reports whether the mover's own king is attacked after a move. A king that
// was safe and did not move can be attacked only along the line that the piece left.
func (g *Game) exposesKing(board *rules.Board, s *side, a rules.Action) bool {
	if a.From == s.king {
		return g.reach.Attacked(board, a.To, s.enemies)
	}
	if s.checked {
		return g.reach.Attacked(board, s.king, s.enemies)
	}
	d, ok := g.reach.Line(s.king, a.From)
	return ok && g.reach.AttackedAlong(board, s.king, d, s.enemies)
}

// exposesPartner reports whether a move opened an attack on the partner's king. That is
// possible only along a line through the square that the piece left; d is the direction of
// this line from the king.
func (g *Game) exposesPartner(p *rules.Position, board *rules.Board, s *side, d rules.Direction) bool {
	return g.reach.AttackedAlong(board, s.partner, d, s.enemies) && !g.reach.AttackedAlong(&p.Board, s.partner, d, s.enemies)
}
