package bot

// quiesce returns the value of a leaf after a quiescence search. For `plies` plies this
// search tries all winning captures, and after that only recaptures on the same square.
func (s *Searcher) quiesce(ply, plies int, alpha, beta int32) int32 {
	l := &s.stack[ply]
	if s.byLot(&l.position) { // nobody chooses a capture
		return s.evaluateNode(ply, alpha, beta)
	}
	standPat := s.evaluateNode(ply, alpha, beta)
	best := standPat
	if plies == quiescencePlies && best > alpha && s.seesThreats(ply) {
		best = s.waitingValue(ply, standPat, alpha, beta)
	}
	if best >= beta && !s.noPruning || s.noQuiescence || ply >= maxPly-1 {
		return best
	}
	alpha, l.isReply = max(alpha, best), false
	l.actions = s.eval.evaluable.LegalCaptures(&l.position, l.actions[:0])
	s.selectCaptures(l)
	if plies <= 0 {
		to := s.stack[ply-1].target
		l.keep(func(i int) bool { return l.actions[i].To == to })
	}
	for i := range l.actions {
		a := l.pickNext(i)
		l.target = a.To
		if standPat+s.eval.unit(l.scores[i]+deltaMargin) <= alpha || !s.play(ply, a) {
			break
		}
		v := s.quiesceFor(l.rootActs, ply+1, plies-1, alpha, beta)
		if s.stopped {
			break
		}
		best = max(best, v)
		if alpha = max(alpha, v); alpha >= beta {
			break
		}
	}
	return best
}

// quiesceFor returns the value of the position at the given ply after a quiescence search. If
// `rootSide` is true, the value is for the side of the seat that acts at the root, otherwise
// for its opponents.
func (s *Searcher) quiesceFor(rootSide bool, ply, plies int, alpha, beta int32) int32 {
	v, ended := s.terminalValue(ply)
	switch acts := s.stack[ply].rootActs == rootSide; {
	case ended && acts:
		return v
	case ended:
		return -v
	case acts:
		return s.quiesce(ply, plies, alpha, beta)
	}
	return -s.quiesce(ply, plies, -beta, -alpha)
}

// noise returns a random error that weaker levels add to an evaluation. It depends only on
// the position and the seed. Small errors are more likely than large ones.
func (l *Limits) noise(hash uint64) int32 {
	n := uint64(l.Noise)
	if n == 0 {
		return 0
	}
	hash = (hash ^ l.Seed) * 0x9E3779B97F4A7C15
	return int32(hash>>32%n) + int32(hash>>8&0xFFFFFF%n) - int32(n)
}

const (
	// deltaMargin is the most that a capture is expected to gain in addition to the captured
	// piece, in hundredths of a pawn (delta pruning).
	deltaMargin = 150
	// quiescencePlies is the number of plies in which a quiescence search tries all winning
	// captures. After them, it tries only recaptures.
	quiescencePlies = 4
)
