package bot

import "quadrille/rules"

// Special search values. Search values are from the point of view of the side to move.
const (
	infinite int32 = 1 << 30
	// sixthPoint is the search value of a sixth of a game point. It exceeds any evaluation
	// of a position.
	sixthPoint int32 = 60_000
	// Decided is less than the value of any win, and greater than any evaluation.
	Decided = 50_000
)

// searchChild searches the position after the given ply. It returns the value for the side
// that acts at the given ply.
func (s *Searcher) searchChild(ply, depth int, alpha, beta int32) int32 {
	if s.stack[ply].rootActs == s.stack[ply+1].rootActs {
		return s.search(ply+1, depth, alpha, beta)
	}
	return -s.search(ply+1, depth, -beta, -alpha)
}

// search returns the value of the position at the given ply, for the side that acts there
// (alpha-beta).
func (s *Searcher) search(ply, depth int, alpha, beta int32) int32 {
	l := &s.stack[ply]
	if v, ok := s.terminalValue(ply); ok {
		return v
	}
	if depth <= 0 || ply >= maxPly-1 {
		return s.quiesce(ply, quiescencePlies, alpha, beta)
	}
	known, ok := s.transpositions.probe(l.hash)
	if ok && int(known.depth) >= depth && !s.noTable {
		if v := fromTable(known.value, ply); known.cutsOff(v, alpha, beta) {
			return v
		}
	}
	if s.byLot(&l.position) {
		v := s.searchLot(ply, depth)
		if !s.stopped && !s.noTable {
			s.transpositions.store(entry{key: l.hash, value: toTable(v, ply), depth: int8(depth), bound: exact})
		}
		return v
	}
	if depth <= extendDepth && s.checks(ply).Has(s.variant.Actor(&l.position)) {
		depth++
	}
	selective := s.isSelective(ply, alpha, beta)
	if selective {
		if v, ok := s.cutBefore(ply, depth, alpha, beta); ok {
			return v
		}
	}
	l.actions = s.variant.Legal(&l.position, l.actions[:0])
	s.orderActions(l, known.action)
	best, action := s.searchActions(ply, depth, alpha, beta, selective)
	if !s.stopped && !s.noTable {
		s.transpositions.store(
			entry{key: l.hash, value: toTable(best, ply), action: action, depth: int8(depth), bound: boundOf(best, alpha, beta)},
		)
	}
	return best
}

// byLot reports whether the action in a position is drawn by lot.
func (s *Searcher) byLot(p *rules.Position) bool { return s.lots != nil && s.lots.ByLot(p) }

// searchLot returns the mean value of all actions at the given ply, where the action is drawn by
// lot. The mean is decided only if all actions decide the game in favour of the same side.
func (s *Searcher) searchLot(ply, depth int) int32 {
	l := &s.stack[ply]
	l.actions, l.isReply = s.variant.Legal(&l.position, l.actions[:0]), false
	sum, least, most := int64(0), infinite, -infinite
	for _, a := range l.actions {
		if !s.play(ply, a) {
			return 0
		}
		v := s.searchChild(ply, depth-1, -infinite, infinite)
		sum, least, most = sum+int64(v), min(least, v), max(most, v)
	}
	mean := int32(sum / int64(len(l.actions)))
	if least < Decided && most > -Decided {
		mean = min(max(mean, 1-Decided), Decided-1)
	}
	return mean
}

// searchActions searches the actions at the given ply in their order, until an action causes
// a beta cutoff.
func (s *Searcher) searchActions(ply, depth int, alpha, beta int32, selective bool) (int32, rules.Action) {
	l := &s.stack[ply]
	best, action := -infinite, rules.Action{}
	count := len(l.actions)
	if l.hasReply {
		count = 1
	}
	for i := range count {
		a := l.pickNext(i)
		if selective && s.isFutile(l, depth, i, alpha) {
			best = max(best, alpha)
			continue
		}
		l.isReply = i > 0
		if !s.play(ply, a) {
			return max(best, alpha), action
		}
		v := s.searchAction(ply, depth-1, alpha, beta, i, l.scores[i])
		if s.stopped {
			return max(best, alpha), action
		}
		if v > best {
			best, action = v, a
		}
		if s.noPruning {
			continue
		}
		if alpha = max(alpha, v); alpha >= beta {
			s.recordCutoff(l, i, depth)
			break
		}
	}
	return best, action
}

// terminalValue returns the value of the position at the given ply if the search must end
// there: if the game is over, the position is repeated, the root seat is eliminated or,
// with the limit FirstMate, the first checkmate has occurred. Otherwise it returns false.
func (s *Searcher) terminalValue(ply int) (int32, bool) {
	p := &s.stack[ply].position
	switch {
	case p.Over():
	case s.isRepetition(ply):
		s.variant.End(p, rules.ByRepetition)
	case s.eval.eliminated(p) && s.eval.standing != nil:
		v := s.eval.evaluateMaterial(p, &s.stack[ply].material) // its points count on, but it acts no more
		if !s.stack[ply].rootActs {
			v = -v
		}
		return v, true
	case s.eval.eliminated(p):
		s.variant.End(p, rules.ByAgreement) // end the game here: the root seat is eliminated, so its score no longer changes
	case s.limits.FirstMate && p.FirstCheckmated() != rules.NoSeat:
		s.variant.Apply(p, p, rules.Action{Type: rules.Resign, Seat: p.FirstCheckmated()}) // the team of the checkmated seat loses
	default:
		return 0, false
	}
	v := s.eval.resultValue(p)
	if v > 0 { // prefer a win in fewer plies to a win in more plies, and the reverse for losses
		v -= int32(ply)
	} else if v < 0 {
		v += int32(ply)
	}
	if !s.stack[ply].rootActs {
		v = -v
	}
	return v, true
}
