package bot

// threatPlies is the number of plies in which a quiescence search tries all winning captures
// after the capture of a threatened piece; see waitingValue.
const threatPlies = 2

// seesThreats reports whether a quiescence search that begins at the given ply looks for
// threats; see waitingValue. Levels that make errors do not: threats would add so much to the
// strength of those with small errors that one step of the ladder would be too large.
func (s *Searcher) seesThreats(ply int) bool {
	return s.eval.threat > 0 && s.limits.Noise == 0 && s.eval.teams && !s.noReductions && !s.noQuiescence && ply < maxPly-2-threatPlies &&
		s.canPass(&s.stack[ply])
}

// waitingValue returns the value of the position at the given ply if the seat to act does
// nothing, and the next opponent then captures a valuable piece of that seat's partner. The
// parameter standPat is the evaluation of the position, which does not show such threats. If
// no capture is good for the opponent, waitingValue returns standPat. Threats to the pieces of
// the seat to act do not count, because it can usually save one of them with its action.
func (s *Searcher) waitingValue(ply int, standPat, alpha, beta int32) int32 {
	here, l := &s.stack[ply], &s.stack[ply+1]
	if !s.pass(ply) || l.rootActs == here.rootActs {
		return standPat
	}
	l.actions = s.eval.evaluable.LegalCaptures(&l.position, l.actions[:0])
	s.selectCaptures(l)
	waiting, p := s.variant.Actor(&here.position), &l.position
	l.keep(func(i int) bool {
		target := p.Board[l.actions[i].To]
		return target != 0 && l.scores[i] >= s.eval.threat && s.eval.owner(p, target.Army()) != waiting
	})
	best := standPat
	for i := range l.actions {
		a := l.pickNext(i)
		l.target = a.To
		worst := standPat - s.eval.unit(
			l.scores[i]+deltaMargin,
		) // never a lost game: the seat to act may have a better action than to wait
		if worst >= min(best, beta) || best <= alpha || !s.play(ply+1, a) {
			break
		}
		v := s.quiesceFor(here.rootActs, ply+2, threatPlies, alpha, min(best, beta))
		if s.stopped {
			break
		}
		best = min(best, max(v, worst))
	}
	return best
}
