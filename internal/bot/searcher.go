package bot

import (
	"context"
	"math/rand/v2"
	"time"

	"quadrille/internal/clock"
	"quadrille/rules"
)

// maxPly is the maximum depth of a search in plies, including the quiescence search.
const maxPly = 64

// Limits configures a search. The search ends when it reaches the limit of nodes or the limit
// of depth; zero means no limit. Unless the field Until or Keep is set, the choice depends
// only on the game and the limits.
type Limits struct {
	Nodes int
	Depth int
	Noise int // greatest error added to evaluations, in hundredths of a pawn; for the method Tree, see noiseScale
	Seed  uint64
	Only  rules.Action // if set, search only this action; otherwise all legal actions
	// Until lets a search exceed its limit of nodes. Such a search ends at this time, or
	// when [Searcher.Wanted] returns true. The choice then also depends on the speed of the
	// machine.
	Until time.Time
	// Keep makes the search use values from the searcher's previous search, if both searches
	// evaluate positions in the same way (see viewpoint) and without noise. The choice then
	// also depends on previous searches.
	Keep bool
	// Careful makes the search of a team game find more of the strong replies by which a bad
	// action is punished. In return, the search does not look as many plies ahead.
	Careful bool
	// Method is how a free-for-all with three or four seats in play is searched.
	Method Method
	// FirstMate makes the first checkmate decide a team game; see
	// [rules.Position.FirstCheckmated].
	FirstMate bool
}

// Method is a way to search a free-for-all, in which more than two sides play against each
// other.
type Method uint8

// The methods. A Tree search is a Monte Carlo tree search in which each seat maximizes its
// own expected score; its nodes are positions. BestReply and Paranoid are
// alpha-beta searches, which treat the game as a game between two sides. In BestReply
// (BRS+), one opponent plays its strongest reply between two turns of the searching seat. In
// Paranoid, all opponents play together against the searching seat.
const (
	BestReply Method = iota
	Paranoid
	Tree
)

// Choice is the result of a search.
type Choice struct {
	Action rules.Action
	// Value is the value for the side that acts, in hundredths of a pawn; see [Decided]. With
	// the method Tree it is the expected score of the seat that acts, in hundredths of the
	// winner's score.
	Value int
	Depth int // number of plies searched completely; 0 for a tree search
	Nodes int
}

// searchFeatures switches off parts of the search, for tests.
type searchFeatures struct {
	noTable      bool
	noPruning    bool // whether to search all actions with the full window
	noQuiescence bool // whether to evaluate leaves without trying captures
	// whether to search all actions to the same depth and evaluate all leaves fully: no reductions, extensions or
	// pruning by evaluations
	noReductions bool
}

// Searcher searches games, one at a time. It allocates only while its buffers grow. It
// is not safe for concurrent use.
type Searcher struct {
	Yield func() // called every 256 nodes; may be nil
	// Wanted reports whether another search is waiting for the searcher. It is called while
	// [Limits.Until] extends a search; it may be nil.
	Wanted func() bool

	searchFeatures

	variant rules.Variant
	lots    rules.Lots        // nil if no turn of the game is decided by lot
	fast    rules.Incremental // nil if the game does not have it
	eval    evaluator
	game    *rules.Game
	limits  Limits
	nodes   int
	stop    <-chan struct{}
	stopped bool

	transpositions *transpositionTable
	viewpoint      viewpoint      // viewpoint of the previous search, whose stored values only a search with the same viewpoint can use
	history        [32][256]int32 // score of quiet moves by piece and destination, for move ordering
	stack          [maxPly + 1]searchNode
	root           []rootAction
	tree           *tree // nil until a tree is needed
	dice           rand.PCG
}

// searchNode is a position on the line that is being searched.
type searchNode struct {
	position    rules.Position
	hash        uint64
	material    material
	known       rules.Known // of the position
	rootActs    bool        // whether the seat to act is the seat that acts at the root of the search, or its partner
	inCheck     rules.Seats // see checks
	checksKnown bool        // whether inCheck has been computed
	passed      bool        // whether the position follows a null move
	estimate    int32       // evaluation for the side that acts; set only if isSelective is true for the node
	actions     []rules.Action
	scores      []int32
	killers     [2]rules.Action
	target      rules.Square // in quiescence search: destination of the action being searched

	// These fields are for the method BestReply: between two turns of the seat that acts at
	// the root, one opponent plays its strongest reply, and the other opponents play the
	// action that move ordering puts first.
	isReply  bool // whether the action being searched is not the one that move ordering puts first
	hasReply bool // whether isReply was true for an opponent's action since the root seat's last turn
}

// NewSearcher returns a searcher whose transposition table has 1<<bits entries of 16
// bytes.
func NewSearcher(bits int) *Searcher {
	return &Searcher{transpositions: newTranspositionTable(bits)}
}

// Choose searches for the best action of the seat to act, by iterative deepening. When
// a limit is reached or the context is done, it returns the best action found so far.
// The game must not be over.
func (s *Searcher) Choose(ctx context.Context, g *rules.Game, l Limits) Choice {
	return s.ChooseWith(ctx, g, l, nil)
}

// deepen searches to each depth from the given one on, until a limit is reached.
func (s *Searcher) deepen(from int) (best Choice) {
	for depth := from; s.shouldDeepen(depth); depth++ {
		value := s.searchNear(depth, int32(best.Value))
		if s.stopped && depth > 1 {
			break
		}
		best.Value, best.Depth = int(value), depth
	}
	best.Action, best.Nodes = s.root[0].action, s.nodes
	return best
}

// shouldDeepen reports whether the search should continue to the given depth.
func (s *Searcher) shouldDeepen(depth int) bool {
	switch {
	case s.stopped || depth >= maxPly/2:
		return false
	case s.limits.Depth > 0 && depth > s.limits.Depth:
		return false
	}
	return depth == 1 || len(s.root) > 1 || s.limits.Only != rules.Action{}
}

// start prepares a search.
func (s *Searcher) start(ctx context.Context, g *rules.Game, l Limits) {
	s.game, s.limits, s.variant = g, l, g.Variant
	s.lots, _ = g.Variant.(rules.Lots)
	s.fast, _ = g.Variant.(rules.Incremental)
	s.nodes, s.stopped, s.stop = 0, false, ctx.Done()
	s.eval.setGame(g)
	clear(s.history[:])
	for i := range s.stack {
		s.stack[i].killers = [2]rules.Action{}
	}
	top := &s.stack[0]
	top.position, top.rootActs = g.Position, true
	top.hash = rules.Hash(&top.position)
	top.material = s.eval.countMaterial(&top.position)
	if s.limits.Noise > 0 && s.eval.opponentsAreBare(&top.position, &top.material) {
		s.limits.Noise, s.limits.Nodes = 0, max(s.limits.Nodes, bareKingNodes)
	}
	s.limits.Noise = s.eval.noiseIn(s.limits.Noise, &top.position, &top.material)
	top.checksKnown, top.known = false, rules.Known{}
	s.dice.Seed(l.Seed, 0x51A7)
	s.initRoot(top)
}

// viewpoint identifies the point of view of a search. Two searches with equal viewpoints give
// a position the same value.
type viewpoint struct {
	variant rules.Variant
	seat    rules.Seat  // the seat that moves at the root in a free-for-all; 0 in a team game
	inPlay  rules.Seats // copy of the evaluator's field inPlay
	noisy   bool
	careful bool
	// firstMate is set if the first checkmate decides the game.
	firstMate bool
	method    Method
}

// keepsTable reports whether the new search can use the stored values of the previous
// searches. It stores the [viewpoint] of the new search for the next call.
func (s *Searcher) keepsTable() bool {
	now := viewpoint{
		variant:   s.variant,
		inPlay:    s.eval.inPlay,
		noisy:     s.limits.Noise > 0,
		careful:   s.limits.Careful,
		firstMate: s.limits.FirstMate,
		method:    s.limits.Method,
	}
	if !s.eval.teams {
		now.seat = s.eval.seat
	}
	before := s.viewpoint
	s.viewpoint = now
	return s.limits.Keep && now == before && !now.noisy
}

// play plays an action, and reports whether the search may continue.
func (s *Searcher) play(ply int, a rules.Action) bool {
	here, next := &s.stack[ply], &s.stack[ply+1]
	effects := s.apply(here, next, a)
	next.material = s.eval.updateMaterial(here.material, &here.position, &next.position, a, &effects)
	next.passed = false
	s.enter(here, next)
	return s.countNode()
}

// apply sets the position of the node `next` to the one after an action at the node `here`.
func (s *Searcher) apply(here, next *searchNode, a rules.Action) rules.Effects {
	if s.fast == nil {
		return s.variant.Apply(&next.position, &here.position, a)
	}
	next.known = here.known
	return s.fast.ApplyKnown(&next.position, &here.position, a, &next.known)
}

// enter sets the fields of the node `next`, which follows the node `here`. The caller must set
// next.position first.
func (s *Searcher) enter(here, next *searchNode) {
	rules.EndWithoutProgress(s.variant, &next.position)
	next.hash = rules.Hash(&next.position)
	next.rootActs, next.checksKnown = here.rootActs, false
	if actor := s.variant.Actor(&next.position); actor != rules.NoSeat {
		next.rootActs = s.eval.rootSide.Has(actor)
	}
	next.hasReply = !s.eval.teams && s.limits.Method != Paranoid && !here.rootActs && !next.rootActs && (here.hasReply || here.isReply)
	if next.hasReply {
		next.hash ^= 0x5DEECE66D
	}
}

// countNode counts a node, and reports whether the search may continue.
func (s *Searcher) countNode() bool {
	s.nodes++
	if s.limits.Nodes > 0 && s.nodes >= s.limits.Nodes && !s.isExtended() {
		s.stopped = true
	}
	if s.nodes&255 == 0 {
		if s.Yield != nil {
			s.Yield()
		}
		select {
		case <-s.stop:
			s.stopped = true
		default:
		}
	}
	return !s.stopped
}

// isExtended reports whether to continue a search that has reached its limit of nodes. The
// search continues at most until the time Until in the limits, and never if Until is zero.
func (s *Searcher) isExtended() bool {
	if s.limits.Until.IsZero() {
		return false
	}
	if s.nodes&255 != 0 {
		return true
	}
	return clock.Steady().Before(s.limits.Until) && (s.Wanted == nil || !s.Wanted())
}

// isRepetition reports whether the position at ply occurred before in the searched line or, if
// ply is 1, in the game. The search treats the first repetition as a draw.
func (s *Searcher) isRepetition(ply int) bool {
	now := &s.stack[ply]
	back := min(ply, int(now.position.QuietPlies))
	for i := 1; i <= back; i++ {
		if s.stack[ply-i].hash == now.hash {
			return true
		}
	}
	return ply == 1 && s.game.RepetitionsOf(&now.position) > 0
}
