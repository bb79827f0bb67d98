package main

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestTeamFitFindsTheWeights draws results of games at random, with chances of known weights. The
// fit must find these weights.
func TestTeamFitFindsTheWeights(t *testing.T) {
	want := []float64{0.5, -1, 0, 0.2}
	dice := rand.New(rand.NewPCG(2, 2))
	var samples []teamSample
	for range 40_000 {
		s := teamSample{terms: make([]float64, len(want))}
		sum := 0.0
		for k := range want {
			s.terms[k] = dice.NormFloat64()
			sum += want[k] * s.terms[k]
		}
		if dice.Float64() < 1/(1+math.Exp(-sum)) {
			s.share = 1
		}
		samples = append(samples, s)
	}
	if _, err := learn(samples[:100], len(want)); err == nil {
		t.Error("100 positions were enough for a fit")
	}
	for k, got := range fit(samples, len(want)) {
		if math.Abs(got-want[k]) > 0.05 {
			t.Errorf("weight %d is %.3f, want %.3f", k, got, want[k])
		}
	}
}
