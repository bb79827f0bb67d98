package main

import (
	"fmt"
	"math"
	"strings"

	"quadrille/internal/bot"
	"quadrille/internal/match"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// teamSample is a position of a team game, with the result of that game for the side to act.
type teamSample struct {
	side  rules.Seat
	terms []float64 // see bot.Terms
	share float64   // see match.SeatShares
}

// addLoss implements [example]. The loss is the cross entropy between the result and the
// predicted probability of a win: the logistic function of the weighted sum of the terms.
func (s teamSample) addLoss(weights, gradient []float64) (loss float64, count int) {
	sum := 0.0
	for k, x := range s.terms {
		sum += weights[k] * x
	}
	chance := 1 / (1 + math.Exp(-sum))
	if gradient != nil {
		for k, x := range s.terms {
			gradient[k] += (chance - s.share) * x
		}
	}
	return max(sum, 0) - s.share*sum + math.Log1p(math.Exp(-math.Abs(sum))), 1 // math.Log(chance) could be infinite
}

func (s teamSample) addSquares(sums []float64) {
	for k, x := range s.terms {
		sums[k] += x * x
	}
}

// printWeights fits the weights of each team game, and prints them in hundredths of a pawn. It
// scales them so that the pieces of the first position are worth as much as by rules.Facts.Values.
func (s *settings) printWeights() error {
	for _, v := range variants.Forms() {
		form := rules.Form(v.Facts())
		if !v.Facts().Teams() || !strings.HasPrefix(form, s.form) {
			continue
		}
		fmt.Printf("%s, ", form)
		samples := match.Examples(s.games, s.workers, func(number uint64) []teamSample { return s.teamGame(v, number) })
		weights, err := learn(samples, len(bot.TermNames()))
		if err != nil {
			return err
		}
		scale := weightScale(v, weights)
		for k, name := range bot.TermNames() {
			fmt.Printf("  %-24s%6.0f\n", name, scale*weights[k])
		}
	}
	return nil
}

// weightScale returns the factor that converts fitted weights to hundredths of a pawn.
func weightScale(v rules.Variant, weights []float64) float64 {
	facts, start, fitted := v.Facts(), 0.0, 0.0
	p := &rules.NewGame(v).Position
	for _, sq := range facts.Geometry.Squares {
		if kind := p.Board[sq].Kind(); p.Board[sq].IsPiece() && kind != rules.King {
			start += float64(facts.PieceValues()[kind])
			fitted += weights[kind-rules.Pawn]
		}
	}
	return start / fitted
}

// decidedValue is the value in hundredths of a pawn from which a position counts as decided. Such
// positions are not used.
const decidedValue = 2000

// teamGame plays one game and returns some quiet positions, in which no side is far ahead and
// the engine does not capture.
func (s *settings) teamGame(v rules.Variant, number uint64) []teamSample {
	samples, end := selfPlay(s, v, number, func(p *rules.Position, chosen bot.Choice) []teamSample {
		if chosen.Nodes == 0 || max(chosen.Value, -chosen.Value) >= decidedValue || rules.IsCapture(p, chosen.Action) {
			return nil
		}
		return []teamSample{{side: v.Actor(p), terms: bot.Terms(v, p)}}
	})
	shares := match.SeatShares(v, end)
	for i := range samples {
		samples[i].share = shares[samples[i].side]
	}
	return samples
}
