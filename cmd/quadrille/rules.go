package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"quadrille/rules"
	"quadrille/rules/variants"
)

// maxDepth is the maximum depth of perft. It keeps a typing error from making perft run
// forever.
const maxDepth = 20

// setting describes how a game starts, as the flags specify.
type setting struct {
	variant  string
	options  []string
	position string
}

// addRules adds the commands that need only the rules and no server.
func addRules(root *cobra.Command) {
	root.AddCommand(gamesCommand(), perftCommand(), replayCommand(), convertCommand())
}

func (s *setting) flags(c *cobra.Command) {
	s.gameFlags(c)
	c.Flags().StringVar(&s.position, "position", "", "a file with the first position, or - for standard input")
}

func (s *setting) gameFlags(c *cobra.Command) {
	c.Flags().StringVar(&s.variant, "variant", "", "the game, like "+variants.All()[0].Name)
	c.Flags().StringArrayVar(&s.options, "option", nil, "an option of the game, NAME=VALUE; may be repeated")
}

// game returns the game that the flags describe, and what [rules.Variant.Settle] changed in
// its start position.
func (s *setting) game(in io.Reader) (*rules.Game, rules.Effects, error) {
	options, err := s.given()
	if err != nil {
		return nil, rules.Effects{}, err
	}
	if s.position == "" {
		def, err := s.offer()
		if err != nil {
			return nil, rules.Effects{}, err
		}
		v, err := def.New(options)
		if err != nil {
			return nil, rules.Effects{}, err
		}
		g, effects := rules.NewGameFrom(v, v.Start())
		return g, effects, nil
	}
	text, err := openInput(in, s.position)
	if err != nil {
		return nil, rules.Effects{}, err
	}
	defer text.Close()
	g, effects, err := variants.ReadPosition(text, s.variant, options)
	if err != nil {
		return nil, effects, fmt.Errorf("%s: %w", s.position, err)
	}
	return g, effects, nil
}

// offer returns the definition of the game that the flags name.
func (s *setting) offer() (rules.Definition, error) {
	def, err := variants.Find(s.variant)
	if s.variant == "" {
		err = fmt.Errorf("--variant is missing: %w", err)
	}
	return def, err
}

// given returns the options that the flags specify, by name.
func (s *setting) given() (map[string]string, error) {
	options := map[string]string{}
	for _, o := range s.options {
		name, value, found := strings.Cut(o, "=")
		if !found {
			return nil, fmt.Errorf("--option %s: write NAME=VALUE", o)
		}
		options[name] = value
	}
	return options, nil
}

func openInput(in io.Reader, name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(in), nil
	}
	return os.Open(name)
}

func gamesCommand() *cobra.Command {
	var forms bool
	c := &cobra.Command{
		Use:   "games [flags]",
		Short: "List the games",
		Long: "List the names of the games. With --forms, list each game with each combination\n" +
			"of the options that change how it is played, and whether it has teams.",
		Args: words(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			for _, line := range gameLines(forms) {
				if _, err := fmt.Fprintln(c.OutOrStdout(), line); err != nil {
					return err
				}
			}
			return nil
		},
	}
	c.Flags().BoolVar(&forms, "forms", false, "list each combination of options, such as NAME OPTION=VALUE")
	return c
}

// gameLines returns the names of the games, or a line for each form of each game. A form is
// written with the options that do not have their default.
func gameLines(forms bool) (lines []string) {
	if !forms {
		return variants.Names()
	}
	for _, v := range variants.Forms() {
		line := v.Facts().Name
		for _, o := range v.Facts().ChosenOptions() {
			line += " " + o.Name + "=" + o.Value
		}
		kind := "free-for-all"
		if v.Facts().Teams() {
			kind = "teams"
		}
		lines = append(lines, line+"\t"+kind)
	}
	return lines
}

func perftCommand() *cobra.Command {
	var from setting
	var moves string
	var divide bool
	c := &cobra.Command{
		Use:   "perft --variant NAME [flags] DEPTH",
		Short: "Count the leaf positions at a depth",
		Args:  words(1, 1),
		RunE: func(c *cobra.Command, args []string) error {
			depth, err := strconv.Atoi(args[0])
			if err != nil || depth < 0 || depth > maxDepth {
				return fmt.Errorf("depth %q: write a number from 0 to %d", args[0], maxDepth)
			}
			g, _, err := from.game(c.InOrStdin())
			if err != nil {
				return err
			}
			if err := rules.PlayRecord(g, rules.SplitRecord(moves)); err != nil {
				return err
			}
			return perft(c.OutOrStdout(), g, depth, divide)
		},
	}
	from.flags(c)
	c.Flags().StringVar(&moves, "moves", "", `actions to play first, in plain notation: "a b c"`)
	c.Flags().BoolVar(&divide, "divide", false, "also print how many sequences begin with each first action")
	return c
}

func perft(out io.Writer, g *rules.Game, depth int, divide bool) error {
	v, p := g.Variant, &g.Position
	if divide && depth > 0 {
		var lines []string
		for _, a := range v.Legal(p, nil) {
			after := g.Clone()
			if _, err := after.Play(a); err != nil {
				return err
			}
			lines = append(lines, fmt.Sprintf("%s %d", rules.Plain(v.Facts(), rules.NoSeat, a), after.Perft(depth-1)))
		}
		slices.Sort(lines)
		for _, line := range lines {
			if _, err := fmt.Fprintln(out, line); err != nil {
				return err
			}
		}
	}
	_, err := fmt.Fprintln(out, g.Perft(depth))
	return err
}

func replayCommand() *cobra.Command {
	var from setting
	var format string
	c := &cobra.Command{
		Use:   "replay --variant NAME [flags] [FILE]",
		Short: "Replay a record; print a JSON line for each action",
		Long:  "Replay a record; print a JSON line for each action. Without FILE, read standard\ninput.",
		Args:  words(0, 1),
		RunE: func(c *cobra.Command, args []string) error {
			name := "-"
			if len(args) == 1 {
				name = args[0]
			}
			record, err := openInput(c.InOrStdin(), name)
			if err != nil {
				return err
			}
			defer record.Close()
			if format != plainFormat {
				return from.replayRecord(streams{c.InOrStdin(), c.OutOrStdout(), c.ErrOrStderr()}, record, format)
			}
			g, effects, err := from.game(c.InOrStdin())
			if err != nil {
				return err
			}
			return replay(c.OutOrStdout(), record, g, effects)
		},
	}
	from.flags(c)
	c.Flags().StringVar(&format, "from", plainFormat, "the format of the record")
	return c
}

// replayRecord replays a record in another format than plain notation.
func (s *setting) replayRecord(std streams, record io.Reader, format string) error {
	r, err := s.read(std, record, format)
	if err != nil {
		return err
	}
	def, err := s.offer()
	if err != nil {
		return err
	}
	plain, err := def.Format(plainFormat)
	if err != nil {
		return err
	}
	text, err := plain.Write(r)
	if err != nil {
		return err
	}
	g, effects := r.Begin()
	return replay(std.out, strings.NewReader(text), g, effects)
}

// replay replays a record and prints a line for each ply, up to the first illegal action.
func replay(out io.Writer, record io.Reader, g *rules.Game, effects rules.Effects) (err error) {
	text, err := io.ReadAll(record)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(out)
	defer func() {
		if flushed := w.Flush(); err == nil {
			err = flushed
		}
	}()
	lines := json.NewEncoder(w)
	lines.SetEscapeHTML(false)
	if err := lines.Encode(rules.TraceStart(g, effects)); err != nil {
		return err
	}
	for i, word := range rules.SplitRecord(string(text)) {
		line, err := rules.TracePlay(g, i+1, word)
		if err != nil {
			return fmt.Errorf("ply %d: %s: %w", i+1, word, err)
		}
		if err := lines.Encode(line); err != nil {
			return err
		}
	}
	return nil
}
