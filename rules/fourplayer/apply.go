package fourplayer

import "quadrille/rules"

// Apply plays an action and its consequences; see [rules.Variant].
func (g *Game) Apply(dst, src *rules.Position, a rules.Action) rules.Effects {
	before := *src
	*dst = before
	t := turn{g: g, p: dst, actor: before.Turn}
	switch a.Type {
	case rules.Move:
		t.move(&before, a)
	case rules.Resign:
		t.leave(a.Seat, rules.ByResignation)
	case rules.Flag:
		t.leave(a.Seat, rules.ByFlag)
	}
	return t.effects
}

// Settle carries out what is due at the start of the current turn: a seat without a legal move
// is out (M29, M32), and the game ends if it is decided.
func (g *Game) Settle(p *rules.Position) rules.Effects {
	t := turn{g: g, p: p, actor: rules.NoSeat}
	t.advance(rules.ByLastSeat)
	return t.effects
}

// turn carries out an action and what follows from it, and records the effects.
type turn struct {
	g       *Game
	p       *rules.Position
	effects rules.Effects
	actor   rules.Seat // the seat that moved
}

// move plays a legal move: its captures, the points and the seats that it puts out, and the
// start of the next turn.
func (t *turn) move(before *rules.Position, a rules.Action) {
	p, mover := t.p, before.Turn
	passed := t.g.takenInPassing(before, a)
	t.capture(before, a.To, passed)
	t.g.makeMove(p, a, passed)
	if king := before.Board[a.To]; king.Kind() == rules.King && t.g.isLiving(before, king) {
		if t.g.teams {
			t.g.win(p, mover, rules.ByKingTaken)
			return
		}
		t.out(rules.Seat(king.Army()), mover)
	}
	given := t.g.newChecks(before, p, a)
	t.effects.Checked = given.kings
	if !t.g.teams {
		if before.State[mover&3] == rules.Playing {
			t.score(mover, given.bonus(before))
		}
		t.removeMated(mover)
	}
	p.Turn = mover.Next()
	t.advance(rules.ByLastSeat)
}

// capture records the pieces that a move takes, and gives the mover the points for them (M30).
func (t *turn) capture(before *rules.Position, on, passed rules.Square) {
	squares := [2]rules.Square{on, passed}
	if before.Board[on] == 0 {
		squares = [2]rules.Square{passed, rules.NoSquare}
	}
	for _, sq := range squares {
		piece := before.Board[sq]
		if !piece.IsPiece() {
			continue
		}
		if t.effects.Captured == 0 {
			t.effects.Captured, t.effects.CapturedOn = piece, sq
		} else {
			t.effects.Also, t.effects.AlsoOn = piece, sq
		}
		if !t.g.teams && before.State[before.Turn&3] == rules.Playing && t.g.isLiving(before, piece) {
			t.score(before.Turn, captureValue(piece))
		}
	}
}

// isLiving reports whether a piece belongs to a seat that plays, or is a king that walks (M26).
func (g *Game) isLiving(p *rules.Position, piece rules.Piece) bool {
	living, _ := armyPieces(p, piece.Army())
	return living.Has(piece)
}

// The points of M27 to M42.
const (
	matePoints      = 20
	stalematePoints = 20 // for the seat that is stalemated
	walkerPoints    = 10 // for each seat that plays, if a king that walks is stalemated
	drawPoints      = 10
	kingPoints      = 20 // for a king that still walks at the end
)

// captureValue returns the points for the capture of a living piece (M30).
func captureValue(piece rules.Piece) int {
	if piece.Marked(onePoint) {
		return 1
	}
	return [rules.King + 1]int{0, 1, 3, 5, 5, 9, 20}[piece.Kind()]
}

// makeMove makes a legal move on the board. It also updates the squares of kings, the castling
// and en passant rights, and the count of quiet plies.
func (g *Game) makeMove(p *rules.Position, a rules.Action, passed rules.Square) {
	piece := p.Board[a.From]
	p.QuietPlies++
	for _, sq := range [2]rules.Square{a.To, passed} {
		if sq != rules.NoSquare && p.Board[sq] != 0 {
			g.removePiece(p, sq)
			p.QuietPlies = 0
		}
	}
	if c := g.castlingOf(piece, a); c != nil {
		g.movePiece(p, c.Rook.From, c.Rook.To)
	}
	g.movePiece(p, a.From, a.To)
	dropRights(p, piece.Army())
	if piece.Kind() == rules.Pawn {
		p.QuietPlies = 0
		g.updatePawn(p, a)
	}
}

// removePiece takes a piece off the board, and drops the rights that depend on it (M16, M20).
func (g *Game) removePiece(p *rules.Position, sq rules.Square) {
	piece := p.Board[sq]
	p.Board[sq] = 0
	switch piece.Kind() {
	case rules.King:
		p.King[piece.Army()] = rules.NoSquare
	case rules.Rook:
		g.loseCastling(p, piece.Army(), sq)
	case rules.Pawn:
		p.FilterEnPassant(func(r *rules.EnPassant) bool { return r.Pawn != sq })
	}
}

// movePiece moves a piece between squares. A king or rook that moves loses its right to castle
// (M16).
func (g *Game) movePiece(p *rules.Position, from, to rules.Square) {
	piece := p.Board[from]
	p.Board[from], p.Board[to] = 0, piece
	switch piece.Kind() {
	case rules.King:
		p.King[piece.Army()], p.Castling[piece.Army()] = to, 0
	case rules.Rook:
		g.loseCastling(p, piece.Army(), from)
	}
}

// loseCastling ends the right to castle with the rook on a corner of its army.
func (g *Game) loseCastling(p *rules.Position, army rules.Army, corner rules.Square) {
	for i, side := range [2]uint8{rules.KingSide, rules.QueenSide} {
		if g.homes[army&3].Corners[i] == corner {
			p.Castling[army&3] &^= side
		}
	}
}

// dropRights ends the army's rights to capture en passant (M18, M20).
func dropRights(p *rules.Position, army rules.Army) {
	if p.EnPassantCount == 0 {
		return
	}
	p.FilterEnPassant(func(r *rules.EnPassant) bool {
		r.Drop(army)
		return r.Held()
	})
}

// updatePawn promotes a pawn that has moved (M12), drops the rights to capture it en passant
// (M20), or records its double step (M17).
func (g *Game) updatePawn(p *rules.Position, a rules.Action) {
	piece := p.Board[a.To]
	if p.EnPassantCount != 0 {
		p.FilterEnPassant(func(r *rules.EnPassant) bool { return r.Pawn != a.From })
	}
	if a.Promote != rules.NoKind {
		p.Board[a.To] = rules.NewPiece(a.Promote, piece.Army()).WithMark(onePoint, !g.teams)
		return
	}
	if g.reach.Distance(a.From, a.To) != 2 {
		return
	}
	r := rules.EnPassant{Target: g.reach.Step(a.From, g.reach.Pawns[piece.Army()].Step), Pawn: a.To}
	for s := range rules.Seat(rules.SeatCount) {
		if !g.allies[piece.Army()].Has(s) && p.State[s] == rules.Playing {
			r.Give(rules.Army(s))
		}
	}
	if r.Held() {
		p.AddEnPassant(r)
	}
}
