package chess4

import (
	"slices"

	"quadrille/rules"
)

// side holds the data on which the moves of one army depend.
type side struct {
	army         rules.Army
	gained       bool           // whether the army is moved by a seat other than the one that started with it (C24)
	king         rules.Square   // square of the king of the seat that moves the army
	targets      rules.PieceSet // pieces that the army may capture
	enemies      rules.PieceSet // pieces of the opponents, which can give check
	checked      bool
	evasions     rules.SquareSet // if checked: where a piece other than the king must move; see [rules.AttackTables.Evasions]
	capturesOnly bool            // whether movesOf omits moves of pieces other than pawns to empty squares
}

// side returns the data on which the army's moves depend. The army cannot capture active
// pieces of its controller's allies (C9), nor a king that is still in the game (C8).
// Inactive pieces are targets but attack nothing (C19).
func (g *Game) side(p *rules.Position, army rules.Army) side {
	var targets, enemies rules.PieceSet
	seat := p.Controller[army]
	allies := g.allies[seat&3]
	for i, by := range p.Controller {
		other := rules.Army(i)
		switch pieces := rules.AllOf(other); {
		case by == rules.NoSeat:
			targets |= pieces
		case !allies.Has(by):
			enemies |= pieces
			if targets |= pieces; by == rules.Seat(other) {
				targets &^= rules.KingOf(other)
			}
		}
	}
	king := p.King[seat&3]
	s := side{army: army, gained: rules.Seat(army) != seat, king: king, targets: targets, enemies: enemies}
	if s.checked = g.reach.Attacked(&p.Board, king, enemies); s.checked {
		s.evasions = g.reach.Evasions(&p.Board, king, enemies)
	}
	return s
}

// Legal appends every legal action of the seat to move.
func (g *Game) Legal(p *rules.Position, into []rules.Action) []rules.Action {
	if p.Choosing != 0 && !p.Over() {
		return choices(p, into)
	}
	return legalMoves(g, p, into, false)
}

// LegalCaptures appends legal captures; see [rules.Evaluable].
func (g *Game) LegalCaptures(p *rules.Position, into []rules.Action) []rules.Action {
	return legalMoves(g, p, into, true)
}

// legalMoves appends the legal moves of the army to move. If capturesOnly is true, it appends
// only the legal captures.
func legalMoves(g *Game, p *rules.Position, into []rules.Action, capturesOnly bool) []rules.Action {
	if p.Over() || p.Choosing != 0 {
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
	if p.Choosing != 0 {
		return uint64(p.Choosing.Count())
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

// choices appends an action for each army that the seat to move can choose (C27).
func choices(p *rules.Position, into []rules.Action) []rules.Action {
	for s := range rules.Seat(rules.SeatCount) {
		if p.Choosing.Has(s) {
			into = append(into, rules.Action{Type: rules.ChooseArmy, Seat: s})
		}
	}
	return into
}

// canMove reports whether the army would have a legal move if it were to move now.
func (g *Game) canMove(p *rules.Position, s *side) bool {
	return g.movablePiece(p, s, s.king) != rules.NoSquare
}

// movablePiece returns the square of a piece of the army that would have a legal move if the army were
// to move now, or NoSquare if there is none. It tries the piece on the square `first` before others.
func (g *Game) movablePiece(p *rules.Position, s *side, first rules.Square) rules.Square {
	if !s.checked {
		if free := g.freePiece(p, s.army, s.king, s.targets); free != rules.NoSquare {
			return free
		}
	}
	board := p.Board
	if piece := board[first]; piece.IsPiece() && piece.Army() == s.army && g.hasLegalMove(p, &board, s, first) {
		return first
	}
	pieces := g.reach.PiecesOf(&p.Board, s.army)
	for from, ok := pieces.Next(); ok; from, ok = pieces.Next() {
		if from != first && g.hasLegalMove(p, &board, s, from) {
			return from
		}
	}
	return rules.NoSquare // castling needs no test: whenever castling is possible, the rook can move too
}

// hasLegalMove reports whether the piece on a square has a legal move. board is a copy of the board.
func (g *Game) hasLegalMove(p *rules.Position, board *rules.Board, s *side, from rules.Square) bool {
	var buffer [64]rules.Action // large enough for one piece: a queen has at most 47 moves
	for _, a := range g.movesOf(p, s, from, buffer[:0]) {
		if !g.exposesKing(p, board, s, a) {
			return true
		}
	}
	return false
}

// freePiece returns the square of a piece of the army that can move and that cannot shield the king
// of its seat, or NoSquare if there is none. The king must not be in check. Nearly every army has
// such a piece, so that canMove need not generate moves and test them on a board.
func (g *Game) freePiece(p *rules.Position, army rules.Army, king rules.Square, targets rules.PieceSet) rules.Square {
	pieces := g.reach.PiecesOf(&p.Board, army)
	for from, ok := pieces.Next(); ok; from, ok = pieces.Next() {
		if g.isFree(p, king, from, targets) {
			return from
		}
	}
	return rules.NoSquare
}

// isFree reports whether a piece can move, to an empty square or by the capture of one of the targets,
// and cannot shield a king, because it does not stand on a line with it.
func (g *Game) isFree(p *rules.Position, king, from rules.Square, targets rules.PieceSet) bool {
	piece := p.Board[from]
	kind := piece.Kind()
	if kind == rules.King || g.reach.Aligned(king, from) {
		return false
	}
	switch kind {
	case rules.Pawn:
		return p.Board[g.reach.Step(from, g.reach.Pawns[piece.Army()].Step)] == 0
	case rules.Knight:
		for _, to := range g.reach.KnightMoves(from) {
			if p.Board[to] == 0 || targets.Has(p.Board[to]) {
				return true
			}
		}
		return false
	}
	for d := range rules.Direction(8) {
		if kind == rules.Bishop && !rules.Diagonal.Has(d) || kind == rules.Rook && !rules.Straight.Has(d) {
			continue
		}
		if to := p.Board[g.reach.Step(from, d)]; to == 0 || targets.Has(to) {
			return true
		}
	}
	return false
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
// leaves the king in check.
func (g *Game) movesOf(p *rules.Position, s *side, from rules.Square, into []rules.Action) []rules.Action {
	piece := p.Board[from]
	if piece.Kind() == rules.Pawn {
		return g.pawnMoves(p, s, from, into)
	}
	return g.reach.Moves(&p.Board, from, piece.Kind(), s.targets, s.capturesOnly, into)
}

// pawnMoves appends a pawn's moves: one square forward, two from its starting row, diagonal
// captures (C5), and captures en passant (C10-C13).
func (g *Game) pawnMoves(p *rules.Position, s *side, from rules.Square, into []rules.Action) []rules.Action {
	h := &shared.homes[s.army]
	into = g.reach.PawnSteps(&p.Board, h, rules.KnightToQueen, from, into)
	if p.EnPassantCount != 0 && cannotCapture(p, from) {
		return into
	}
	for _, turn := range [2]int{-1, 1} {
		to := g.reach.Step(from, g.reach.Pawns[s.army].Step.Turn(turn))
		if piece := p.Board[to]; s.targets.Has(piece) || piece == 0 && p.EnPassantCount != 0 && g.canCaptureEnPassant(p, s, to) {
			into = rules.AppendPawnMove(h.Promotes[to], rules.KnightToQueen, from, to, into)
		}
	}
	return into
}

// cannotCapture reports whether the pawn on the square `pawn` may not capture, because an
// army that captured a different pawn en passant may still capture it en passant (C12).
func cannotCapture(p *rules.Position, pawn rules.Square) bool {
	for _, r := range p.EnPassantRights() {
		if r.Pawn == pawn && r.Kept() {
			return true
		}
	}
	return false
}

// canCaptureEnPassant reports whether the side may capture en passant by a move to the
// square `target`. The capture is not allowed if the pawn has come under the side's own
// control since its double step (C13).
func (g *Game) canCaptureEnPassant(p *rules.Position, s *side, target rules.Square) bool {
	pawn := p.PassedPawn(s.army, target)
	return pawn != rules.NoSquare && s.targets.Has(p.Board[pawn])
}

func (g *Game) captureSquare(p *rules.Position, a rules.Action) rules.Square {
	return g.reach.CaptureSquare(p, p.Board[a.From].Army(), a)
}

// castlings appends the castling moves of the army (C7, C29).
func (g *Game) castlings(p *rules.Position, s *side, into []rules.Action) []rules.Action {
	if p.Castling[s.army] == 0 || s.checked && !s.gained {
		return into
	}
	for i := range shared.homes[s.army].Castlings {
		c := &shared.homes[s.army].Castlings[i]
		if p.Castling[s.army]&c.Side == 0 || !atHome(p, s.army, c) {
			continue
		}
		if bar, _ := g.castlingObstacle(p, s, c); bar == nil {
			into = append(into, rules.Action{Type: rules.Move, Path: c.King})
		}
	}
	return into
}

// atHome reports whether the king and the rook that castle are on their starting squares. An
// army that another seat has gained keeps the right to castle while these pieces are on other
// squares (C29).
func atHome(p *rules.Position, army rules.Army, c *rules.Castling) bool {
	return p.King[army] == c.King.From && p.Rooks[army][c.Side-rules.KingSide] == c.Rook.From
}

// castlingObstacle returns the reason why an army that has the right to castle cannot do so
// now, and the square that is occupied or attacked. If the army can castle, the reason is nil.
func (g *Game) castlingObstacle(p *rules.Position, s *side, c *rules.Castling) (*rules.Reason, rules.Square) {
	if sq := c.Barred(&p.Board); sq != rules.NoSquare {
		return rules.Blocked, sq
	}
	if s.gained {
		return nil, rules.NoSquare // the king of a gained army may castle through attacks (C26)
	}
	for _, sq := range c.KingWay {
		if g.reach.Attacked(&p.Board, sq, s.enemies) {
			return CastlingAttacked, sq
		}
	}
	return nil, rules.NoSquare
}

// castlingOf returns the castling that a move stands for, or nil for an ordinary move.
func castlingOf(piece rules.Piece, a rules.Action) *rules.Castling {
	if piece.Kind() != rules.King {
		return nil
	}
	return shared.homes[piece.Army()].Castling(a.Path)
}

// keepsKingSafe reports whether a candidate cannot expose the king, because the piece and the
// king are not aligned. If keepsKingSafe returns false, only exposesKing can tell.
func (s *side) keepsKingSafe(g *rules.AttackTables, p *rules.Position, a rules.Action) bool {
	return !s.gained && !s.checked && p.EnPassantCount == 0 && a.From != s.king && !g.Aligned(s.king, a.From)
}

// exposesKing reports whether a candidate leaves the mover's king attacked by a seat in
// play (C8). The parameter `board` is a copy of the position's board, on which exposesKing
// makes and undoes the move.
func (g *Game) exposesKing(p *rules.Position, board *rules.Board, s *side, a rules.Action) bool {
	if s.gained {
		return g.exposesController(p, s, a)
	}
	taken := a.To
	if p.EnPassantCount != 0 {
		taken = g.captureSquare(p, a)
	}
	king := s.king
	switch {
	case a.From == king:
		king = a.To
	case s.checked && taken == a.To && !s.evasions.Has(a.To):
		return true
	}
	piece, captured := board[a.From], board[taken]
	board[taken], board[a.From], board[a.To] = 0, 0, piece
	var hit bool
	if s.checked || king != s.king || taken != a.To {
		hit = g.reach.Attacked(board, king, s.enemies)
	} else if d, ok := g.reach.Line(king, a.From); ok {
		// The king was safe before the move, so examine only the line that the piece left.
		hit = g.reach.AttackedAlong(board, king, d, s.enemies)
	}
	board[a.To], board[a.From], board[taken] = 0, piece, captured
	return hit
}

// exposesController reports whether a move of a gained army exposes its controller's king
// to a piece that did not attack it before (C25).
func (g *Game) exposesController(p *rules.Position, s *side, a rules.Action) bool {
	var before, after [32]rules.Square
	q := *p
	g.move(&q, a, g.captureSquare(p, a))
	old := g.reach.Attackers(&p.Board, s.king, s.enemies, before[:0])
	for _, at := range g.reach.Attackers(&q.Board, s.king, s.enemies, after[:0]) {
		if !slices.Contains(old, at) {
			return true
		}
	}
	return false
}
