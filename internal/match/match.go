package match

import (
	"context"
	"math/rand/v2"
	"sync"

	"quadrille/internal/bot"
	"quadrille/rules"
)

// Match configures a match between two engines.
type Match struct {
	Variant rules.Variant
	A, B    Maker
	Alone   bool // in a free-for-all: play one A against three B
	Games   int  // maximum number of games; at least MinGames, because each opening is played with every seat assignment
	Plies   int  // maximum number of plies of a game; a game that reaches it is scored by material
	Test    Test
	Seed    uint64
	Workers int // number of concurrent games
	// Fault is called when an engine loses a game because it failed, for example by an
	// illegal move.
	Fault func(engine string, why error)
	// Progress is called with the score after each opening.
	Progress func(Score, Decision)
}

// Run plays until the test decides, the maximum number of games is reached, or ctx is done.
func (m *Match) Run(ctx context.Context) (Score, Decision, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var s scorer
	openings := make(chan uint64)
	var all sync.WaitGroup
	for range max(1, m.Workers) {
		all.Go(func() {
			for i := range openings {
				if err := m.opening(ctx, i, &s); err != nil {
					s.fail(err)
					cancel()
				}
				if s.decision(m.Test) != Undecided {
					cancel()
				}
			}
		})
	}
	m.distribute(ctx, openings)
	all.Wait()
	return s.score, m.Test.Decision(&s.score), s.err
}

// MinGames returns how many games are played from one opening.
func (m *Match) MinGames() int { return len(seatAssignments(m.Variant.Facts(), m.Alone)) }

// distribute sends the openings to the workers.
func (m *Match) distribute(ctx context.Context, openings chan<- uint64) {
	defer close(openings)
	for i := range m.Games / m.MinGames() {
		select {
		case openings <- uint64(i):
		case <-ctx.Done():
			return
		}
	}
}

// scorer adds up the scores of concurrent games.
type scorer struct {
	mu    sync.Mutex
	score Score
	err   error
}

func (s *scorer) decision(t Test) Decision {
	s.mu.Lock()
	defer s.mu.Unlock()
	return t.Decision(&s.score)
}

func (s *scorer) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
	}
}

// opening plays one opening with every seat assignment. If ctx is done before the last game
// ends, none of the games is scored.
func (m *Match) opening(ctx context.Context, number uint64, s *scorer) error {
	start := Opening(m.Variant, m.Seed, number)
	var games []gameResult
	for i, seats := range seatAssignments(m.Variant.Facts(), m.Alone) {
		g, err := m.game(ctx, start.Clone(), seats, number<<8|uint64(i))
		if err != nil || ctx.Err() != nil {
			return err
		}
		games = append(games, g)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	mean := 0.0
	for _, g := range games {
		mean += g.share / float64(len(games))
		s.score.Games++
		if g.over {
			s.score.Ended++
		}
		if g.fault >= 0 {
			s.score.Faults[g.fault]++
		}
	}
	s.score.add(mean)
	if m.Progress != nil {
		m.Progress(s.score, m.Test.Decision(&s.score))
	}
	return nil
}

// With teams, an opening is fair if a search of openingNodes gives it a value between
// -openingEven and openingEven, in hundredths of a pawn. In a free-for-all, an opening is
// not fair if the search finds a win.
const (
	openingEven  = 150
	openingNodes = 1000
	openingBits  = 10
)

// Opening returns a fair position after a few random plies. The same seed and number give
// the same position.
func Opening(v rules.Variant, seed, number uint64) *rules.Game {
	dice := rand.New(rand.NewPCG(seed, number))
	searcher := bot.NewSearcher(openingBits)
	for {
		g := rules.NewGame(v)
		for range 4 + dice.IntN(8) {
			if legal := v.Legal(&g.Position, nil); len(legal) > 0 {
				_, _ = g.Play(legal[dice.IntN(len(legal))]) // cannot fail: the action is legal
			}
		}
		if g.Position.Over() {
			continue
		}
		value := searcher.Choose(context.Background(), g, bot.Limits{Nodes: openingNodes}).Value
		if !v.Facts().Teams() && value < bot.Decided || max(value, -value) < openingEven {
			return g
		}
	}
}

// gameResult is the result of a game from the point of view of engine A.
type gameResult struct {
	share float64
	over  bool // whether the game ended before the maximum number of plies
	fault int  // the engine that lost because it failed: 0 for A, 1 for B, -1 for neither
}

// game plays one game with A in the given seats. It returns an error if an engine could
// not be started.
func (m *Match) game(ctx context.Context, g *rules.Game, seats rules.Seats, seed uint64) (gameResult, error) {
	a, err := m.A.make()
	if err != nil {
		return gameResult{}, err
	}
	defer a.Close(g)
	b, err := m.B.make()
	if err != nil {
		return gameResult{}, err
	}
	defer b.Close(g)
	for ply := 0; ply < m.Plies && !g.Position.Over() && ctx.Err() == nil; ply++ {
		side, engine, held := 0, a, seats
		if !seats.Has(m.Variant.Actor(&g.Position)) {
			side, engine, held = 1, b, 0b1111&^seats
		}
		dice := rand.NewPCG(m.Seed^seed, uint64(ply)<<1|uint64(side))
		act, err := engine.Choose(ctx, Turn{Game: g, Held: held, Ply: ply, Seed: dice.Uint64()})
		if err == nil {
			_, err = g.Play(act)
		}
		if err != nil && ctx.Err() == nil {
			m.Fault([]string{m.A.Name, m.B.Name}[side], err)
			return gameResult{share: float64(side), over: true, fault: side}, nil
		}
	}
	return gameResult{share(points(m.Variant, &g.Position), seats), g.Position.Over(), -1}, nil
}
