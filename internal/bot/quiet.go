package bot

// quiesce is the value of a position at the end of a line, when what can be taken
// with profit is taken first.
func (s *Searcher) quiesce(ply int, alpha, beta int32) int32 {
	l := &s.levels[ply]
	best := s.eyes.weigh(&l.position)
	if !l.ours {
		best = -best
	}
	if best >= beta && !s.noPruning || s.noQuiet || ply >= maxPly-1 {
		return best
	}
	stand := best
	alpha = max(alpha, best)
	l.actions = s.variant.Legal(&l.position, l.actions[:0])
	s.rankCaptures(l)
	for i := range l.actions {
		a := l.next(i)
		if stand+l.ranks[i]+margin <= alpha || !s.play(ply, a) {
			break
		}
		v, ended := s.settled(ply + 1)
		switch turned := l.ours != s.levels[ply+1].ours; {
		case ended && turned:
			v = -v
		case ended:
		case turned:
			v = -s.quiesce(ply+1, -beta, -alpha)
		default:
			v = s.quiesce(ply+1, alpha, beta)
		}
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

// margin is what a capture can bring besides the man taken.
const margin = 150
