// Fit computes the table of expected scores that the analysis of games uses. It lets the
// engine play against itself in each game, with each combination of the options that change
// how the game is played. It fits curves to the evaluations of the positions and the results
// of the games, and writes the curves to internal/service/analysis/expected/scores.json.
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
	"quadrille/internal/match"
	"quadrille/internal/service/analysis/expected"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// settings are the flags of the command.
type settings struct {
	games, nodes, plies, workers int
	seed                         uint64
	form, out                    string
}

func main() {
	var s settings
	flag.IntVar(&s.games, "games", 150, "number of games for each variant")
	flag.IntVar(&s.nodes, "nodes", 600, "positions searched for each move")
	flag.IntVar(&s.plies, "plies", 300, "stop a game after this many actions")
	flag.IntVar(&s.workers, "workers", runtime.NumCPU(), "number of games to play at the same time")
	flag.Uint64Var(&s.seed, "seed", 1, "random seed; the same seed gives the same games")
	flag.StringVar(&s.form, "form", "", "fit only forms whose names begin with this text; keep the other curves")
	flag.StringVar(&s.out, "o", "internal/service/analysis/expected/scores.json", "write the scores to this file")
	flag.Parse()
	if err := s.run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (s *settings) run() error {
	table := expected.Table{}
	if text, err := os.ReadFile(s.out); err == nil {
		if err := json.Unmarshal(text, &table); err != nil {
			return err
		}
	}
	for _, v := range variants.Forms() {
		form := rules.Form(v.Facts())
		if !strings.HasPrefix(form, s.form) {
			continue
		}
		table[form] = map[int]*expected.Curve{}
		for seats, samples := range s.play(v) {
			if len(samples) == 0 {
				continue
			}
			c := expected.Fit(samples)
			table[form][seats] = c
			fmt.Printf("%s, %d seats in play, %d positions\n", form, seats, len(samples))
			for _, b := range c.Bins(samples, 8) {
				fmt.Printf("  evaluation %+7d  expected %.2f  measured %.2f\n", b.Value, b.Expected, b.Measured)
			}
		}
		if err := write(s.out, table); err != nil {
			return err
		}
	}
	return nil
}

func write(file string, table expected.Table) error {
	text, err := json.MarshalIndent(table, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}

// play plays all games of one variant and returns their samples, grouped by the number of
// seats in play.
func (s *settings) play(v rules.Variant) (samples [rules.SeatCount + 1][]expected.Sample) {
	for _, one := range match.Examples(s.games, s.workers, func(number uint64) []sample { return s.game(v, number) }) {
		samples[one.seats] = append(samples[one.seats], one.Sample)
	}
	return samples
}

// sample is an [expected.Sample] with the number of seats in play in its position.
type sample struct {
	expected.Sample
	seats int
}

const (
	tableBits = 14
	weakLevel = 2 // level of the weak bot, which chooses the move in some of the positions; see weakOneIn
	weakOneIn = 8 // the weak bot chooses one in this many moves, so that evaluations of all sizes occur
)

// game plays one game and returns a sample of each position.
func (s *settings) game(v rules.Variant, number uint64) (samples []sample) {
	g := match.Opening(v, s.seed, number)
	dice := rand.New(rand.NewPCG(s.seed, number<<1|1))
	searcher := bot.NewSearcher(tableBits)
	var actors []rules.Seat // the seat to act in each sample
	for ply := 0; ply < s.plies && !g.Position.Over(); ply++ {
		p := &g.Position
		c := searcher.Choose(context.Background(), g, bot.Limits{Nodes: s.nodes, Seed: dice.Uint64()})
		samples = append(samples, sample{expected.Sample{Value: c.Value}, expected.SeatsInPlay(v, p)})
		actors = append(actors, v.Actor(p))
		if dice.IntN(weakOneIn) == 0 {
			c = searcher.Choose(context.Background(), g, bot.Level(weakLevel).Limits(v, dice.Uint64()))
		}
		if _, err := g.Play(c.Action); err != nil {
			panic(err) // cannot happen: the engine plays legal moves
		}
	}
	scores := match.SeatShares(v, &g.Position)
	for i, actor := range actors {
		samples[i].Score = scores[actor]
	}
	return samples
}
