package match

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"quadrille/rules"
)

// Match configures a match between two engines or, in a free-for-all, between four engines
// with one seat each.
type Match struct {
	Variant rules.Variant
	Engines []Maker
	Alone   bool // whether, in a free-for-all with two engines, the first has one seat and the second has three
	Games   int  // maximum number of games; at least MinGames
	Plies   int  // maximum number of plies of a game; a game that reaches it is scored by material
	Test    Test
	Seed    uint64
	Workers int // number of concurrent games
	// TableEntries is the number of entries of a built-in engine's transposition table. It
	// is rounded down to a power of two; 0 means the default.
	TableEntries int
	Openings     Openings
	Adjudication Adjudication
	Log          *Log // may be nil
	// Fault is called when an engine loses a game because it failed, for example by an
	// illegal move.
	Fault func(engine string, why error)
	// Progress is called after the games of each opening, with the score of each engine.
	// Fault and Progress are never called at the same time.
	Progress func([]Score)
}

// Run plays until the statistical test reaches a decision, the maximum number of games is
// reached, or ctx is done. It returns the score of each engine, and the test's decision
// about the first engine. A match of four engines has no test.
func (m *Match) Run(ctx context.Context) ([]Score, Decision, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := scorer{scores: make([]Score, len(m.Engines))}
	openings := make(chan uint64)
	var all sync.WaitGroup
	for range max(1, m.Workers) {
		all.Go(func() {
			for i := range openings {
				if err := m.opening(ctx, i, &s); err != nil {
					s.fail(err)
				}
				if s.ended() {
					cancel()
				}
			}
		})
	}
	m.distribute(ctx, openings)
	all.Wait()
	return s.scores, s.decision, s.err
}

// MinGames returns the number of games that are played from one opening. It is also the
// minimum number of games of a match.
func (m *Match) MinGames() int { return len(m.assignments(0)) }

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

// scorer adds up the scores of concurrent games until the test decides.
type scorer struct {
	mu       sync.Mutex
	scores   []Score // one for each engine
	decision Decision
	err      error
}

// ended reports whether the match ends early.
func (s *scorer) ended() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.decision != Undecided || s.err != nil
}

// add adds the results of the games from one opening. It ignores them if the test has decided.
func (s *scorer) add(m *Match, games []gameResult) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.decision != Undecided {
		return
	}
	for i := range s.scores {
		s.scores[i].add(i, games)
	}
	if len(s.scores) == 2 {
		s.decision = m.Test.Decision(&s.scores[0])
	}
	if m.Progress != nil {
		m.Progress(slices.Clone(s.scores))
	}
}

func (s *scorer) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
	}
}

// opening plays one game from the same opening for each assignment of seats to engines. If
// ctx is done before the last game ends, none of the games is scored.
func (m *Match) opening(ctx context.Context, number uint64, s *scorer) error {
	start, line := m.Openings.at(m.Variant, m.Seed, number)
	var games []gameResult
	for i, seats := range m.assignments(number) {
		var text gameLog
		text.begin(m, number, seats)
		text.opening(start, line)
		g, err := m.game(ctx, &text, afterLine(start, line), seats, number<<8|uint64(i))
		if err != nil || ctx.Err() != nil {
			return err
		}
		if g.why != nil {
			s.mu.Lock()
			m.Fault(m.Engines[g.fault].Name, g.why)
			s.mu.Unlock()
		}
		games = append(games, g)
	}
	s.add(m, games)
	return nil
}

// gameResult is the result of a game.
type gameResult struct {
	shares [rules.SeatCount]float64 // score of each engine, from 0 to 1
	over   bool                     // whether the game ended before the maximum number of plies
	fault  int                      // number of the engine that lost because it failed, or -1
	why    error                    // how that engine failed
}

// game plays one game. It returns an error if an engine could not be started.
func (m *Match) game(ctx context.Context, text *gameLog, g *rules.Game, seats assignment, seed uint64) (gameResult, error) {
	var engines []Engine
	for _, maker := range m.Engines {
		engine, err := maker.make(m.TableEntries)
		if err != nil {
			return gameResult{}, err
		}
		defer engine.Close(g)
		engines = append(engines, engine)
	}
	agreed := adjudicator{rules: m.Adjudication}
	for ply := 0; ply < m.Plies && !g.Position.Over() && ctx.Err() == nil; ply++ {
		actor := m.Variant.Actor(&g.Position)
		i := seats[actor]
		dice := rand.NewPCG(m.Seed^seed, uint64(ply*len(engines)+i))
		if rules.ByLot(m.Variant, &g.Position) {
			var drawn Answer
			drawn.Action = rules.DrawLot(m.Variant, &g.Position, rand.New(dice).IntN)
			_, _ = g.Play(drawn.Action) // cannot fail: the action is legal
			text.action(m.Variant.Facts(), actor, drawn)
			continue
		}
		turn := Turn{Game: g, Held: seats.of(i), Ply: ply, Seed: dice.Uint64(), FirstMate: m.Adjudication.FirstMate}
		act, err := engines[i].Choose(ctx, turn)
		if err == nil {
			_, err = g.Play(act.Action)
		}
		if err != nil && ctx.Err() == nil {
			m.Log.end(text, m, &g.Position, fmt.Sprintf("%s failed: %v", m.Engines[i].Name, err))
			return failed(i, len(engines), err), nil
		}
		text.action(m.Variant.Facts(), actor, act)
		agreed.end(g, actor, act)
	}
	over, why := g.Position.Over(), g.Position.Outcome.Termination.String()
	if !over {
		why = "not finished"
	}
	if ctx.Err() == nil {
		m.Log.end(text, m, &g.Position, why)
	}
	result := gameResult{over: over, fault: -1}
	for i := range engines {
		result.shares[i] = share(points(m.Variant, &g.Position), seats.of(i))
	}
	return result, nil
}

// failed returns the result of a game that an engine lost because it failed. The other
// engines divide the points.
func failed(engine, engines int, why error) gameResult {
	result := gameResult{over: true, fault: engine, why: why}
	for i := range engines {
		if i != engine {
			result.shares[i] = float64(engines) / float64(2*(engines-1))
		}
	}
	return result
}
