package bot

import (
	"math"

	"quadrille/internal/bot/placement"
	"quadrille/rules"
)

// Parameters of the tree search.
const (
	exploration = 0.7 // weight of the bonus for actions that were searched rarely
	firstPlay   = 0.1 // an action that was not searched yet is assumed to score this much less than the node where it is possible
	// rootVariation is the largest random increase of the prior probability of a root
	// action, as a share of that probability.
	rootVariation = 0.05
)

// tree is a Monte Carlo tree search for free-for-alls. Each step descends from the root to a
// new position. At each node, it follows the action that looks best for the seat to act. Then
// it adds the expected scores of the new position to all nodes on the way. Every seat is
// assumed to maximize its own score (max-n). The next search reuses the tree's memory.
type tree struct {
	variant rules.Variant
	model   *placement.Model
	policy  *placement.Policy
	nodes   []treeNode
	edges   []treeEdge
	path    []int32 // indices of the nodes from the root to the current node
}

// treeNode is a position in a tree.
type treeNode struct {
	position     rules.Position
	actor        rules.Seat
	expanded     bool
	lot          bool // whether the action is drawn by lot
	visits       int32
	scores       [rules.SeatCount]float32 // for each seat, the sum of its scores in all searches through this node
	first, count int32                    // index of the node's first edge, and number of its edges; valid if `expanded` is true
}

// treeEdge is an action at a node.
type treeEdge struct {
	action rules.Action
	prior  float32 // estimated probability that the action is the best one
	child  int32   // the node to which the action leads; 0 if it does not exist yet
}

// usesTree reports whether to search the current game with a tree. It returns false if the
// game is between two sides, if the limits name a single action, or if all opponents have
// bare kings, which a search without a tree mates faster.
func (s *Searcher) usesTree() bool {
	top := &s.stack[0]
	return s.limits.Method == Tree && s.limits.Only == (rules.Action{}) && !s.eval.teams && s.eval.rivals > 1 &&
		!s.eval.opponentsAreBare(&top.position, &top.material)
}

// growTree adds nodes to the search tree until a limit of the search is reached.
func (s *Searcher) growTree() {
	if s.tree == nil {
		s.tree = &tree{}
	}
	t := s.tree
	t.begin(s)
	limit := maxTreeNodes
	if len(s.root) == 1 {
		limit = singleActionNodes
	}
	for !s.stopped && s.nodes < limit {
		t.step(s)
		s.countNode()
	}
}

// Limits of a search tree.
const (
	maxTreeNodes      = 60_000 // with this number of nodes, a tree takes up to 45 MB
	singleActionNodes = 16     // number of nodes to search if there is only one legal action
)

func (t *tree) begin(s *Searcher) {
	if t.variant != s.variant {
		t.variant, t.model = s.variant, placement.New(s.variant)
		t.policy = t.model.NewPolicy()
	}
	t.nodes = append(t.nodes[:0], treeNode{position: s.game.Position, actor: s.eval.seat})
	t.edges = t.edges[:0]
	t.expand(s, 0)
}

// step adds a node to the tree.
func (t *tree) step(s *Searcher) {
	t.path = t.path[:0]
	for at := int32(0); ; {
		t.path = append(t.path, at)
		n := &t.nodes[at]
		if n.position.Over() {
			t.add(t.model.Final(&n.position))
			return
		}
		if !n.expanded {
			t.expand(s, at)
		}
		e := &t.edges[t.selectEdge(at)]
		if e.child == 0 {
			e.child = t.grow(s, at, e.action)
			t.path = append(t.path, e.child)
			t.add(t.evaluate(&t.nodes[e.child]))
			return
		}
		at = e.child
	}
}

// expand adds an edge to the tree for each legal action of a node.
func (t *tree) expand(s *Searcher, at int32) {
	n := &t.nodes[at]
	s.stack[0].actions = s.variant.Legal(&n.position, s.stack[0].actions[:0])
	n.expanded, n.first, n.count = true, int32(len(t.edges)), int32(len(s.stack[0].actions))
	t.policy.Begin(&n.position, n.actor)
	sum := float32(0)
	for _, a := range s.stack[0].actions {
		prior := t.policy.Prior(&n.position, a)
		sum += prior
		t.edges = append(t.edges, treeEdge{action: a, prior: prior})
	}
	for i := n.first; i < n.first+n.count; i++ {
		t.edges[i].prior /= sum
		if at == 0 { // at the root, vary the choice among equally good actions
			t.edges[i].prior *= 1 + rootVariation*float32(s.dice.Uint64()>>40)/(1<<24)
		}
	}
}

// selectEdge returns the index of the edge to follow from a node (PUCT).
func (t *tree) selectEdge(at int32) int32 {
	n := &t.nodes[at]
	if n.lot {
		return t.rarestEdge(n)
	}
	seat := n.actor & 3
	unsearched := n.scores[seat]/float32(max(1, n.visits)) - firstPlay
	explore := exploration * float32(math.Sqrt(float64(n.visits+1)))
	best, most := n.first, float32(math.Inf(-1))
	for i := n.first; i < n.first+n.count; i++ {
		e := &t.edges[i]
		value, visits := unsearched, float32(0)
		if e.child != 0 {
			child := &t.nodes[e.child]
			visits = float32(child.visits)
			value = child.scores[seat] / visits
		}
		if value += explore * e.prior / (1 + visits); value > most {
			best, most = i, value
		}
	}
	return best
}

// grow adds the node to which an action leads, and returns its index.
func (t *tree) grow(s *Searcher, at int32, a rules.Action) int32 {
	child := int32(len(t.nodes))
	t.nodes = append(t.nodes, treeNode{})
	c := &t.nodes[child]
	p := &c.position
	s.variant.Apply(p, &t.nodes[at].position, a)
	rules.EndWithoutProgress(s.variant, p)
	if at == 0 && !p.Over() && s.game.RepetitionsOf(p) > 0 { // as in an alpha-beta search, a repetition counts as a draw
		s.variant.End(p, rules.ByRepetition)
	}
	c.actor, c.lot = s.variant.Actor(p), !p.Over() && s.byLot(p)
	return child
}

// evaluate returns the expected scores of a new node.
func (t *tree) evaluate(n *treeNode) [rules.SeatCount]float32 {
	if n.position.Over() {
		return t.model.Final(&n.position)
	}
	return t.model.Expected(&n.position, n.actor)
}

// rarestEdge returns the index of the edge that was searched least, so that all actions of a node count
// equally in its mean score.
func (t *tree) rarestEdge(n *treeNode) int32 {
	rarest := n.first
	for i := n.first; i < n.first+n.count; i++ {
		if t.visits(&t.edges[i]) < t.visits(&t.edges[rarest]) {
			rarest = i
		}
	}
	return rarest
}

// add adds scores to all nodes from the root to the current node.
func (t *tree) add(scores [rules.SeatCount]float32) {
	for _, at := range t.path {
		n := &t.nodes[at]
		n.visits++
		for seat, score := range scores {
			n.scores[seat] += score
		}
	}
}

// addSearches adds the results of the tree `other` to t: for each root action that both trees
// have searched, it adds the visits and the scores. Both trees must have the same position at
// the root.
func (t *tree) addSearches(other *tree) {
	first, count := t.nodes[0].first, t.nodes[0].count
	for i := first; i < first+count; i++ {
		mine, its := t.edges[i].child, other.edges[i].child
		if mine == 0 || its == 0 {
			continue
		}
		n, more := &t.nodes[mine], &other.nodes[its]
		n.visits += more.visits
		for seat, score := range more.scores {
			n.scores[seat] += score
		}
	}
}

// choose stores the chosen action in s.root[0], and returns the score that the seat to act
// can expect after it. Without noise, it chooses the action that was searched most. With
// noise, it chooses at random, and prefers actions that were searched more often.
func (t *tree) choose(s *Searcher) float32 {
	root := &t.nodes[0]
	edges := t.edges[root.first : root.first+root.count]
	best, most := 0, math.Inf(-1)
	for i := range edges {
		weight := float64(t.visits(&edges[i]))
		if s.limits.Noise > 0 {
			random := float64(s.dice.Uint64()>>11+1) / (1 << 53)
			// The weights are random. The probability that an action gets the greatest
			// weight is proportional to a power of (the number of its searches + 1).
			weight = math.Log(weight+1)*noiseScale/float64(s.limits.Noise) - math.Log(-math.Log(random))
		}
		if weight > most {
			best, most = i, weight
		}
	}
	s.root[0].action = edges[best].action
	child := &t.nodes[edges[best].child] // node 0, the root, if the action was not searched
	return child.scores[root.actor&3] / float32(max(1, child.visits))
}

// visits returns how often an edge was searched.
func (t *tree) visits(e *treeEdge) int32 {
	if e.child == 0 {
		return 0
	}
	return t.nodes[e.child].visits
}

// noiseScale is the value of Limits.Noise at which a tree search chooses each action with
// a probability proportional to the number of its searches. With more noise, rarely
// searched actions become more likely.
const noiseScale = 1000

// SearchedAction is an action at the root of a tree search.
type SearchedAction struct {
	Action rules.Action
	Nodes  int // number of nodes that the search added below the action
}

// Searched returns the actions at the root of the last tree search.
func (s *Searcher) Searched() (list []SearchedAction) {
	root := &s.tree.nodes[0]
	for _, e := range s.tree.edges[root.first : root.first+root.count] {
		list = append(list, SearchedAction{e.action, int(s.tree.visits(&e))})
	}
	return list
}
