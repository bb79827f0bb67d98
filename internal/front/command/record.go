package command

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"quadrille/internal/records"
	"quadrille/internal/setup"
)

func (r tableCommands) record(c *cobra.Command) {
	var format string
	c.RunE = func(cmd *cobra.Command, args []string) error {
		t, err := r.find(cmd, args[0])
		if err != nil {
			return err
		}
		text, err := records.Record(t.View(), format)
		if err != nil {
			return err
		}
		_, err = io.WriteString(r.Out, text)
		return err
	}
	c.Flags().StringVar(&format, "format", records.PlainFormat, "")
}

// recordFormats lists the record formats of each game, apart from the plain format that
// every game has.
func recordFormats() string {
	lines := []string{"every game: " + records.PlainFormat}
	for _, game := range setup.GameNames() {
		if names := records.Formats(game)[1:]; len(names) > 0 {
			lines = append(lines, game+": "+strings.Join(names, ", "))
		}
	}
	return strings.Join(lines, "\n")
}
