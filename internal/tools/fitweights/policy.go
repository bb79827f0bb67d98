package main

import (
	"context"
	"math"
	"math/rand/v2"

	"quadrille/internal/bot"
	"quadrille/internal/bot/placement"
	"quadrille/internal/match"
	"quadrille/rules"
)

// choice describes the legal actions in a position, and how much of a tree search was spent
// on each action.
type choice struct {
	features [][]float64 // values of the features of each action
	searched []float64   // for each action, the share of the search's nodes that were spent on it
}

// addLoss implements [example]. The loss is the cross entropy between the probabilities that
// the policy gives to the actions and the shares of the search spent on them.
func (c choice) addLoss(weights, gradient []float64) (loss float64, count int) {
	priors, sum := make([]float64, len(c.features)), 0.0
	for i, features := range c.features {
		logit := 0.0
		for k, x := range features {
			logit += weights[k] * x
		}
		priors[i] = math.Exp(logit)
		sum += priors[i]
	}
	for i, features := range c.features {
		prior := priors[i] / sum
		loss -= c.searched[i] * math.Log(prior)
		if gradient != nil {
			for k, x := range features {
				gradient[k] += (prior - c.searched[i]) * x
			}
		}
	}
	return loss, 1
}

func (c choice) addSquares(sums []float64) {
	for _, features := range c.features {
		for k, x := range features {
			sums[k] += x * x / float64(len(c.features))
		}
	}
}

const (
	policyNodes = 3000 // the policy is fitted to the results of searches with this many nodes
	policyOneIn = 20   // on average, one search in policyOneIn visits policyNodes nodes
)

// choices plays a game in which a tree search chooses each move. Some searches, selected at
// random, visit more nodes than the others; choices returns the results of only these.
func (s *settings) choices(v rules.Variant, model *placement.Model, number uint64) (list []choice) {
	g := match.Opening(v, s.seed+1, number)
	dice := rand.New(rand.NewPCG(s.seed+1, number))
	searcher, policy := bot.NewSearcher(tableBits), model.NewPolicy()
	for ply := 0; ply < s.plies && !g.Position.Over() && g.Position.HasStake().Count() > 2; ply++ {
		p := &g.Position
		if rules.ByLot(v, p) {
			_, _ = g.Play(rules.DrawLot(v, p, dice.IntN)) // cannot fail: the action is legal
			continue
		}
		limits := bot.Limits{Nodes: s.nodes, Seed: dice.Uint64(), Method: bot.Tree}
		if dice.IntN(policyOneIn) == 0 {
			limits.Nodes = policyNodes
		}
		chosen := searcher.Choose(context.Background(), g, limits)
		if limits.Nodes == policyNodes && chosen.Depth == 0 && chosen.Nodes == policyNodes {
			var c choice
			policy.Begin(p, v.Actor(p))
			for _, a := range searcher.Searched() {
				c.features = append(c.features, policy.Features(p, a.Action))
				c.searched = append(c.searched, float64(a.Nodes)/float64(chosen.Nodes))
			}
			list = append(list, c)
		}
		if _, err := g.Play(chosen.Action); err != nil {
			panic(err) // cannot happen: the engine plays legal moves
		}
	}
	return list
}
