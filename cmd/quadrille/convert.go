package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// convertCommand returns the command that converts records between notations.
func convertCommand() *cobra.Command {
	var of setting
	var from, to string
	c := &cobra.Command{
		Use:   "convert --variant NAME --from FORMAT --to FORMAT [FILE]",
		Short: "Convert a game record to another format",
		Long:  "Convert a game record to another format. Without FILE, read standard input.",
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
			return of.convert(c.OutOrStdout(), c.ErrOrStderr(), record, from, to)
		},
	}
	of.gameFlags(c)
	c.Flags().StringVar(&from, "from", "plain", "the format of the input record")
	c.Flags().StringVar(&to, "to", "plain", "the format to write")
	return c
}

// convert converts a record. It reads the whole record before it writes anything, so it
// prints nothing if the record is invalid.
func (s *setting) convert(out, warn io.Writer, record io.Reader, from, to string) error {
	options, err := s.given()
	if err != nil {
		return err
	}
	def, err := s.offer()
	if err != nil {
		return err
	}
	reader, err := def.Format(from)
	if err != nil {
		return err
	}
	writer, err := def.Format(to)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(record)
	if err != nil {
		return err
	}
	r, warnings, err := reader.Read(string(text), options)
	if err != nil {
		return err
	}
	for _, w := range warnings {
		fmt.Fprintln(warn, "warning:", w)
	}
	written, err := writer.Write(r)
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, written)
	return err
}
