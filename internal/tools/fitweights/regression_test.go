package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"quadrille/internal/bot/placement"
	"quadrille/rules"
)

// TestFitFindsTheWeights draws the final places of seats at random from a model with known
// weights. The fit must find these weights.
func TestFitFindsTheWeights(t *testing.T) {
	want := make([]float64, len(placement.FeatureNames()))
	want[0], want[3], want[5] = 0.5, -1, 0.2
	dice := rand.New(rand.NewPCG(1, 1))
	var samples []sample
	for range 20_000 {
		var s sample
		var strengths [rules.SeatCount]float64
		for number := range rules.Seat(rules.SeatCount) {
			features := make([]float64, len(want))
			for k := range features {
				features[k] = dice.NormFloat64()
				strengths[number] += want[k] * features[k]
			}
			s.seats = append(s.seats, seat{number: number, features: features})
		}
		s.setPlaces(drawPlaces(dice, strengths))
		samples = append(samples, s)
	}
	got := fit(samples, len(want))
	for k, w := range want {
		if math.Abs(got[k]-w) > 0.05 {
			t.Errorf("weight %d is %.3f, want %.3f", k, got[k], w)
		}
	}
	if with, without := loss(samples, got), loss(samples, make([]float64, len(want))); with >= without {
		t.Errorf("the loss is %.4f with the weights and %.4f without", with, without)
	}
}

// drawPlaces gives each seat a random place. It fills the places in order, each with one of
// the remaining seats. A seat with greater strength is more likely to be chosen.
func drawPlaces(dice *rand.Rand, strengths [rules.SeatCount]float64) (places [rules.SeatCount]int) {
	for place := 1; place <= rules.SeatCount; place++ {
		best, most := 0, math.Inf(-1)
		for s, strength := range strengths {
			if chance := strength - math.Log(dice.ExpFloat64()); places[s] == 0 && chance > most {
				best, most = s, chance
			}
		}
		places[best] = place
	}
	return places
}
