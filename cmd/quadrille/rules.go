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
	root.AddCommand(perftCommand(), replayCommand(), convertCommand())
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
	g, effects, err := rules.ParsePosition(text, variants.New, s.variant, options)
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
	c := &cobra.Command{
		Use:   "replay --variant NAME [flags] [FILE]",
		Short: "Replay a record in plain notation; print a JSON line for each action",
		Long:  "Replay a record in plain notation; print a JSON line for each action. Without\nFILE, read standard input.",
		Args:  words(0, 1),
		RunE: func(c *cobra.Command, args []string) error {
			g, effects, err := from.game(c.InOrStdin())
			if err != nil {
				return err
			}
			name := "-"
			if len(args) == 1 {
				name = args[0]
			}
			record, err := openInput(c.InOrStdin(), name)
			if err != nil {
				return err
			}
			defer record.Close()
			return replay(c.OutOrStdout(), record, g, effects)
		},
	}
	from.flags(c)
	return c
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
