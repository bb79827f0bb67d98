package bot

import (
	"context"
	"math/rand/v2"

	"quadrille/rules"
)

// maxPly is how far ahead a search can look, captures at its end included.
const maxPly = 64

// Limits are what ends a search, whichever comes first; zero is no limit. What a
// search answers within a limit of nodes or depth depends on nothing else than the
// game and the seed.
type Limits struct {
	Nodes int
	Depth int
	Noise int // how far off what a position seems worth may be, in hundredths of a pawn
	Seed  uint64
	Only  rules.Action // the one legal action to look at; the zero value stands for all
}

// Choice is what a search found.
type Choice struct {
	Action rules.Action
	Value  int // for the side that acts, in hundredths of a pawn; beyond [Decided] it sees the end
	Depth  int // plies looked ahead in full
	Nodes  int
}

// craft is the parts of a search that a test may leave out.
type craft struct {
	noTable      bool
	noPruning    bool // every action is looked at, to the same depth
	noQuiet      bool // captures at the end are not played out
	noReductions bool // late actions are looked at as deep as others
	noAnswers    bool // in a free-for-all all others are against us on every turn
}

// Searcher thinks ahead. It allocates when it meets more than it has met so far,
// and otherwise never. It is not safe for concurrent use.
type Searcher struct {
	craft

	variant rules.Variant
	eyes    eyes
	game    *rules.Game
	limits  Limits
	nodes   int
	stop    <-chan struct{}
	stopped bool
	breathe func() // called every now and then, if others want the processor too

	table   table
	history [32][256]int32 // by man and destination: what cut before
	levels  [maxPly + 1]level
	root    []rooted
	dice    rand.PCG
}

// level is a position on the line that is being looked at.
type level struct {
	position rules.Position
	hash     uint64
	ours     bool // whether the side to act is that of the seat for which the search is made
	actions  []rules.Action
	ranks    []int32
	killers  [2]rules.Action
	target   rules.Square // in quiescence, where the action that is looked at goes

	// In a free-for-all one of the others, between two turns of ours, does what is
	// worst for us, and the rest of them what seems natural (BRS+).
	answers  bool // the action that is looked at is such an answer
	answered bool // there was one since our last turn
}

// NewSearcher is a searcher with a table of 1<<bits entries, 24 bytes each.
func NewSearcher(bits int) *Searcher {
	return &Searcher{table: newTable(bits)}
}

// Choose looks for the best action of the seat that must act. It ends when a limit
// is reached or the context is done, with the best that it knows by then. The game
// must not be over.
func (s *Searcher) Choose(ctx context.Context, g *rules.Game, l Limits) Choice {
	s.begin(ctx, g, l)
	var best Choice
	for depth := 1; s.goesOn(depth); depth++ {
		value := s.top(depth)
		if s.stopped && depth > 1 {
			break
		}
		best.Value, best.Depth = int(value), depth
	}
	best.Action, best.Nodes = s.root[0].action, s.nodes
	return best
}

// goesOn reports whether it is worth looking so deep.
func (s *Searcher) goesOn(depth int) bool {
	switch {
	case s.stopped || depth >= maxPly/2:
		return false
	case s.limits.Depth > 0 && depth > s.limits.Depth:
		return false
	}
	return depth == 1 || len(s.root) > 1 || s.limits.Only != rules.Action{}
}

func (s *Searcher) begin(ctx context.Context, g *rules.Game, l Limits) {
	s.game, s.limits, s.variant = g, l, g.Variant
	s.nodes, s.stopped, s.stop = 0, false, ctx.Done()
	s.eyes.open(g)
	s.table.forget()
	clear(s.history[:])
	for i := range s.levels {
		s.levels[i].killers = [2]rules.Action{}
	}
	top := &s.levels[0]
	top.position, top.ours = g.Position, true
	top.hash = rules.Hash(&top.position)
	s.dice.Seed(l.Seed, 0x51A7)
	s.castRoot(top)
}

// play makes an action and reports whether there is time to look at it.
func (s *Searcher) play(ply int, a rules.Action) bool {
	here, next := &s.levels[ply], &s.levels[ply+1]
	s.variant.Apply(&next.position, &here.position, a)
	rules.EndWithoutProgress(s.variant, &next.position)
	next.hash = rules.Hash(&next.position)
	next.ours = here.ours
	if actor := s.variant.Actor(&next.position); actor != rules.NoSeat {
		next.ours = s.eyes.ours.Has(actor)
	}
	next.answered = !s.eyes.teams && !s.noAnswers && !here.ours && !next.ours && (here.answered || here.answers)
	if next.answered {
		next.hash ^= 0x5DEECE66D
	}
	s.nodes++
	if s.limits.Nodes > 0 && s.nodes >= s.limits.Nodes {
		s.stopped = true
	}
	if s.nodes&255 == 0 {
		if s.breathe != nil {
			s.breathe()
		}
		select {
		case <-s.stop:
			s.stopped = true
		default:
		}
	}
	return !s.stopped
}

// repeated reports whether the position of a ply has stood before, on the line or
// in the game: it is a draw if both want it, and who does not has to leave it now.
func (s *Searcher) repeated(ply int) bool {
	now := &s.levels[ply]
	back := min(ply, int(now.position.QuietPlies))
	for i := 1; i <= back; i++ {
		if s.levels[ply-i].hash == now.hash {
			return true
		}
	}
	return ply == 1 && s.game.RepetitionsOf(&now.position) > 0
}
