// Fit computes weights of the engine from games of the engine against itself, by logistic
// regression.
//
// For each form of each free-for-all (see rules.Form) it computes the weights of package
// placement from the positions and from the places that the seats took in the end, and writes
// them to internal/bot/placement/weights.json. With -teams it prints the weights of the
// evaluation for each form of each team game instead.
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
	policy, teams                bool
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
	flag.BoolVar(&s.teams, "teams", false, "print the weights of the evaluation of team games")
	flag.StringVar(&s.out, "o", "internal/bot/placement/weights.json", "write the weights to this file")
	flag.Parse()
	if err := s.run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (s *settings) run() error {
	if s.teams {
		return s.printWeights()
	}
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
		if table[form] == nil {
			table[form] = &placement.Fitted{}
		}
		if s.policy {
			choices := match.Examples(s.games/policyShare, s.workers, func(number uint64) []choice { return s.choices(v, model, number) })
			fmt.Printf("%s, policy, ", form)
			weights, err := learn(choices, len(placement.PolicyNames()))
			if err != nil {
				return err
			}
			table[form].Policy = named(placement.PolicyNames(), weights)
			continue
		}
		table[form].Strength = map[int]placement.Weights{}
		var samples [rules.SeatCount + 1][]sample
		for _, one := range match.Examples(s.games, s.workers, func(number uint64) []sample { return s.game(v, model, number) }) {
			samples[one.inPlay] = append(samples[one.inPlay], one)
		}
		for seats := 2; seats <= rules.SeatCount; seats++ {
			fmt.Printf("%s, %d seats in play, ", form, seats)
			weights, err := learn(samples[seats], len(placement.FeatureNames()))
			if err != nil {
				return err
			}
			table[form].Strength[seats] = named(placement.FeatureNames(), weights)
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

// learn fits the weights of features to four fifths of the examples. It prints the mean loss
// of these examples and the mean loss of the other examples.
func learn[E example](examples []E, features int) ([]float64, error) {
	others := len(examples) / 5
	if len(examples)-others < batchSize {
		return nil, fmt.Errorf("%d positions are too few for a fit; play more games (-games)", len(examples))
	}
	weights := fit(examples[others:], features)
	fmt.Printf("%d positions: loss %.4f, loss on positions not used for the fit %.4f\n",
		len(examples), loss(examples[others:], weights), loss(examples[:others], weights))
	return weights, nil
}

const (
	tableBits   = 14
	randomOneIn = 40 // one in this many moves is random, so that unusual positions occur
	sampleOneIn = 5  // one in this many positions is used as a sample, because consecutive positions are alike
)

// game plays one game and returns some positions in which at least two seats are in play.
func (s *settings) game(v rules.Variant, model *placement.Model, number uint64) []sample {
	samples, end := selfPlay(s, v, number, func(p *rules.Position, _ bot.Choice) []sample {
		return []sample{newSample(v, model, p)}
	})
	if !end.Over() {
		v.End(end, rules.ByAgreement)
	}
	places := rules.Places(v.Facts(), end)
	for i := range samples {
		samples[i].setPlaces(places)
	}
	return samples
}

// selfPlay plays a game of the engine against itself. For some positions, selected at random, it
// calls `take` with the position and the choice of the engine; the choice has no nodes if the
// action was random. It returns all results of `take` and the last position.
func selfPlay[S any](
	s *settings,
	v rules.Variant,
	number uint64,
	take func(*rules.Position, bot.Choice) []S,
) (samples []S, end *rules.Position) {
	g := match.Opening(v, s.seed, number)
	dice := rand.New(rand.NewPCG(s.seed, number<<1|1))
	searcher := bot.NewSearcher(tableBits)
	for ply := 0; ply < s.plies && !g.Position.Over(); ply++ {
		taken := dice.IntN(sampleOneIn) == 0
		var chosen bot.Choice
		if rules.ByLot(v, &g.Position) || dice.IntN(randomOneIn) == 0 {
			legal := v.Legal(&g.Position, nil)
			chosen.Action = legal[dice.IntN(len(legal))]
		} else {
			limits := bot.Limits{Nodes: s.nodes/2 + dice.IntN(s.nodes), Seed: dice.Uint64()}
			chosen = searcher.Choose(context.Background(), g, limits)
		}
		if taken {
			samples = append(samples, take(&g.Position, chosen)...)
		}
		if _, err := g.Play(chosen.Action); err != nil {
			panic(err) // cannot happen: the engine plays legal moves
		}
	}
	return samples, &g.Position
}
