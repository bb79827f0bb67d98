package command

import (
	"io"
	"strings"

	"quadrille/internal/records"
	"quadrille/internal/setup"
)

func (r tableCommands) record(c *call) {
	var format string
	c.run = func(args []string) error {
		t, err := r.find(args[0])
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
	c.StringVar(&format, "format", records.PlainFormat, "")
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
