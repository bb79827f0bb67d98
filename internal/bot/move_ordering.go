package bot

import "quadrille/rules"

// Scores for move ordering. Actions with higher scores are searched first.
const (
	scoreTransposition = 1 << 29
	scoreCapture       = 1 << 24
	scoreKiller        = 1 << 23
	scoreLosing        = -1 << 24
)

// orderActions scores the actions of a node. The action from the transposition table has the
// highest score, followed by winning captures, killer moves, quiet moves (by the history
// heuristic) and losing captures.
func (s *Searcher) orderActions(l *searchNode, known rules.Action) {
	l.scores = l.scores[:0]
	enemies := s.eval.enemies(&l.position, s.variant.Actor(&l.position))
	for _, a := range l.actions {
		l.scores = append(l.scores, s.orderScore(l, a, known, enemies))
	}
}

func (s *Searcher) orderScore(l *searchNode, a, known rules.Action, enemies rules.PieceSet) int32 {
	if a == known {
		return scoreTransposition
	}
	if a.Type != rules.Move {
		return scoreLosing
	}
	p := &l.position
	if gain := s.eval.gain(p, a); gain > 0 {
		if s.eval.isLosingCapture(p, a, gain, enemies) {
			return scoreLosing + gain
		}
		return scoreCapture + 16*gain - s.eval.pieceValue[p.Board[a.From].Kind()]
	}
	switch a {
	case l.killers[0]:
		return scoreKiller + 1
	case l.killers[1]:
		return scoreKiller
	}
	return s.history[p.Board[a.From]&31][a.To]
}

// selectCaptures keeps only the captures and promotions that do not lose material, and scores
// them by their gain.
func (s *Searcher) selectCaptures(l *searchNode) {
	p := &l.position
	enemies := s.eval.enemies(p, s.variant.Actor(p))
	l.scores = l.scores[:0]
	keep := l.actions[:0]
	for _, a := range l.actions {
		if gain := s.eval.gain(p, a); gain > 0 && !s.eval.isLosingCapture(p, a, gain, enemies) {
			keep = append(keep, a)
			l.scores = append(l.scores, gain)
		}
	}
	l.actions = keep
}

// keep deletes each action i for which wanted(i) is false, together with its score.
func (l *searchNode) keep(wanted func(i int) bool) {
	n := 0
	for i := range l.actions {
		if wanted(i) {
			l.actions[n], l.scores[n] = l.actions[i], l.scores[i]
			n++
		}
	}
	l.actions, l.scores = l.actions[:n], l.scores[:n]
}

// pickNext returns the action with the highest score among those from index i on, and swaps
// it with the action at index i.
func (l *searchNode) pickNext(i int) rules.Action {
	top, most := i, l.scores[i]
	for j, score := range l.scores[i+1:] {
		if score > most {
			top, most = i+1+j, score
		}
	}
	l.actions[i], l.actions[top] = l.actions[top], l.actions[i]
	l.scores[i], l.scores[top] = l.scores[top], l.scores[i]
	return l.actions[i]
}

// isQuiet reports whether an action moves a piece to an empty square.
func isQuiet(p *rules.Position, a rules.Action) bool {
	return a.Type == rules.Move && p.Board[a.To] == 0
}

// recordCutoff records that the i-th action of a node caused a cutoff. If this action is quiet,
// it becomes a killer move, and its score in the history table rises. The scores of quiet
// actions that were searched before it fall.
func (s *Searcher) recordCutoff(l *searchNode, i, depth int) {
	p, a := &l.position, l.actions[i]
	if !isQuiet(p, a) {
		return
	}
	if l.killers[0] != a {
		l.killers[1], l.killers[0] = l.killers[0], a
	}
	s.adjustHistory(p, a, depth*depth)
	for _, earlier := range l.actions[:i] {
		if isQuiet(p, earlier) {
			s.adjustHistory(p, earlier, -depth*depth)
		}
	}
}

// Parameters of the scores in the history table.
const (
	historyUnit = 16      // a cutoff changes the score of an action by this factor times the square of the depth
	maxHistory  = 1 << 14 // greatest absolute value of an action's score
	maxBonus    = maxHistory / 4
)

// adjustHistory changes the score of a quiet action in the history table. The closer the
// score is to its limit, the less it changes.
func (s *Searcher) adjustHistory(p *rules.Position, a rules.Action, bonus int) {
	h := &s.history[p.Board[a.From]&31][a.To]
	change := max(-maxBonus, min(historyUnit*int32(bonus), maxBonus))
	*h += change - *h*max(change, -change)/maxHistory
}
