package rules

import "slices"

// The functions below are the steps that games share when they explain why an
// action is not legal. Each returns nil where it finds nothing wrong, so that a
// game writes its own law between them, in the order of its rule book.

// ExplainOwner refuses a move from a square without a man, or of a man that the
// seat on turn does not move. owner is who or what the man belongs to, in words.
func (f *Facts) ExplainOwner(p *Position, from Square, mine bool, owner string) *Refusal {
	switch {
	case !p.Board[from].IsPiece():
		return Refuse(NoPiece, f.Geometry.Name(from), "")
	case !mine:
		return Refuse(NotYourPiece, f.Geometry.Name(from), owner)
	}
	return nil
}

// ExplainPromotion refuses a move that lacks a promotion, has one too many, or
// promotes to a kind that is not among the choices. candidate is the move as the
// man has it.
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

// ExplainPiece refuses a move that a piece would not make on an empty board, or
// whose way is blocked.
func (f *Facts) ExplainPiece(r *AttackTables, p *Position, a Action) *Refusal {
	empty := r.Empty()
	if !slices.Contains(r.Moves(&empty, a.From, p.Board[a.From].Kind(), 0, nil), NewMove(a.From, a.To)) {
		return f.CannotMove(p, a)
	}
	if at, blocked := r.Blocker(&p.Board, a.From, a.To); blocked {
		return f.Blocked(a.From, at)
	}
	return nil
}

// ExplainStep refuses a pawn's step straight ahead that something blocks; most is
// how many squares the pawn may go from where it stands.
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

// PawnTakes reports whether a pawn would take by going there, were there a man to take.
func (r *AttackTables) PawnCaptures(piece Piece, a Action) bool {
	d, ok := r.Line(a.From, a.To)
	return ok && r.PawnDirections(piece).Captures.Has(d) && r.Distance(a.From, a.To) == 1
}

// NotSo says that the man does not move like that.
func (f *Facts) CannotMove(p *Position, a Action) *Refusal {
	return Refuse(CannotMove, DescribePiece(f, p.Board[a.From], a.From), f.Geometry.Name(a.To))
}

// Blocked says that the way of the man on from is blocked.
func (f *Facts) Blocked(from, at Square) *Refusal {
	return Refuse(Blocked, f.Geometry.Name(from), f.Geometry.Name(at))
}

// ExplainKing says that a move which the man has leaves its own king in check.
func (f *Facts) ExplainKing(a Action, checked bool) *Refusal {
	if checked {
		return Refuse(StillInCheck, Plain(f, NoSeat, a), "")
	}
	return Refuse(LeavesCheck, Plain(f, NoSeat, a), "")
}
