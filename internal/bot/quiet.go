package bot

// quiesce is the value of a position at the end of a line, when what can be taken
// with profit is taken first: anything for some plies, and after that what took
// last.
func (s *Searcher) quiesce(ply, plies int, alpha, beta int32) int32 {
	l := &s.levels[ply]
	best := s.eyes.weigh(&l.position) + s.noise(l.hash)
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
	if plies <= 0 {
		l.only(s.levels[ply-1].target)
	}
	for i := range l.actions {
		a := l.next(i)
		l.target = a.To
		if stand+l.ranks[i]+margin <= alpha || !s.play(ply, a) {
			break
		}
		v, ended := s.settled(ply + 1)
		switch turned := l.ours != s.levels[ply+1].ours; {
		case ended && turned:
			v = -v
		case ended:
		case turned:
			v = -s.quiesce(ply+1, plies-1, -beta, -alpha)
		default:
			v = s.quiesce(ply+1, plies-1, alpha, beta)
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

// noise is how far off a position seems to be worth what it is: the same each time
// that it is looked at in one search, small more often than large.
func (s *Searcher) noise(hash uint64) int32 {
	n := uint64(s.limits.Noise)
	if n == 0 {
		return 0
	}
	hash = (hash ^ s.limits.Seed) * 0x9E3779B97F4A7C15
	return int32(hash>>32%n) + int32(hash>>8&0xFFFFFF%n) - int32(n)
}

const (
	// margin is what a capture can bring besides the man taken.
	margin = 150
	// takes is for how many plies anything may be taken.
	takes = 4
)
