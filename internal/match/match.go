package match

import (
	"context"
	"math/rand/v2"
	"sync"

	"quadrille/internal/bot"
	"quadrille/rules"
)

// Match is two engines and how they meet.
type Match struct {
	Variant rules.Variant
	A, B    Maker
	Alone   bool // where everybody plays alone, one A sits among three B
	Games   int  // at most, from Least; no opening is left half played
	Plies   int  // after so many a game is cut and judged
	Test    Test
	Seed    uint64
	Workers int // games at a time
	// Fault is told why an engine lost a game by a fault of its own.
	Fault func(engine string, why error)
	// Told hears how it stands, after each opening.
	Told func(Score, Verdict)
}

// Run plays until the test is sure, the games are used up or ctx is done.
func (m *Match) Run(ctx context.Context) (Score, Verdict, error) {
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
				if s.verdict(m.Test) != Undecided {
					cancel()
				}
			}
		})
	}
	m.hand(ctx, openings)
	all.Wait()
	return s.score, m.Test.Verdict(&s.score), s.err
}

// Least is how many games one opening takes: no fewer can be played.
func (m *Match) Least() int { return len(seatings(m.Variant.Facts(), m.Alone)) }

// hand gives out the openings.
func (m *Match) hand(ctx context.Context, openings chan<- uint64) {
	defer close(openings)
	for i := range m.Games / m.Least() {
		select {
		case openings <- uint64(i):
		case <-ctx.Done():
			return
		}
	}
}

// scorer is the score as several games are played at a time.
type scorer struct {
	mu    sync.Mutex
	score Score
	err   error
}

func (s *scorer) verdict(t Test) Verdict {
	s.mu.Lock()
	defer s.mu.Unlock()
	return t.Verdict(&s.score)
}

func (s *scorer) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
	}
}

// opening plays one with all seatings. What was not played to its end counts for
// nothing.
func (m *Match) opening(ctx context.Context, number uint64, s *scorer) error {
	start := m.start(number)
	var games []played
	for i, seats := range seatings(m.Variant.Facts(), m.Alone) {
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
	if m.Told != nil {
		m.Told(s.score, m.Test.Verdict(&s.score))
	}
	return nil
}

// A good opening leaves nobody much better off: a centipawn's measure, and as
// many nodes as it takes to see that.
const (
	openingEven  = 150
	openingNodes = 1000
	openingBits  = 10
)

// start is a game after a few plies of chance, with both teams about even.
func (m *Match) start(number uint64) *rules.Game {
	dice := rand.New(rand.NewPCG(m.Seed, number))
	judge := bot.NewSearcher(openingBits)
	for {
		g := rules.NewGame(m.Variant)
		for range 4 + dice.IntN(8) {
			if legal := m.Variant.Legal(&g.Position, nil); len(legal) > 0 {
				_, _ = g.Play(legal[dice.IntN(len(legal))]) // it is legal
			}
		}
		if g.Position.Over() {
			continue
		}
		value := judge.Choose(context.Background(), g, bot.Limits{Nodes: openingNodes}).Value
		if !m.Variant.Facts().Teams() && value < bot.Decided || max(value, -value) < openingEven {
			return g
		}
	}
}

// played is how a game went for A.
type played struct {
	share float64
	over  bool // it ended by itself
	fault int  // 0 for A, 1 for B, -1 for nobody
}

// game plays one, with A in those seats. An error is that an engine could not be
// started.
func (m *Match) game(ctx context.Context, g *rules.Game, seats rules.Seats, seed uint64) (played, error) {
	a, err := m.A.make()
	if err != nil {
		return played{}, err
	}
	defer a.Close(g)
	b, err := m.B.make()
	if err != nil {
		return played{}, err
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
			return played{share: float64(side), over: true, fault: side}, nil
		}
	}
	return played{share(points(m.Variant, &g.Position), seats), g.Position.Over(), -1}, nil
}
