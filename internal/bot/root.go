package bot

import (
	"slices"

	"quadrille/rules"
)

// rootAction is an action at the root of the search.
type rootAction struct {
	action rules.Action
	score  int32
}

// initRoot lists the root actions by score. The seed decides the order of equal scores.
func (s *Searcher) initRoot(top *searchNode) {
	top.actions = s.variant.Legal(&top.position, top.actions[:0])
	s.orderActions(top, rules.Action{})
	s.root = s.root[:0]
	for i, a := range top.actions {
		if only := s.limits.Only; only == a || only == (rules.Action{}) {
			s.root = append(s.root, rootAction{a, top.scores[i]})
		}
	}
	for i := len(s.root) - 1; i > 0; i-- {
		j := int(s.dice.Uint64() % uint64(i+1))
		s.root[i], s.root[j] = s.root[j], s.root[i]
	}
	slices.SortStableFunc(s.root, func(a, b rootAction) int { return int(b.score) - int(a.score) })
}

// Parameters of aspiration windows, which are used in team games. Margins are in hundredths
// of a pawn of material, and [evaluator.unit] converts them to values.
const (
	aspirationDepth  = 3   // least depth at which the search uses aspiration windows
	aspirationMargin = 60  // distance of the first window's bounds from the value found at the previous depth
	widestMargin     = 500 // distance of the widest window's bounds from that value; if the new value is outside, the search uses no window
)

// searchNear searches all root actions to a depth. It begins with a narrow window around
// `last`, the value found at the previous depth. If the new value is not inside the window,
// it widens the window and searches again.
func (s *Searcher) searchNear(depth int, last int32) int32 {
	if depth < aspirationDepth || s.noPruning || !s.eval.teams || last >= Decided || last <= -Decided {
		return s.searchRoot(depth, -infinite, infinite)
	}
	alpha, beta := last, last
	for margin := int32(aspirationMargin); margin <= widestMargin; margin *= 2 {
		alpha, beta = alpha-s.eval.unit(margin), beta+s.eval.unit(margin)
		if v := s.searchRoot(depth, alpha, beta); s.stopped || v > alpha && v < beta {
			return v
		}
	}
	return s.searchRoot(depth, -infinite, infinite)
}

// searchRoot searches all root actions to a depth, moves each new best action to the front,
// and returns the value of the best action. A value that is not between alpha and beta is
// only a bound.
func (s *Searcher) searchRoot(depth int, alpha, beta int32) int32 {
	best := -infinite
	for i := range s.root {
		if !s.play(0, s.root[i].action) && (i > 0 || depth > 1) {
			break
		}
		v := s.searchAction(0, depth-1, alpha, beta, i, s.root[i].score)
		if s.stopped && (i > 0 || depth > 1) {
			break
		}
		if i == 0 || v > max(alpha, best) {
			found := s.root[i]
			copy(s.root[1:i+1], s.root[:i])
			s.root[0] = found
		}
		if best = max(best, v); s.noPruning {
			continue
		}
		if alpha = max(alpha, v); alpha >= beta {
			break
		}
	}
	return best
}

// searchAction returns the value of the action just played, by principal variation search.
// The parameter `i` is the index of the action at its node. The first action is searched
// with the full window, and the others with a null window or a reduced depth first.
func (s *Searcher) searchAction(ply, depth int, alpha, beta int32, i int, score int32) int32 {
	if i == 0 || s.noPruning {
		return s.searchChild(ply, depth, alpha, beta)
	}
	if less := reduction(s.eval.teams && !s.limits.Careful, depth, i, score); less > 0 && !s.noReductions && !s.hasChecks(ply) {
		if v := s.searchChild(ply, depth-less, alpha, alpha+1); v <= alpha || s.stopped {
			return v
		}
	}
	v := s.searchChild(ply, depth, alpha, alpha+1)
	if v > alpha && v < beta && !s.stopped {
		v = s.searchChild(ply, depth, alpha, beta)
	}
	return v
}

// reducedAction is a condition for searching an action one ply less deeply: the index of
// the action at its node and the depth of the search must be at least these values.
type reducedAction struct{ index, depth int }

// These lists say which actions the search first examines to a smaller depth, because move
// ordering puts them late. In a team game, an analysis reduces the depth of fewer
// actions than a bot does, because the analysis must find the loss that follows a single
// bad action.
var (
	reducedActions = []reducedAction{{4, 2}, {16, 4}}
	reducedInTeams = []reducedAction{{2, 2}, {6, 3}, {20, 6}}
)

// reduction returns by how many plies to reduce the depth of the first search of action i. The
// parameter inTeams selects the list reducedInTeams.
func reduction(inTeams bool, depth, i int, score int32) (plies int) {
	all := reducedActions
	if inTeams {
		all = reducedInTeams
	}
	for _, from := range all {
		if i >= from.index && depth >= from.depth && score < scoreKiller {
			plies++
		}
	}
	return plies
}

// hasChecks reports whether, in a team game, a seat is in check before or after the action
// just played. Such actions are searched to their full depth, because their value often
// depends on a quiet answer by another seat.
func (s *Searcher) hasChecks(ply int) bool {
	return s.eval.teams && (s.checks(ply) != 0 || s.checks(ply+1) != 0)
}
