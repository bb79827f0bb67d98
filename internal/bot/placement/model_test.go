package placement

import (
	"math"
	"math/rand/v2"
	"testing"

	"quadrille/rules"
	"quadrille/rules/variants"
)

// eachForm calls the function `do` once for each form of each free-for-all (see [rules.Form]).
// It passes the model that was fitted to games of that form.
func eachForm(t *testing.T, do func(t *testing.T, v rules.Variant, m *Model)) {
	forms := 0
	for _, v := range variants.Forms() {
		if m := New(v); m != nil {
			forms++
			t.Run(rules.Form(v.Facts()), func(t *testing.T) { do(t, v, m) })
		} else if !v.Facts().Teams() {
			t.Errorf("%s has no model", rules.Form(v.Facts()))
		}
	}
	if forms < 3 {
		t.Errorf("%d forms have a model", forms)
	}
}

// randomPositions plays random games in which two seats resign. It calls `do` with each
// position in which the game is not over.
func randomPositions(v rules.Variant, games int, do func(p *rules.Position)) {
	dice := rand.New(rand.NewPCG(1, 2))
	for range games {
		g := rules.NewGame(v)
		for ply := range 300 {
			legal := v.Legal(&g.Position, nil)
			action := legal[dice.IntN(len(legal))]
			if ply == 100 || ply == 200 {
				action = rules.Action{Type: rules.Resign, Seat: g.Position.MayAct().First()}
			}
			if _, err := g.Play(action); err != nil {
				panic(err)
			}
			if g.Position.Over() {
				break
			}
			do(&g.Position)
		}
	}
}

// Each form of each free-for-all (see [rules.Form]) has fitted weights for two, three and
// four seats in play.
func TestWeightsAreComplete(t *testing.T) {
	eachForm(t, func(t *testing.T, v rules.Variant, _ *Model) {
		row := rules.FittedRow(fitted, "placement", v)
		if row == nil {
			t.Fatal("no row")
		}
		for seats := 2; seats <= rules.SeatCount; seats++ {
			weights := row.Strength[seats]
			for _, name := range featureNames {
				_, points := v.(rules.Standing)
				if _, ok := weights[name]; !ok && (points || name != featureNames[standing]) {
					t.Errorf("%d seats in play: no weight for %s", seats, name)
				}
			}
		}
		for _, name := range policyNames {
			if _, ok := row.Policy[name]; !ok {
				t.Errorf("no weight for %s", name)
			}
		}
	})
}

// The expected scores of all seats add up to the total of the scores that the game gives. Each
// seat in play expects more than 0 and less than the winner's score.
func TestExpectedScoresAddUp(t *testing.T) {
	eachForm(t, func(t *testing.T, v rules.Variant, m *Model) {
		total := 0.0
		for _, payoff := range m.payoffs {
			total += payoff
		}
		seen := [rules.SeatCount + 1]int{}
		randomPositions(v, 12, func(p *rules.Position) {
			seen[p.HasStake().Count()]++
			sum, scores := 0.0, m.Expected(p, v.Actor(p))
			for s, score := range scores {
				sum += float64(score)
				if m.Open(p).Has(rules.Seat(s)) && (score <= 0 || score >= 1) {
					t.Errorf("seat %d expects %v\n%+v", s, score, p)
				}
			}
			if math.Abs(sum-total) > 1e-4 {
				t.Fatalf("%v add up to %v, want %v\n%+v", scores, sum, total, p)
			}
		})
		for seats := 2; seats <= rules.SeatCount; seats++ {
			if seen[seats] == 0 {
				t.Errorf("no position with %d seats in play", seats)
			}
		}
	})
}

// If a seat loses its queen, its expected score falls, and those of the other seats rise.
func TestLostQueenLowersTheScore(t *testing.T) {
	eachForm(t, func(t *testing.T, v rules.Variant, m *Model) {
		p := v.Start()
		before := m.Expected(&p, v.Actor(&p))
		for sq, piece := range p.Board {
			if piece.Is(rules.Queen, v.Facts().SeatArmy(1)) {
				p.Board[sq] = 0
			}
		}
		for s, score := range m.Expected(&p, v.Actor(&p)) {
			if lost := score < before[s]; lost != (s == 1) {
				t.Errorf("seat %d: %v before, %v after seat 1 has lost its queen", s, before[s], score)
			}
		}
	})
}

// In the starting position all seats have the same features, except those that depend on the
// order of turns.
func TestSeatsStartEqual(t *testing.T) {
	eachForm(t, func(t *testing.T, v rules.Variant, m *Model) {
		p := v.Start()
		first := m.Features(&p, 0)[0]
		for s, features := range m.Features(&p, 0) {
			for i, x := range features {
				if turns := i >= lossBefore && i <= allAfter; !turns && x != first[i] {
					t.Errorf("%s is %v for seat 0 and %v for seat %d", featureNames[i], first[i], x, s)
				}
			}
		}
	})
}

// In a finished game, the winners have the score 1, and all other seats have less.
func TestFinalScores(t *testing.T) {
	eachForm(t, func(t *testing.T, v rules.Variant, m *Model) {
		p := v.Start()
		for !p.Over() {
			v.Apply(&p, &p, rules.Action{Type: rules.Resign, Seat: p.MayAct().First()})
		}
		scores := m.Final(&p)
		for s := range scores {
			if p.Outcome.Winners.Has(rules.Seat(s)) != (scores[s] == 1) {
				t.Errorf("winners %04b, scores %v", p.Outcome.Winners, scores)
			}
		}
	})
}

// Expected allocates no memory, because the search calls it for each position.
func TestExpectedAllocatesNothing(t *testing.T) {
	eachForm(t, func(t *testing.T, v rules.Variant, m *Model) {
		p := v.Start()
		if n := testing.AllocsPerRun(100, func() { m.Expected(&p, 0) }); n != 0 {
			t.Errorf("%v allocations", n)
		}
	})
}

func BenchmarkExpected(b *testing.B) {
	for _, v := range variants.Forms() {
		m := New(v)
		if m == nil {
			continue
		}
		b.Run(rules.Form(v.Facts()), func(b *testing.B) {
			p := v.Start()
			for b.Loop() {
				m.Expected(&p, 0)
			}
		})
	}
}
