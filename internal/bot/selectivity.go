package bot

import (
	"slices"

	"quadrille/rules"
)

// Limits of the selective search. Margins are in hundredths of a pawn of material, and
// [evaluator.unit] converts them to the unit of the evaluation.
const (
	nullMoveDepth  = 3   // least depth at which a null move is tried
	futilityMargin = 300 // a quiet action at the last ply is expected to gain no more than this
	lateActions    = 6   // at the last ply, the search skips quiet actions from this index of the move order on, unless they give check
	extendDepth    = 1   // at this remaining depth or less, the search is one ply deeper if the seat to act is in check
	// mobility and attacks on kings are not computed if the value of the material is farther than this from the
	// alpha-beta window
	lazyMargin = 800
)

// evaluateNode returns the value of the position at the given ply, for the side that acts
// there. If the value of the material alone is far outside the window from alpha to beta,
// evaluateNode returns the value of the material.
func (s *Searcher) evaluateNode(ply int, alpha, beta int32) int32 {
	l := &s.stack[ply]
	sign := int32(1)
	if !l.rootActs {
		sign = -1
	}
	noise := s.limits.noise(l.hash)
	if !s.noReductions {
		margin := s.eval.unit(lazyMargin)
		if v := sign * (s.eval.evaluateMaterial(&l.position, &l.material) + noise); v >= beta+margin || v <= alpha-margin {
			return v
		}
	}
	return sign * (s.eval.evaluateAll(&l.position, &l.material) + noise)
}

// isSelective reports whether the search may rely on evaluations to cut off the node or to
// skip actions. It may not if a seat is in check, because other seats may act before that
// seat: its partner can parry the check, or the attacker's partner can turn it into
// checkmate by a quiet action.
func (s *Searcher) isSelective(ply int, alpha, beta int32) bool {
	return !s.noReductions && s.eval.teams && ply > 0 && beta-alpha == 1 && beta < Decided && alpha > -Decided && s.checks(ply) == 0
}

// cutBefore reports whether the actions of a node need no search, because its evaluation is
// far enough above beta, or because the side to act remains above beta after a null move.
// If so, it also returns a value for the node. isSelective must be true for the node.
func (s *Searcher) cutBefore(ply, depth int, alpha, beta int32) (v int32, ok bool) {
	v = s.evaluateNode(ply, alpha, beta)
	s.stack[ply].estimate = v
	if v < beta {
		return 0, false
	}
	if depth <= 1 && v >= beta+s.eval.unit(futilityMargin) {
		return v, true
	}
	if depth < nullMoveDepth || !s.canPass(&s.stack[ply]) || !s.pass(ply) {
		return 0, false
	}
	v = s.searchChild(ply, depth-3-depth/4, beta-1, beta)
	return min(v, Decided), v >= beta && !s.stopped
}

// canPass reports whether to try a null move. Null moves are not tried twice in a row,
// during the choice of an army, in games with zones (where a turn has two halves), or by a
// seat with a bare king (which may be in zugzwang).
func (s *Searcher) canPass(l *searchNode) bool {
	p := &l.position
	return !l.passed && p.Choosing == 0 && !s.byLot(p) && s.eval.facts.Zones == nil && !s.eval.isBare(p, &l.material, s.variant.Actor(p))
}

// pass plays a null move: the seat to act does nothing. It reports whether the search may
// continue from the new position.
func (s *Searcher) pass(ply int) bool {
	here, next := &s.stack[ply], &s.stack[ply+1]
	next.position, next.material = here.position, here.material
	next.position.Turn = here.position.Turn.Next()
	next.known = here.known
	s.variant.Settle(&next.position)
	if next.position.Out() != here.position.Out() {
		next.known = rules.Known{}
	}
	if next.position.Over() {
		return false
	}
	next.passed = true
	s.enter(here, next)
	return s.countNode()
}

// isFutile reports whether to skip the i-th action. It skips quiet actions that give no
// check and come late in the move order or are not expected to reach alpha. It does so only
// at the last ply before the quiescence search, because the search would otherwise miss
// quiet actions that prepare a mate.
func (s *Searcher) isFutile(l *searchNode, depth, i int, alpha int32) bool {
	if depth > 1 || i == 0 || l.scores[i] >= scoreKiller {
		return false
	}
	return (i >= lateActions || l.estimate+s.eval.unit(futilityMargin) <= alpha) && !s.eval.givesCheck(&l.position, l.actions[i])
}

// givesCheck reports whether the piece that an action moves attacks the king of another side
// afterwards. It does not find discovered checks. For an action that is not a move it returns
// true.
func (e *evaluator) givesCheck(p *rules.Position, a rules.Action) bool {
	if a.Type != rules.Move {
		return true
	}
	piece, own := p.Board[a.From], e.allies[p.Turn&3]
	for seat, king := range p.King {
		if king == rules.NoSquare || own.Has(rules.Seat(seat)) || !p.State[seat].Attacks() {
			continue
		}
		if e.attacks(p, piece, a, king) {
			return true
		}
	}
	return false
}

// attacks reports whether `piece`, after the move `a`, attacks the square `target`.
func (e *evaluator) attacks(p *rules.Position, piece rules.Piece, a rules.Action, target rules.Square) bool {
	kind := piece.Kind()
	if a.Promote != rules.NoKind {
		kind = a.Promote
	}
	if kind == rules.Knight {
		return slices.Contains(e.reach.KnightMoves(a.To), target)
	}
	d, ok := e.reach.Line(a.To, target)
	if !ok {
		return false
	}
	switch kind {
	case rules.Pawn:
		return e.reach.Step(a.To, d) == target && e.reach.PawnDirections(piece).Captures.Has(d)
	case rules.Bishop:
		ok = rules.Diagonal.Has(d)
	case rules.Rook:
		ok = rules.Straight.Has(d)
	case rules.King:
		return false
	}
	blocker, blocked := e.reach.Blocker(&p.Board, a.To, target)
	return ok && (!blocked || blocker == a.From)
}

// checks returns the result of findChecks. It calls findChecks only once for each node, and
// stores the result.
func (s *Searcher) checks(ply int) rules.Seats {
	l := &s.stack[ply]
	if !l.checksKnown {
		l.inCheck, l.checksKnown = s.findChecks(ply), true
	}
	return l.inCheck
}

// findChecks returns the seats that are in check in the position at the given ply. With
// teams it examines all seats, and in a free-for-all only the seat to act.
func (s *Searcher) findChecks(ply int) (checked rules.Seats) {
	l := &s.stack[ply]
	p := &l.position
	actor := s.variant.Actor(p)
	for seat := range rules.Seat(rules.SeatCount) {
		if (seat == actor || s.eval.teams) && !s.noReductions && s.isChecked(l, seat) {
			checked = checked.With(seat)
		}
	}
	return checked
}

// isChecked reports whether a seat is in play and its king is in check.
func (s *Searcher) isChecked(l *searchNode, seat rules.Seat) bool {
	if l.known.Checks {
		return l.known.Checked.Has(seat)
	}
	return s.eval.isChecked(&l.position, seat)
}

// isChecked reports whether a seat is in play and its king is in check.
func (e *evaluator) isChecked(p *rules.Position, seat rules.Seat) bool {
	king := p.King[seat&3]
	return king != rules.NoSquare && p.State[seat&3].Attacks() && e.reach.Attacked(&p.Board, king, e.enemies(p, seat))
}
