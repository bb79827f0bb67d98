package expected

import (
	"math"
	"math/rand/v2"
	"testing"

	"quadrille/internal/bot"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// TestTableIsCompleteAndMonotonic checks that scores.json has a curve for the starting
// position of every game, and that a better evaluation never lowers the expected score.
func TestTableIsCompleteAndMonotonic(t *testing.T) {
	for _, d := range variants.All() {
		v, err := d.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		p := v.Start()
		if rules.FittedRow(scores, "expected", v)[SeatsInPlay(v, &p)] == nil {
			t.Errorf("%s has no curve", rules.Form(v.Facts()))
		}
	}
	for form, curves := range scores {
		for seats, c := range curves {
			last := c.Score(-maxValue)
			for value := -maxValue; value <= maxValue; value += 100 {
				if now := c.Score(value); now < last || now < 0 || now > 1 {
					t.Errorf("%s, %d seats: score %v at %d", form, seats, now, value)
				} else {
					last = now
				}
			}
			if c.Lost >= c.Won {
				t.Errorf("%s, %d seats: lost %v, won %v", form, seats, c.Lost, c.Won)
			}
		}
	}
}

// TestFit checks that Fit recovers the curve from which the samples were drawn.
func TestFit(t *testing.T) {
	want := &Curve{Low: 0, High: 1, Center: 100, Scale: 400, Lost: 0, Won: 1}
	dice := rand.New(rand.NewPCG(1, 1))
	var samples []Sample
	for range 20_000 {
		value, score := dice.IntN(4000)-2000, 0.0
		if dice.Float64() < want.Score(value) {
			score = 1
		}
		samples = append(samples, Sample{value, score})
	}
	samples = append(samples, Sample{2 * bot.Decided, 1})
	got := Fit(samples)
	for _, value := range []int{-1000, 0, 100, 500, 2 * bot.Decided, -2 * bot.Decided} {
		if math.Abs(got.Score(value)-want.Score(value)) > 0.03 {
			t.Errorf("at %d: %v, want %v", value, got.Score(value), want.Score(value))
		}
	}
}

// TestScoreOfTwoArmies checks the scores in a game with two armies: 0 for a lost position and
// 1 for a won position, although the seats without an army have the last places.
func TestScoreOfTwoArmies(t *testing.T) {
	v, err := variants.New("chess4", map[string]string{"armies": "white,black"})
	if err != nil {
		t.Fatal(err)
	}
	p := v.Start()
	lost, even, won := Score(v, &p, -2*bot.Decided), Score(v, &p, 0), Score(v, &p, 2*bot.Decided)
	if lost != 0 || even < 0.35 || even > 0.65 || won != 1 {
		t.Errorf("lost %v, even %v, won %v", lost, even, won)
	}
}
