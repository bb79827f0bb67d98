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
		s.root = append(s.root, rooted{a, top.ranks[i]})
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
		v := s.window(0, depth-1, alpha, infinite, i == 0)
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

// window is the value of the action just played: with the full window if it is
// the first of its position, and otherwise by a null window first, since it most
// likely is no better.
func (s *Searcher) window(ply, depth int, alpha, beta int32, first bool) int32 {
	if first || s.noPruning {
		return s.after(ply, depth, alpha, beta)
	}
	v := s.after(ply, depth, alpha, alpha+1)
	if v > alpha && v < beta && !s.stopped {
		v = s.after(ply, depth, alpha, beta)
	}
	return v
}
