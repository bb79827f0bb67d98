package bot

import "quadrille/rules"

// Ranks of actions: what is looked at first.
const (
	rankKnown   = 1 << 29
	rankCapture = 1 << 24
	rankKiller  = 1 << 23
	rankLosing  = -1 << 24
)

// rank orders the actions of a level: the one known from before, captures that
// win by what they take, those that cut elsewhere, and what cut often.
func (s *Searcher) rank(l *level, known rules.Action) {
	l.ranks = l.ranks[:0]
	foes := s.eyes.foes(&l.position, s.variant.Actor(&l.position))
	for _, a := range l.actions {
		l.ranks = append(l.ranks, s.rankOf(l, a, known, foes))
	}
}

func (s *Searcher) rankOf(l *level, a, known rules.Action, foes rules.PieceSet) int32 {
	if a == known {
		return rankKnown
	}
	if a.Type != rules.Move {
		return rankLosing
	}
	p := &l.position
	if gain := s.gain(p, a); gain > 0 {
		man := p.Board[a.From]
		if s.eyes.loses(p, a, gain, foes) {
			return rankLosing + gain
		}
		return rankCapture + 16*gain - s.eyes.worth[man.Kind()]
	}
	switch a {
	case l.killers[0]:
		return rankKiller + 1
	case l.killers[1]:
		return rankKiller
	}
	return s.history[p.Board[a.From]&31][a.To]
}

// rankCaptures keeps the captures and promotions that seem to win something,
// ranked by what they win.
func (s *Searcher) rankCaptures(l *level) {
	p := &l.position
	foes := s.eyes.foes(p, s.variant.Actor(p))
	l.ranks = l.ranks[:0]
	keep := l.actions[:0]
	for _, a := range l.actions {
		if a.Type != rules.Move {
			continue
		}
		if gain := s.gain(p, a); gain > 0 && !s.eyes.loses(p, a, gain, foes) {
			keep = append(keep, a)
			l.ranks = append(l.ranks, gain)
		}
	}
	l.actions = keep
}

// only keeps the actions that go to a square.
func (l *level) only(to rules.Square) {
	n := 0
	for i, a := range l.actions {
		if a.To == to {
			l.actions[n], l.ranks[n] = a, l.ranks[i]
			n++
		}
	}
	l.actions, l.ranks = l.actions[:n], l.ranks[:n]
}

// gain is what a move takes and what it promotes to.
func (s *Searcher) gain(p *rules.Position, a rules.Action) int32 {
	gain := int32(0)
	if prey := p.Board[a.To]; prey != 0 && s.eyes.owner(p, prey.Army()) != rules.NoSeat {
		gain = s.eyes.prize[prey.Kind()]
	}
	if a.Promote != rules.NoKind {
		gain += s.eyes.worth[a.Promote] - s.eyes.worth[rules.Pawn]
	}
	return gain
}

// next brings the action with the highest rank of those from i on to i.
func (l *level) next(i int) rules.Action {
	top := i
	for j := i + 1; j < len(l.actions); j++ {
		if l.ranks[j] > l.ranks[top] {
			top = j
		}
	}
	l.actions[i], l.actions[top] = l.actions[top], l.actions[i]
	l.ranks[i], l.ranks[top] = l.ranks[top], l.ranks[i]
	return l.actions[i]
}

// learn notes an action that refuted what led to its level.
func (s *Searcher) learn(l *level, a rules.Action, depth int) {
	p := &l.position
	if a.Type != rules.Move || p.Board[a.To] != 0 {
		return
	}
	if l.killers[0] != a {
		l.killers[1], l.killers[0] = l.killers[0], a
	}
	h := &s.history[p.Board[a.From]&31][a.To]
	*h = min(*h+int32(depth*depth), rankKiller-1)
}
