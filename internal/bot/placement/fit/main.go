// Fit computes the weights of package placement. It plays games of the engine against itself
// in each form of each free-for-all (see rules.Form). It fits the weights to the positions
// and to the places that the seats took in the end, by logistic regression, and writes them
// to internal/bot/placement/weights.json.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"

	"quadrille/internal/bot"
	"quadrille/internal/bot/placement"
	"quadrille/internal/match"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// settings are the flags of the command.
type settings struct {
	games, nodes, plies, workers int
	seed                         uint64
	form, out                    string
	policy                       bool
}

func main() {
	var s settings
	flag.IntVar(&s.games, "games", 1200, "number of games for each variant")
	flag.IntVar(&s.nodes, "nodes", 400, "mean number of positions searched for each move")
	flag.IntVar(&s.plies, "plies", 700, "stop a game after this many actions")
	flag.IntVar(&s.workers, "workers", runtime.NumCPU(), "number of games to play at the same time")
	flag.Uint64Var(&s.seed, "seed", 1, "random seed; the same seed gives the same games")
	flag.StringVar(&s.form, "form", "", "fit only forms whose names begin with this text; keep the other weights")
	flag.BoolVar(&s.policy, "policy", false, "fit only the policy, from tree searches that use the current weights")
	flag.StringVar(&s.out, "o", "internal/bot/placement/weights.json", "write the weights to this file")
	flag.Parse()
	if err := s.run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (s *settings) run() error {
	table := placement.Table{}
	if text, err := os.ReadFile(s.out); err == nil {
		if err := json.Unmarshal(text, &table); err != nil {
			return err
		}
	}
	for _, v := range variants.Forms() {
		form := rules.Form(v.Facts())
		model := placement.New(v)
		if model == nil || !strings.HasPrefix(form, s.form) {
			continue
		}
		if table[form] == nil || !s.policy {
			table[form] = &placement.Fitted{}
		}
		if s.policy {
			choices := match.Examples(s.games/policyShare, s.workers, func(number uint64) []choice { return s.choices(v, model, number) })
			fmt.Printf("%s, policy, ", form)
			table[form].Policy = learn(choices, placement.PolicyNames())
			continue
		}
		table[form].Strength = map[int]placement.Weights{}
		var samples [rules.SeatCount + 1][]sample
		for _, one := range match.Examples(s.games, s.workers, func(number uint64) []sample { return s.game(v, model, number) }) {
			samples[len(one.seats)] = append(samples[len(one.seats)], one)
		}
		for seats := 2; seats <= rules.SeatCount; seats++ {
			fmt.Printf("%s, %d seats in play, ", form, seats)
			table[form].Strength[seats] = learn(samples[seats], placement.FeatureNames())
		}
	}
	text, err := json.MarshalIndent(table, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(s.out, append(text, '\n'), 0o644)
}

// policyShare is the number of games played to fit the strengths of seats, divided by the
// number played to fit the policy.
const policyShare = 6

// learn fits weights to four fifths of the examples. It prints the mean loss of these examples
// and the mean loss of the other examples.
func learn[E example](examples []E, names []string) placement.Weights {
	others := len(examples) / 5
	weights := fit(examples[others:], len(names))
	fmt.Printf("%d positions: loss %.4f, loss on positions not used for the fit %.4f\n",
		len(examples), loss(examples[others:], weights), loss(examples[:others], weights))
	return named(names, weights)
}

const (
	tableBits   = 14
	randomOneIn = 40 // one in this many moves is random, so that unusual positions occur
	sampleOneIn = 5  // one in this many positions is used as a sample, because consecutive positions are alike
)

// game plays one game and returns some positions in which at least two seats are in play.
func (s *settings) game(v rules.Variant, model *placement.Model, number uint64) (samples []sample) {
	g := match.Opening(v, s.seed, number)
	dice := rand.New(rand.NewPCG(s.seed, number<<1|1))
	searcher := bot.NewSearcher(tableBits)
	for ply := 0; ply < s.plies && !g.Position.Over(); ply++ {
		if dice.IntN(sampleOneIn) == 0 {
			samples = append(samples, newSample(v, model, &g.Position))
		}
		var action rules.Action
		if dice.IntN(randomOneIn) == 0 {
			legal := v.Legal(&g.Position, nil)
			action = legal[dice.IntN(len(legal))]
		} else {
			limits := bot.Limits{Nodes: s.nodes/2 + dice.IntN(s.nodes), Seed: dice.Uint64()}
			action = searcher.Choose(context.Background(), g, limits).Action
		}
		if _, err := g.Play(action); err != nil {
			panic(err) // cannot happen: the engine plays legal moves
		}
	}
	if !g.Position.Over() {
		v.End(&g.Position, rules.ByAgreement)
	}
	places := rules.Places(v.Facts(), &g.Position)
	for i := range samples {
		samples[i].setPlaces(places)
	}
	return samples
}
