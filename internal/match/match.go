package match

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"

	"quadrille/rules"
)

// Match configures a match between two engines.
type Match struct {
	Variant rules.Variant
	A, B    Maker
	Alone   bool // whether, in a free-for-all, engine A has one seat and engine B has three
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
	// Progress is called with the score after each opening.
	Progress func(Score, Decision)
}

// Run plays until the test reaches a decision, the maximum number of games is reached, or ctx
// is done.
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

// MinGames returns how many games are played from one opening. No match can be shorter.
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
	start, line := m.Openings.at(m.Variant, m.Seed, number)
	var games []gameResult
	for i, seats := range seatAssignments(m.Variant.Facts(), m.Alone) {
		var text gameLog
		text.begin(m, number, seats)
		text.opening(start, line)
		g, err := m.game(ctx, &text, afterLine(start, line), seats, number<<8|uint64(i))
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

// gameResult is the result of a game from the point of view of engine A.
type gameResult struct {
	share float64
	over  bool // whether the game ended before the maximum number of plies
	fault int  // the engine that lost because it failed: 0 for A, 1 for B, -1 for neither
}

// game plays one game with engine A in the given seats. It returns an error if an engine could
// not be started.
func (m *Match) game(ctx context.Context, text *gameLog, g *rules.Game, seats rules.Seats, seed uint64) (gameResult, error) {
	a, err := m.A.make(m.TableEntries)
	if err != nil {
		return gameResult{}, err
	}
	defer a.Close(g)
	b, err := m.B.make(m.TableEntries)
	if err != nil {
		return gameResult{}, err
	}
	defer b.Close(g)
	agreed := adjudicator{rules: m.Adjudication}
	for ply := 0; ply < m.Plies && !g.Position.Over() && ctx.Err() == nil; ply++ {
		side, engine, held := 0, a, seats
		actor := m.Variant.Actor(&g.Position)
		if !seats.Has(actor) {
			side, engine, held = 1, b, 0b1111&^seats
		}
		dice := rand.NewPCG(m.Seed^seed, uint64(ply)<<1|uint64(side))
		act, err := engine.Choose(ctx, Turn{Game: g, Held: held, Ply: ply, Seed: dice.Uint64(), FirstMate: m.Adjudication.FirstMate})
		if err == nil {
			_, err = g.Play(act.Action)
		}
		if err != nil && ctx.Err() == nil {
			name := []string{m.A.Name, m.B.Name}[side]
			m.Fault(name, err)
			m.Log.end(text, m, &g.Position, fmt.Sprintf("%s failed: %v", name, err))
			return gameResult{share: float64(side), over: true, fault: side}, nil
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
	return gameResult{share(points(m.Variant, &g.Position), seats), over, -1}, nil
}
