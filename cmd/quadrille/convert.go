package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"quadrille/rules"
)

// convertCommand returns the command that converts records between notations.
func convertCommand() *cobra.Command {
	var of setting
	var from, to string
	c := &cobra.Command{
		Use:   "convert --variant NAME --from FORMAT --to FORMAT [FILE]",
		Short: "Convert a game record or a position to another format",
		Long: "Convert a game record or a position to another format.\n" +
			"Without FILE, read standard input. The format \"position\"\n" +
			"writes the last position of a game as position text.",
		Args: words(0, 1),
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
			return of.convert(streams{c.InOrStdin(), c.OutOrStdout(), c.ErrOrStderr()}, record, from, to)
		},
	}
	of.flags(c)
	c.Flags().StringVar(&from, "from", plainFormat, "the format of the input record")
	c.Flags().StringVar(&to, "to", plainFormat, "the format to write")
	return c
}

// streams are the standard streams of a command.
type streams struct {
	in        io.Reader
	out, warn io.Writer
}

// convert converts a record. It reads the whole record before it writes anything, so it
// prints nothing if the record is invalid.
func (s *setting) convert(std streams, record io.Reader, from, to string) error {
	def, err := s.offer()
	if err != nil {
		return err
	}
	writer, err := def.Format(to)
	if err != nil {
		return err
	}
	r, err := s.read(std, record, from)
	if err != nil {
		return err
	}
	written, err := writer.Write(r)
	if err != nil {
		return err
	}
	_, err = io.WriteString(std.out, written)
	return err
}

// read reads a record in one of the game's formats, and prints the warnings. A record in plain
// notation begins with the position of the flag --position, if there is one.
func (s *setting) read(std streams, record io.Reader, from string) (*rules.Record, error) {
	def, err := s.offer()
	if err != nil {
		return nil, err
	}
	options, err := s.given()
	if err != nil {
		return nil, err
	}
	reader, err := def.Format(from)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(record)
	if err != nil {
		return nil, err
	}
	if s.position != "" {
		if from != plainFormat {
			return nil, fmt.Errorf("--position goes with --from %s only: other records have their own first position", plainFormat)
		}
		g, _, err := s.game(std.in)
		if err != nil {
			return nil, err
		}
		r := &rules.Record{Variant: g.Variant, Start: &g.Position}
		return r, r.ReadPlain(string(text))
	}
	r, warnings, err := reader.Read(string(text), options)
	for _, w := range warnings {
		fmt.Fprintln(std.warn, "warning:", w)
	}
	return r, err
}

// plainFormat is the name of plain notation as a format of records.
const plainFormat = "plain"
