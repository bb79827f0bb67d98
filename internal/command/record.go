package command

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// actionsPerLine is two rounds.
const actionsPerLine = 8

func (r *request) record() *cobra.Command {
	return &cobra.Command{
		Use:   "record N",
		Short: "the game of a table in plain notation, as replay reads it",
		Args:  between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := r.find(cmd, args[0])
			if err != nil {
				return err
			}
			_, err = r.Out.Write(recordOf(t.View()))
			return err
		},
	}
}

// recordOf is what is known of the game as comments, and its actions.
func recordOf(v *table.View) []byte {
	var b bytes.Buffer
	facts := v.Variant.Facts()
	fmt.Fprintf(&b, "# %s, table %d\n# variant %s\n", facts.Title, v.ID, v.Terms.Game)
	for _, name := range slices.Sorted(maps.Keys(v.Terms.Options)) {
		fmt.Fprintf(&b, "# option %s=%s\n", name, v.Terms.Options[name])
	}
	fmt.Fprintf(&b, "# clock %s\n", v.Terms.Clock)
	for seat, view := range v.Seats {
		if !view.Closed && view.Player.ID != "" {
			fmt.Fprintf(&b, "# %s %s\n", facts.Seats[seat], player.Shown(view.Player.Name, nameCells))
		}
	}
	if v.Phase == table.Finished {
		fmt.Fprintf(&b, "# %s\n", resultLine(v))
	}
	for i, m := range v.Moves {
		end := " "
		if (i+1)%actionsPerLine == 0 || i == len(v.Moves)-1 {
			end = "\n"
		}
		b.WriteString(m.Plain + end)
	}
	return b.Bytes()
}
