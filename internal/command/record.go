package command

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"quadrille/internal/lobby"
)

func (r *request) record() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "record N [--format NAME]",
		Short: "the game of a table: in plain notation, as replay reads it, or in a format of the game's own",
		Long:  recordFormats(),
		Args:  between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := r.find(cmd, args[0])
			if err != nil {
				return err
			}
			text, err := lobby.Record(t.View(), format)
			if err != nil {
				return err
			}
			_, err = io.WriteString(r.Out, text)
			return err
		},
	}
	cmd.Flags().StringVar(&format, "format", lobby.PlainFormat, "")
	return cmd
}

// recordFormats lists the formats that games have besides the plain one.
func recordFormats() string {
	lines := []string{"every game: " + lobby.PlainFormat}
	for _, game := range gameNames() {
		if names := lobby.Formats(game)[1:]; len(names) > 0 {
			lines = append(lines, game+": "+strings.Join(names, ", "))
		}
	}
	return strings.Join(lines, "\n")
}
