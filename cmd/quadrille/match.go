package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
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

// matchFlags are the flags of the command "match".
type matchFlags struct {
	game, test string
	options    []string
	sure       float64
	quiet      bool
	gauntlet   bool
	together   bool
	position   string
	openings   string
	win, draw  string
	log        string
	engines    []match.Maker
}

func matchCommand() *cobra.Command {
	var f matchFlags
	m := match.Match{}
	c := &cobra.Command{
		Use:   "match A B [MORE...] [--game GAME] [--games N]",
		Short: "Play engines against each other until one is clearly better",
		Long: "Play engines against each other until one is clearly better.\n\n" +
			"An engine is one of:\n" + match.EngineHelp + ".\n" +
			match.MethodHelp + "\n" +
			"A program speaks the JSON API (docs/api.md) on its standard input and output. It\n" +
			"is started once for each game and plays at table 1.\n\n" +
			"Each opening is played several times, so that each engine has each seat equally\n" +
			"often: two times in teams, six in a free-for-all, four with --alone. The match\n" +
			"ends after --games games, or once the test is sure which of the two percentages\n" +
			"in --test is closer to the score of engine A. With more than two engines, each\n" +
			"pair plays a match, and a table shows the score of each pair in percent, with\n" +
			"95 % Wilson intervals.\n" +
			"With --together, four engines play each game, and --test has no effect.",
		Args: words(2, maxEngines),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.configure(&m, args); err != nil {
				return err
			}
			ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
			defer stop() // an interrupted match still prints its score
			return f.playAll(ctx, &m, player.Escaping(cmd.OutOrStdout()), player.Escaping(cmd.ErrOrStderr()))
		},
	}
	c.Flags().StringVar(&f.game, "game", variants.All()[0].Name, "the game")
	c.Flags().StringArrayVar(&f.options, "option", nil, "an option of the game, like NAME=VALUE; may be repeated")
	c.Flags().BoolVar(&m.Alone, "alone", false, "in a free-for-all, engine A has one seat and engine B the other three")
	c.Flags().IntVar(&m.Games, "games", 400, "maximum number of games; rounded down so that each opening is played in full")
	c.Flags().IntVar(&m.Plies, "plies", 240, "stop a game after this many actions and score it by material")
	c.Flags().StringVar(&f.test, "test", "50:55", "LOW:HIGH, in percent; stop when A's score is clearly closer to one of them")
	c.Flags().Float64Var(&f.sure, "sure", 99, "confidence that the test must reach, in percent")
	c.Flags().Uint64Var(&m.Seed, "seed", 1, "random seed for the openings and the engines")
	c.Flags().IntVar(&m.Workers, "workers", runtime.GOMAXPROCS(0), "concurrent games")
	c.Flags().BoolVar(&f.quiet, "quiet", false, "print only the result")
	c.Flags().BoolVar(&f.gauntlet, "gauntlet", false, "the first engine plays all others; the others do not play each other")
	c.Flags().BoolVar(&f.together, "together", false, "in a free-for-all, four engines play each game with one seat each")
	c.Flags().StringVar(&f.position, "position", "", "file with the position from which all games begin")
	c.Flags().StringVar(&f.openings, "openings", "", "file with an opening in each line, in plain notation")
	c.Flags().StringVar(&f.win, "adjudicate-win", "", "15:8 means: a team wins after a lead of 15 pawns for 8 plies")
	c.Flags().StringVar(&f.draw, "adjudicate-draw", "", "0.2:40 means: a team game is drawn if no lead exceeds 0.2 pawns for 40 plies")
	c.Flags().BoolVar(&m.Adjudication.FirstMate, "first-mate", false, "in a team game, the first checkmate decides who wins")
	c.Flags().
		IntVar(&m.TableEntries, "table", match.DefaultTableEntries, "entries of a built-in engine's transposition table, 16 bytes each")
	c.Flags().StringVar(&f.log, "log", "", "file for the records of all games, with each move's evaluation and depth")
	return c
}

// maxEngines is the maximum number of engines in one run, and maxWorkers of games at the same
// time. maxTable limits the memory of an engine: it is the maximum number of entries in its
// transposition table.
const (
	maxEngines = 16
	maxWorkers = 1024
	maxTable   = 1 << 26
)

// configure sets the fields of the match from the flags and arguments.
func (f *matchFlags) configure(m *match.Match, args []string) (err error) {
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
	if err = f.readOpenings(m, given); err != nil {
		return err
	}
	if (m.Alone || f.together) && m.Variant.Facts().Teams() {
		return fmt.Errorf("--alone and --together need a free-for-all; %s is played in teams", m.Variant.Facts().Title)
	}
	if f.together && (m.Alone || f.gauntlet || len(args) != rules.SeatCount) {
		return fmt.Errorf("--together needs %d engines; leave out --alone and --gauntlet", rules.SeatCount)
	}
	start := m.Variant.Start()
	for seat := range rules.Seat(rules.SeatCount) {
		if !start.State[seat].MayAct() {
			return errors.New("a match needs four seats: choose options that keep all four in play")
		}
	}
	for _, name := range args {
		engine, err := match.ParseEngine(name)
		if err != nil {
			return err
		}
		f.engines = append(f.engines, engine)
	}
	m.Engines = f.engines
	if !f.together {
		m.Engines = f.engines[:2] // the first pair of engines; playPairs sets the other pairs
	}
	if least := m.MinGames(); m.Games < least {
		return fmt.Errorf("one opening takes %d games: --games must be at least %d, not %d", least, least, m.Games)
	}
	if m.Workers < 1 || m.Workers > maxWorkers {
		return fmt.Errorf("--workers must be from 1 to %d, not %d", maxWorkers, m.Workers)
	}
	if m.Plies < 1 {
		return fmt.Errorf("--plies must be 1 or more, not %d", m.Plies)
	}
	if m.TableEntries < 1 || m.TableEntries > maxTable {
		return fmt.Errorf("--table: a transposition table must have 1 to %d entries, not %d", maxTable, m.TableEntries)
	}
	if err = f.setAdjudication(m); err != nil {
		return err
	}
	m.Test, err = f.parseTest()
	return err
}

// readOpenings reads the files of --position and --openings. The options in a position file
// apply to the whole match.
func (f *matchFlags) readOpenings(m *match.Match, given map[string]string) error {
	start := rules.NewGame(m.Variant)
	if f.position != "" {
		file, err := os.Open(f.position)
		if err != nil {
			return fmt.Errorf("--position: %w", err)
		}
		defer file.Close()
		if start, _, err = variants.ReadPosition(file, f.game, given); err != nil {
			return fmt.Errorf("--position %s: %w", f.position, err)
		}
		if start.Position.Over() || start.Position.Out() != 0 {
			return fmt.Errorf("--position %s: a match needs four seats in play", f.position)
		}
		m.Variant, m.Openings.Start = start.Variant, start
	}
	if f.openings == "" {
		return nil
	}
	file, err := os.Open(f.openings)
	if err != nil {
		return fmt.Errorf("--openings: %w", err)
	}
	defer file.Close()
	if m.Openings.Lines, err = match.ReadOpenings(file, start); err != nil {
		return fmt.Errorf("--openings %s: %w", f.openings, err)
	}
	return nil
}

// setAdjudication reads --adjudicate-win and --adjudicate-draw, and refuses adjudication
// in a free-for-all.
func (f *matchFlags) setAdjudication(m *match.Match) (err error) {
	if (f.win+f.draw != "" || m.Adjudication.FirstMate) && !m.Variant.Facts().Teams() {
		return fmt.Errorf("adjudication needs teams; %s is a free-for-all", m.Variant.Facts().Title)
	}
	j := &m.Adjudication
	if j.WinValue, j.WinPlies, err = parseRule("--adjudicate-win", "15:8", f.win); err != nil {
		return err
	}
	j.DrawValue, j.DrawPlies, err = parseRule("--adjudicate-draw", "0.2:40", f.draw)
	return err
}

// parseRule parses a rule for ending games early: a value in pawns and a number of plies, such
// as "0.2:40". It returns the value in hundredths of a pawn.
func parseRule(flag, example, text string) (value, plies int, err error) {
	if text == "" {
		return 0, 0, nil
	}
	first, second, _ := strings.Cut(text, ":")
	pawns, err1 := strconv.ParseFloat(first, 64)
	plies, err2 := strconv.Atoi(second)
	if err1 != nil || err2 != nil || !(pawns > 0 && pawns < 1000) || plies < 1 {
		return 0, 0, fmt.Errorf("%s %q: write a lead in pawns and a number of plies, such as %s", flag, text, example)
	}
	return int(math.Round(100 * pawns)), plies, nil
}

func (f *matchFlags) parseTest() (match.Test, error) {
	low, high, _ := strings.Cut(f.test, ":")
	l, err1 := strconv.ParseFloat(low, 64)
	h, err2 := strconv.ParseFloat(high, 64)
	switch {
	case err1 != nil || err2 != nil || !(l >= 0 && l < h && h <= 100): // also refuses NaN
		return match.Test{}, fmt.Errorf("--test cannot be %q: write two percentages of the points, such as 50:55", f.test)
	case !(f.sure >= 51 && f.sure <= 99.99):
		return match.Test{}, fmt.Errorf("--sure must be from 51 to 99.99 percent, not %v", f.sure)
	}
	return match.Test{Low: l / 100, High: h / 100, Error: 1 - f.sure/100}, nil
}

// playAll plays a match between each pair of engines or, if `together` is set, between all.
func (f *matchFlags) playAll(ctx context.Context, m *match.Match, out, errs io.Writer) (err error) {
	if f.log != "" {
		file, err := os.Create(f.log)
		if err != nil {
			return fmt.Errorf("--log: %w", err)
		}
		defer file.Close()
		m.Log = match.NewLog(file)
	}
	if f.together {
		err = f.playTogether(ctx, m, out, errs)
	} else {
		err = f.playPairs(ctx, m, out, errs)
	}
	if err == nil && m.Log != nil {
		err = m.Log.Err()
	}
	return err
}

func (f *matchFlags) playPairs(ctx context.Context, m *match.Match, out, errs io.Writer) error {
	var names []string
	for _, e := range f.engines {
		names = append(names, e.Name)
	}
	table := match.NewCrossTable(names)
	var err error
	games := 0
	for i := range f.engines {
		for j := i + 1; j < len(f.engines) && (i == 0 || !f.gauntlet) && err == nil; j++ {
			m.Engines = []match.Maker{f.engines[i], f.engines[j]}
			var score match.Score
			score, err = f.play(ctx, m, out, errs)
			table.Add(i, j, score)
			games += score.Games
		}
	}
	if len(f.engines) > 2 && games > 0 {
		fmt.Fprintf(out, "\nscore of the row engine against the column engine in percent, with 95 %% Wilson intervals\n%s", table)
	}
	return err
}

// playTogether plays a match in which each engine has one seat, and prints each engine's
// share of the points.
func (f *matchFlags) playTogether(ctx context.Context, m *match.Match, out, errs io.Writer) error {
	scores, _, err := f.run(ctx, m, errs)
	if err != nil || scores[0].Games == 0 {
		return errors.Join(err, interrupted(ctx, &scores[0]))
	}
	fmt.Fprintf(
		out,
		"%s, %d games; share of each engine in the points, from 0 %% (always last) to 100 %% (always first):\n",
		m.Form(),
		scores[0].Games,
	)
	for i, e := range m.Engines {
		fmt.Fprintf(out, "%-20s  %s", e.Name, scores[i].Percent())
		if n := scores[i].Failed; n > 0 {
			fmt.Fprintf(out, ", games lost because the engine failed: %d", n)
		}
		fmt.Fprintln(out)
	}
	return interrupted(ctx, &scores[0])
}

// run plays a match, and prints its progress unless --quiet is set.
func (f *matchFlags) run(ctx context.Context, m *match.Match, errs io.Writer) ([]match.Score, match.Decision, error) {
	m.Fault = func(engine string, why error) { fmt.Fprintf(errs, "%s lost a game: %v\n", engine, why) }
	if !f.quiet {
		m.Progress = func(scores []match.Score) {
			switch s := &scores[0]; {
			case s.Openings%10 != 0:
			case f.together:
				fmt.Fprintf(errs, "%d games\n", s.Games)
			default:
				fmt.Fprintf(errs, "%s, ratio %.2f\n", s, m.Test.Ratio(s))
			}
		}
	}
	return m.Run(ctx)
}

func (f *matchFlags) play(ctx context.Context, m *match.Match, out, errs io.Writer) (match.Score, error) {
	scores, decision, err := f.run(ctx, m, errs)
	score := scores[0]
	if err != nil || score.Games == 0 {
		return score, errors.Join(err, interrupted(ctx, &score))
	}
	meet := "%s against %s at %s: %s\n"
	if m.Alone {
		meet = "one %s against three %s at %s: %s\n"
	}
	fmt.Fprintf(out, meet, m.Engines[0].Name, m.Engines[1].Name, m.Form(), &score)
	low, high, sure := 100*m.Test.Low, 100*m.Test.High, 100*(1-m.Test.Error)
	switch decision {
	case match.IsHigh:
		fmt.Fprintf(
			out,
			"the test decides, at %.4g %% confidence, that A's share of the points is closer to %.4g %% than to %.4g %%\n",
			sure,
			high,
			low,
		)
	case match.IsLow:
		fmt.Fprintf(
			out,
			"the test decides, at %.4g %% confidence, that A's share of the points is closer to %.4g %% than to %.4g %%\n",
			sure,
			low,
			high,
		)
	default:
		fmt.Fprintf(
			out,
			"undecided whether A's share of the points is %.4g %% or %.4g %% (log-likelihood ratio %.2f); play more games\n",
			low,
			high,
			m.Test.Ratio(&score),
		)
	}
	return score, interrupted(ctx, &score)
}

// interrupted returns an error if the match was interrupted.
func interrupted(ctx context.Context, s *match.Score) error {
	switch {
	case ctx.Err() == nil:
		return nil
	case s.Games == 0:
		return errors.New("the match was interrupted before the games of its first opening ended")
	}
	return errors.New("the match was interrupted; this is its score so far")
}
