package bot

import "quadrille/rules"

// Values, for the side that acts.
const (
	infinite int32 = 1 << 30
	// A share of a sixth of a point at the end is worth this much, so that the
	// smallest difference in the result outweighs all that stands on a board.
	sixth int32 = 60_000
	// Decided is less than any result differs from a draw by.
	Decided = 50_000
)

// after is the value of the position one ply on, with the eyes of the side that
// acts here: turned round only if the other side acts there.
func (s *Searcher) after(ply, depth int, alpha, beta int32) int32 {
	if s.levels[ply].ours == s.levels[ply+1].ours {
		return s.value(ply+1, depth, alpha, beta)
	}
	return -s.value(ply+1, depth, -beta, -alpha)
}

// value is what the position of a ply is worth to the side that acts there.
func (s *Searcher) value(ply, depth int, alpha, beta int32) int32 {
	l := &s.levels[ply]
	if v, ok := s.settled(ply); ok {
		return v
	}
	if depth <= 0 || ply >= maxPly-1 {
		return s.quiesce(ply, takes, alpha, beta)
	}
	known, ok := s.table.find(l.hash)
	if ok && int(known.depth) >= depth && !s.noTable {
		if v := fromTable(known.value, ply); known.decides(v, alpha, beta) {
			return v
		}
	}
	l.actions = s.variant.Legal(&l.position, l.actions[:0])
	s.rank(l, known.action)
	best, action := s.best(ply, depth, alpha, beta)
	if !s.stopped && !s.noTable {
		s.table.keep(entry{key: l.hash, value: toTable(best, ply), action: action, depth: int8(depth), bound: boundOf(best, alpha, beta)})
	}
	return best
}

// best looks at the actions of a ply in their order, until one refutes what led
// here.
func (s *Searcher) best(ply, depth int, alpha, beta int32) (int32, rules.Action) {
	l := &s.levels[ply]
	best, action := -infinite, rules.Action{}
	count := len(l.actions)
	if l.answered {
		count = 1
	}
	for i := range count {
		a := l.next(i)
		l.answers = i > 0
		if !s.play(ply, a) {
			return max(best, alpha), action
		}
		v := s.window(ply, depth-1, alpha, beta, i, l.ranks[i])
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
			s.learn(l, a, depth)
			break
		}
	}
	return best, action
}

// settled is the value of a position that is not looked into: the game is over,
// or drawn by repetition, or the seat for which we look is out of it.
func (s *Searcher) settled(ply int) (int32, bool) {
	p := &s.levels[ply].position
	switch {
	case p.Over():
	case s.repeated(ply):
		s.variant.End(p, rules.ByRepetition)
	case s.eyes.gone(p):
		s.variant.End(p, rules.ByAgreement) // it has its place; the others have theirs still to win
	default:
		return 0, false
	}
	v := s.eyes.result(p)
	if v > 0 { // sooner is better, later is less bad
		v -= int32(ply)
	} else if v < 0 {
		v += int32(ply)
	}
	if !s.levels[ply].ours {
		v = -v
	}
	return v, true
}
