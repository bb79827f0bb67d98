package rules

import (
	"errors"
	"slices"
)

// The functions below are checks that several games use to explain why an action is illegal.
// Each returns nil if its check passes. A game calls them, and its own checks, in the order
// of its rule book.

// ExplainOwner refuses a move from an empty square, or of a piece that the seat to move
// does not control. The parameter `mine` says whether the seat controls the piece. The
// parameter `owner` is the name of the seat or army to which the piece belongs.
func (f *Facts) ExplainOwner(p *Position, from Square, mine bool, owner string) *Refusal {
	switch {
	case !p.Board[from].IsPiece():
		return Refuse(NoPiece, f.Geometry.Name(from), "")
	case !mine:
		return Refuse(NotYourPiece, f.Geometry.Name(from), Title(owner))
	}
	return nil
}

// ExplainPromotion refuses a move that lacks a promotion, names a promotion although it does
// not promote, or promotes to a kind that the game does not allow. The parameter `candidate`
// is the move as the move generator lists it.
func (f *Facts) ExplainPromotion(a, candidate Action) *Refusal {
	switch {
	case a.Promote == NoKind && candidate.Promote != NoKind:
		return Refuse(NeedsPromotion, Plain(f, NoSeat, a), f.promotionSuffixes())
	case a.Promote != NoKind && candidate.Promote == NoKind:
		return Refuse(NoPromotion, f.Geometry.Name(a.To), "")
	case a.Promote != NoKind && !slices.Contains(f.Promotes, a.Promote):
		return Refuse(UnknownPromotion, string(a.Promote.Letter()), f.promotionList(""))
	}
	return nil
}

// ExplainPiece refuses a move that the piece could not make on an empty board, or whose
// path is blocked.
func (f *Facts) ExplainPiece(r *AttackTables, p *Position, a Action) *Refusal {
	empty := r.Empty()
	if !slices.Contains(r.Moves(&empty, a.From, p.Board[a.From].Kind(), 0, false, nil), NewMove(a.From, a.To)) {
		return f.CannotMove(p, a)
	}
	if at, blocked := r.Blocker(&p.Board, a.From, a.To); blocked {
		return f.Blocked(a.From, at)
	}
	return nil
}

// ExplainStep refuses a pawn's step straight ahead if it is blocked. The parameter `most` is
// the maximum number of squares that the pawn may advance from its square.
func (f *Facts) ExplainStep(r *AttackTables, p *Position, a Action, most int) *Refusal {
	d, ok := r.Line(a.From, a.To)
	if !ok || d != r.PawnDirections(p.Board[a.From]).Step || r.Distance(a.From, a.To) > most {
		return nil
	}
	next := r.Step(a.From, d)
	if p.Board[next] == 0 {
		next = a.To
	}
	return f.Blocked(a.From, next)
}

// PawnCaptures reports whether a pawn can make the move as a capture. It does not check
// whether there is a piece to capture.
func (r *AttackTables) PawnCaptures(piece Piece, a Action) bool {
	d, ok := r.Line(a.From, a.To)
	return ok && r.PawnDirections(piece).Captures.Has(d) && r.Distance(a.From, a.To) == 1
}

// CannotMove refuses a move that the piece cannot make from its square.
func (f *Facts) CannotMove(p *Position, a Action) *Refusal {
	return Refuse(CannotMove, DescribePiece(f, p.Board[a.From], a.From), f.Geometry.Name(a.To))
}

// Blocked refuses a move of a piece because a piece on another square is in its way.
func (f *Facts) Blocked(from, at Square) *Refusal {
	return Refuse(Blocked, f.Geometry.Name(from), f.Geometry.Name(at))
}

// ExplainKing refuses a move that leaves the player's own king in check. The parameter
// `checked` tells whether the king is in check before the move.
func (f *Facts) ExplainKing(a Action, checked bool) *Refusal {
	if checked {
		return Refuse(StillInCheck, Plain(f, NoSeat, a), "")
	}
	return Refuse(LeavesCheck, Plain(f, NoSeat, a), "")
}

// ExplainImmobile explains why a piece has no legal move. It returns a refusal if some move
// of the piece is illegal only because it would leave the king in check, and nil otherwise.
func ExplainImmobile(v Variant, p *Position, from Square) *Refusal {
	for _, to := range v.Facts().Geometry.Squares {
		var r *Refusal
		if errors.As(v.Explain(p, NewMove(from, to)), &r) && (r.Reason == LeavesCheck || r.Reason == StillInCheck) {
			return r
		}
	}
	return nil
}
