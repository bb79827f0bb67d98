package main

import (
	"math"

	"quadrille/internal/bot/placement"
	"quadrille/rules"
)

// sample is a position of a game, with the places of the seats at the end of that game.
type sample struct {
	seats  []seat // the seats whose places are open
	inPlay int    // number of seats in play
}

type seat struct {
	number   rules.Seat
	features []float64
	place    int
}

func newSample(v rules.Variant, model *placement.Model, p *rules.Position) (s sample) {
	features := model.Features(p, v.Actor(p))
	s.inPlay = p.HasStake().Count()
	for number := range model.Open(p).All() {
		s.seats = append(s.seats, seat{number: number, features: features[number]})
	}
	return s
}

func (s *sample) setPlaces(places [rules.SeatCount]int) {
	for i := range s.seats {
		s.seats[i].place = places[s.seats[i].number]
	}
}

// addLoss implements [example]. The loss is the negative logarithm of the probability that
// the model gives to the places that the seats took. The result `places` is the number of
// places that count toward the loss: all except shared places and the last place.
func (s sample) addLoss(weights, gradient []float64) (loss float64, places int) {
	strengths := make([]float64, len(s.seats))
	for i, seat := range s.seats {
		for k, x := range seat.features {
			strengths[i] += weights[k] * x
		}
	}
	for winner, seat := range s.seats {
		sum, shared, others := 0.0, false, 0
		for i, other := range s.seats {
			shared = shared || i != winner && other.place == seat.place
			if other.place >= seat.place {
				sum += math.Exp(strengths[i])
				others++
			}
		}
		if shared || others < 2 {
			continue
		}
		loss += math.Log(sum) - strengths[winner]
		places++
		if gradient == nil {
			continue
		}
		for i, other := range s.seats {
			if other.place < seat.place {
				continue
			}
			slope := math.Exp(strengths[i]) / sum
			if i == winner {
				slope--
			}
			for k, x := range other.features {
				gradient[k] += slope * x
			}
		}
	}
	return loss, places
}

func (s sample) addSquares(sums []float64) {
	for _, seat := range s.seats {
		for k, x := range seat.features {
			sums[k] += x * x
		}
	}
}

// example is an observation from which weights are learned.
type example interface {
	// addLoss returns the loss of the observation. The mean loss of several observations is the
	// sum of their losses divided by the sum of their counts. If `gradient` is not nil, addLoss
	// adds to it the derivative of the loss with respect to the weights.
	addLoss(weights, gradient []float64) (loss float64, count int)
	// addSquares adds, for each feature, the squares of its values to the feature's element
	// of `sums`.
	addSquares(sums []float64)
}

// loss returns the mean loss of the examples.
func loss[E example](examples []E, weights []float64) float64 {
	sum, count := 0.0, 0
	for _, e := range examples {
		loss, n := e.addLoss(weights, nil)
		sum, count = sum+loss, count+n
	}
	return sum / float64(max(1, count))
}

// Parameters of the gradient descent (Adam).
const (
	rounds    = 12
	batchSize = 256
	firstStep = 0.02
	meanDecay = 0.9
	sizeDecay = 0.999
	stride    = 7919 // a prime; samples are visited in steps of this length, so that a batch mixes games
)

// fit returns the weights with the least loss. It scales each feature to a root mean square of
// 1, so that all weights are learned equally fast.
func fit[E example](samples []E, features int) []float64 {
	scale := make([]float64, features)
	for _, s := range samples {
		s.addSquares(scale)
	}
	for k := range scale {
		scale[k] = math.Sqrt(scale[k]/float64(len(samples))) + 1e-9
	}
	weights, gradient := make([]float64, features), make([]float64, features)
	mean, size := make([]float64, features), make([]float64, features)
	step, next := 0, 0
	for round := range rounds {
		rate := firstStep / (1 + float64(round)/2)
		for range len(samples) / batchSize {
			clear(gradient)
			count := 0
			for range batchSize {
				_, n := samples[next].addLoss(weights, gradient)
				count += n
				next = (next + stride) % len(samples)
			}
			step++
			for k := range weights {
				slope := gradient[k] / float64(max(1, count)) / scale[k]
				mean[k] = meanDecay*mean[k] + (1-meanDecay)*slope
				size[k] = sizeDecay*size[k] + (1-sizeDecay)*slope*slope
				change := mean[k] / (1 - math.Pow(meanDecay, float64(step))) / (math.Sqrt(size[k]/(1-math.Pow(sizeDecay,
					float64(step)))) + 1e-8)
				weights[k] -= rate * change / scale[k]
			}
		}
	}
	return weights
}

// named returns the rounded weights, keyed by the names of their features.
func named(names []string, weights []float64) placement.Weights {
	w := placement.Weights{}
	for k, name := range names {
		w[name] = math.Round(weights[k]*1e4) / 1e4
	}
	return w
}
