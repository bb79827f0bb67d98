package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"quadrille/internal/match"
	"quadrille/internal/player"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// matchFlags are the flags of the match command.
type matchFlags struct {
	game, test string
	options    []string
	sure       float64
	quiet      bool
}

func matchCommand() *cobra.Command {
	var f matchFlags
	m := match.Match{}
	c := &cobra.Command{
		Use:   "match A B [--game GAME] [--games N]",
		Short: "Play two engines against each other until one is clearly better",
		Long: "Play two engines against each other until one is clearly better.\n\n" +
			"An engine is one of:\n" + match.EngineHelp + ".\n" +
			"A program speaks the JSON API (docs/api.md) on its standard input and output. It\n" +
			"is started once for each game and plays at table 1.\n\n" +
			"Each opening is played several times, so that each engine has each seat equally\n" +
			"often: two times in teams, six in a free-for-all, four with --alone. The match\n" +
			"ends when the test decides whether A's share of the points is the low or the\n" +
			"high one of --test, or after --games.",
		Args: words(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.settle(&m, args); err != nil {
				return err
			}
			ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
			defer stop() // an interrupted match still prints its score
			return f.play(ctx, &m, player.Escaping(cmd.OutOrStdout()), player.Escaping(cmd.ErrOrStderr()))
		},
	}
	c.Flags().StringVar(&f.game, "game", variants.All()[0].Name, "the game")
	c.Flags().StringArrayVar(&f.options, "option", nil, "an option of the game, like NAME=VALUE; may be repeated")
	c.Flags().BoolVar(&m.Alone, "alone", false, "in a free-for-all, one A plays three B, instead of two and two")
	c.Flags().IntVar(&m.Games, "games", 400, "maximum number of games; each opening is played to its end")
	c.Flags().IntVar(&m.Plies, "plies", 240, "cut a game after this many actions and score it by material")
	c.Flags().StringVar(&f.test, "test", "50:55", "the two shares of points that the test distinguishes, in percent")
	c.Flags().Float64Var(&f.sure, "sure", 99, "confidence that the test must reach, in percent")
	c.Flags().Uint64Var(&m.Seed, "seed", 1, "seed of openings and engines")
	c.Flags().IntVar(&m.Workers, "workers", runtime.GOMAXPROCS(0), "concurrent games")
	c.Flags().BoolVar(&f.quiet, "quiet", false, "print only the result")
	return c
}

// settle fills in the match from the flags and arguments.
func (f *matchFlags) settle(m *match.Match, args []string) (err error) {
	given := map[string]string{}
	for _, o := range f.options {
		name, value, found := strings.Cut(o, "=")
		if !found {
			return fmt.Errorf("%q is not an option: write it like NAME=VALUE", o)
		}
		given[name] = value
	}
	if m.Variant, err = variants.New(f.game, given); err != nil {
		return err
	}
	if m.Alone && m.Variant.Facts().Teams() {
		return fmt.Errorf("--alone needs a free-for-all; %s is played in teams", m.Variant.Facts().Title)
	}
	start := m.Variant.Start()
	for seat := range rules.Seat(rules.SeatCount) {
		if start.State[seat] == rules.Eliminated {
			return errors.New("a match needs four seats: choose options that keep all four in play")
		}
	}
	if m.A, err = match.ParseEngine(args[0]); err != nil {
		return err
	}
	if m.B, err = match.ParseEngine(args[1]); err != nil {
		return err
	}
	if least := m.MinGames(); m.Games < least {
		return fmt.Errorf("one opening takes %d games: --games must be at least %d, not %d", least, least, m.Games)
	}
	if m.Plies < 1 {
		return fmt.Errorf("--plies must be 1 or more, not %d", m.Plies)
	}
	m.Test, err = f.parseTest()
	return err
}

func (f *matchFlags) parseTest() (match.Test, error) {
	low, high, _ := strings.Cut(f.test, ":")
	l, err1 := strconv.ParseFloat(low, 64)
	h, err2 := strconv.ParseFloat(high, 64)
	switch {
	case err1 != nil || err2 != nil || l < 0 || h > 100 || l >= h:
		return match.Test{}, fmt.Errorf("%q is not a test: write two shares in percent, the low one first, like 50:55", f.test)
	case f.sure < 51 || f.sure > 99.99:
		return match.Test{}, fmt.Errorf("--sure must be from 51 to 99.99 percent, not %v", f.sure)
	}
	return match.Test{Low: l / 100, High: h / 100, Error: 1 - f.sure/100}, nil
}

func (f *matchFlags) play(ctx context.Context, m *match.Match, out, errs io.Writer) error {
	m.Fault = func(engine string, why error) { fmt.Fprintf(errs, "%s lost a game: %v\n", engine, why) }
	if !f.quiet {
		m.Progress = func(s match.Score, _ match.Decision) {
			if s.Openings%10 == 0 {
				fmt.Fprintf(errs, "%s, ratio %.2f\n", &s, m.Test.Ratio(&s))
			}
		}
	}
	score, decision, err := m.Run(ctx)
	if err != nil {
		return err
	}
	form := strings.Join(append([]string{m.Variant.Facts().Title}, f.options...), " ")
	meet := "%s against %s at %s: %s\n"
	if m.Alone {
		meet = "one %s against three %s at %s: %s\n"
	}
	fmt.Fprintf(out, meet, m.A.Name, m.B.Name, form, &score)
	low, high, sure := 100*m.Test.Low, 100*m.Test.High, 100*(1-m.Test.Error)
	switch decision {
	case match.IsHigh:
		fmt.Fprintf(out, "sure at %.4g %%: rather %.4g %% than %.4g %%\n", sure, high, low)
	case match.IsLow:
		fmt.Fprintf(out, "sure at %.4g %%: rather %.4g %% than %.4g %%\n", sure, low, high)
	default:
		fmt.Fprintf(out, "not sure whether %.4g %% or %.4g %%: ratio %.2f, play more games\n", low, high, m.Test.Ratio(&score))
	}
	if ctx.Err() != nil {
		return errors.New("the match was interrupted; this is its score so far")
	}
	return nil
}
