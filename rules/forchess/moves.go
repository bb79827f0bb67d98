package forchess

import "quadrille/rules"

// side holds the data that determines the legal actions of the seat to move.
type side struct {
	pieces  rules.PieceSet // pieces that the seat controls
	targets rules.PieceSet // pieces that the seat may capture: those of the other side and those that no seat controls (F3)
	enemies rules.PieceSet // pieces that can give check: those of the other side (F7)
	king    rules.Square
	// square of the teammate's king, which moves must not expose; NoSquare if that king was captured or is already in
	// check (F9)
	teammate     rules.Square
	checked      bool
	capturesOnly bool // whether movesOf omits moves of pieces other than pawns to empty squares
}

func (g *Game) side(p *rules.Position) side {
	s := side{king: p.King[p.Turn&3]}
	s.pieces, s.targets, s.enemies = g.relatedPieces(p, p.Turn)
	s.checked = g.reach.Attacked(&p.Board, s.king, s.enemies)
	if teammate := teammateOf(p.Turn); !g.cutthroat && p.State[teammate] != rules.Eliminated {
		if king := p.King[teammate]; !g.reach.Attacked(&p.Board, king, s.enemies) {
			s.teammate = king
		}
	}
	return s
}

// teammateOf returns the seat in the diagonally opposite corner (F1).
func teammateOf(s rules.Seat) rules.Seat { return (s + 2) & 3 }

// relatedPieces returns the pieces that a seat controls, those it may capture, and those
// that can attack its king.
func (g *Game) relatedPieces(p *rules.Position, seat rules.Seat) (pieces, targets, enemies rules.PieceSet) {
	for army, by := range p.Controller {
		switch of := rules.AllOf(rules.Army(army)); {
		case by == seat:
			pieces |= of
		case by == rules.NoSeat:
			targets |= of
		case !g.allies[seat&3].Has(by):
			targets |= of
			enemies |= of
		}
	}
	return pieces, targets, enemies
}

// Legal appends every legal action of the seat to move. These are its moves; if there are
// none, its token moves, which leave its king in check (F11); if there are none of these
// either, its removals (F12).
func (g *Game) Legal(p *rules.Position, into []rules.Action) []rules.Action {
	if p.Over() {
		return into
	}
	s := g.side(p)
	board := p.Board
	first := len(into)
	into = g.candidates(p, &s, into)
	legal := into[:first]
	for _, a := range into[first:] {
		if own, teammate := g.exposesKings(p, &board, &s, a); !own && !teammate {
			legal = append(legal, a)
		}
	}
	if len(legal) > first {
		return legal
	}
	for _, a := range into[first:] { // these are still the candidates: the loop above found no legal action, so it has not overwritten them
		if g.canBeToken(p, &board, &s, a) {
			legal = append(legal, a)
		}
	}
	if len(legal) > first {
		return legal
	}
	return g.removals(p, &board, &s, legal)
}

// LegalCaptures appends the legal captures; see [rules.Evaluable]. If the seat is in check,
// the captures may include token moves (F11), which leave the seat's king in check.
func (g *Game) LegalCaptures(p *rules.Position, into []rules.Action) []rules.Action {
	if p.Over() {
		return into
	}
	s := g.side(p)
	board := p.Board
	first := len(into)
	if s.checked {
		into = g.Legal(p, into)
	} else {
		s.capturesOnly = true
		into = g.candidates(p, &s, into)
	}
	legal := into[:first]
	for _, a := range into[first:] {
		if !rules.IsCapture(p, a) {
			continue
		}
		if own, teammate := g.exposesKings(p, &board, &s, a); s.checked || !own && !teammate {
			legal = append(legal, a)
		}
	}
	return legal
}

// canBeToken reports whether a candidate is a legal token move (a move that leaves the
// player's own king in check). The seat must be in check, the piece must not be the king,
// and the move must not expose the teammate's king (F9, F11).
func (g *Game) canBeToken(p *rules.Position, board *rules.Board, s *side, a rules.Action) bool {
	if !s.checked || a.From == s.king {
		return false
	}
	_, teammate := g.exposesKings(p, board, s, a)
	return !teammate
}

// candidates appends the moves of every piece of the seat. It does not test the safety of
// kings.
func (g *Game) candidates(p *rules.Position, s *side, into []rules.Action) []rules.Action {
	for army, by := range p.Controller {
		if by != p.Turn {
			continue
		}
		pieces := g.reach.PiecesOf(&p.Board, rules.Army(army))
		for from, ok := pieces.Next(); ok; from, ok = pieces.Next() {
			into = g.movesOf(&p.Board, s, from, into)
		}
	}
	return into
}

// movesOf appends the moves of one piece. It does not test whether a move leaves a king in
// check.
func (g *Game) movesOf(b *rules.Board, s *side, from rules.Square, into []rules.Action) []rules.Action {
	piece := b[from]
	if piece.Kind() != rules.Pawn {
		return g.reach.Moves(b, from, piece.Kind(), s.targets, s.capturesOnly, into)
	}
	step, promotes := g.reach.Pawns[piece.Army()].Step, &shared.homes[piece.Army()].promotes
	if to := g.reach.Step(from, step); b[to] == 0 {
		into = rules.AppendPawnMove(promotes[to], rules.KnightToQueen, from, to, into)
	}
	for _, turn := range [2]int{-1, 1} {
		if to := g.reach.Step(from, step.Turn(turn)); s.targets.Has(b[to]) {
			into = rules.AppendPawnMove(promotes[to], rules.KnightToQueen, from, to, into)
		}
	}
	return into
}

// exposesKings reports whether a candidate move leaves the mover's own king in check (F8),
// and whether it puts the teammate's king in check (F9). The parameter `board` is a copy of
// the position's board. exposesKings makes the move on that copy, and then undoes it.
func (g *Game) exposesKings(p *rules.Position, board *rules.Board, s *side, a rules.Action) (own, teammate bool) {
	if a.From != s.king && !s.checked && !g.reach.Aligned(s.king, a.From) && !g.reach.Aligned(s.teammate, a.From) {
		return false, false // the piece shields neither king, so the move need not be made
	}
	piece, captured := board[a.From], board[a.To]
	enemies := s.enemies
	if captured.Kind() == rules.King {
		enemies &^= piecesOf(p, rules.Seat(captured.Army())) // the captured king's army changes sides before checks are determined (F7)
	}
	board[a.From], board[a.To] = 0, piece
	switch {
	case a.From == s.king:
		own = g.reach.Attacked(board, a.To, enemies)
	case s.checked:
		own = g.reach.Attacked(board, s.king, enemies)
	default:
		own = g.lineAttacked(board, s.king, a.From, enemies)
	}
	teammate = s.teammate != rules.NoSquare && g.lineAttacked(board, s.teammate, a.From, enemies)
	board[a.To], board[a.From] = captured, piece
	return own, teammate
}

// lineAttacked reports whether a king is attacked along the line through the square `left`,
// from which a piece has moved. The king must have been safe before the move.
func (g *Game) lineAttacked(board *rules.Board, king, left rules.Square, enemies rules.PieceSet) bool {
	d, ok := g.reach.Line(king, left)
	return ok && g.reach.AttackedAlong(board, king, d, enemies)
}

// piecesOf returns the pieces that a seat controls.
func piecesOf(p *rules.Position, seat rules.Seat) (pieces rules.PieceSet) {
	for army, by := range p.Controller {
		if by == seat {
			pieces |= rules.AllOf(rules.Army(army))
		}
	}
	return pieces
}

// removals appends the legal removals: those that expose neither the king of the seat to
// move nor its partner's king to a new check. If there are none, it appends every removal.
// The king may be removed only as the last piece (F12).
func (g *Game) removals(p *rules.Position, board *rules.Board, s *side, into []rules.Action) []rules.Action {
	first, safe := len(into), 0
	for _, on := range g.reach.Squares {
		piece := board[on]
		if !s.pieces.Has(piece) || on == s.king {
			continue
		}
		a := rules.Action{Type: rules.Remove, Path: rules.Path{From: on}}
		board[on] = 0
		if into = append(into, a); !g.removalExposes(board, s, on) {
			into[first+safe], into[len(into)-1] = a, into[first+safe]
			safe++
		}
		board[on] = piece
	}
	switch {
	case safe > 0:
		return into[:first+safe]
	case len(into) > first:
		return into
	}
	return append(into, rules.Action{Type: rules.Remove, Path: rules.Path{From: s.king}})
}

// removalExposes reports whether the removal of a piece exposes the seat's king or the
// teammate's king to a check that did not exist before (F12).
func (g *Game) removalExposes(board *rules.Board, s *side, left rules.Square) bool {
	return !s.checked && g.lineAttacked(board, s.king, left, s.enemies) ||
		s.teammate != rules.NoSquare && g.lineAttacked(board, s.teammate, left, s.enemies)
}
