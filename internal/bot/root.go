package bot

import (
	"slices"

	"quadrille/rules"
)

// rooted is an action of the position from which the search begins.
type rooted struct {
	action rules.Action
	rank   int32
}

// castRoot lists the actions in an order that the seed decides where nothing else
// does.
func (s *Searcher) castRoot(top *level) {
	top.actions = s.variant.Legal(&top.position, top.actions[:0])
	s.rank(top, rules.Action{})
	s.root = s.root[:0]
	for i, a := range top.actions {
		if only := s.limits.Only; only == a || only == (rules.Action{}) {
			s.root = append(s.root, rooted{a, top.ranks[i]})
		}
	}
	for i := len(s.root) - 1; i > 0; i-- {
		j := int(s.dice.Uint64() % uint64(i+1))
		s.root[i], s.root[j] = s.root[j], s.root[i]
	}
	slices.SortStableFunc(s.root, func(a, b rooted) int { return int(b.rank) - int(a.rank) })
}

// top looks at every action to a depth, and brings the best to the front as soon
// as it is known to be better.
func (s *Searcher) top(depth int) int32 {
	best, alpha := -infinite, -infinite
	for i := range s.root {
		if !s.play(0, s.root[i].action) && (i > 0 || depth > 1) {
			break
		}
		v := s.window(0, depth-1, alpha, infinite, i, s.root[i].rank)
		if s.stopped && (i > 0 || depth > 1) {
			break
		}
		if v > best {
			best = v
			found := s.root[i]
			copy(s.root[1:i+1], s.root[:i])
			s.root[0] = found
		}
		if !s.noPruning {
			alpha = max(alpha, v)
		}
	}
	return best
}

// window is the value of the action just played, the i-th of its position: with
// the full window if it is the first, and otherwise by a null window before that,
// since it most likely is no better; late and quiet ones to less depth before
// that.
func (s *Searcher) window(ply, depth int, alpha, beta int32, i int, rank int32) int32 {
	if i == 0 || s.noPruning {
		return s.after(ply, depth, alpha, beta)
	}
	if less := reduction(depth, i, rank); less > 0 && !s.noReductions {
		if v := s.after(ply, depth-less, alpha, alpha+1); v <= alpha || s.stopped {
			return v
		}
	}
	v := s.after(ply, depth, alpha, alpha+1)
	if v > alpha && v < beta && !s.stopped {
		v = s.after(ply, depth, alpha, beta)
	}
	return v
}

// reduction is how many plies less a late action deserves at first.
func reduction(depth, i int, rank int32) int {
	switch {
	case depth < 2 || i < 4 || rank >= rankKiller:
		return 0
	case i < 16 || depth < 4:
		return 1
	}
	return 2
}
