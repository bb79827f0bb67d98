package command

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// actionsPerLine is two rounds.
const actionsPerLine = 8

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
			text, err := recordIn(t.View(), format)
			if err != nil {
				return err
			}
			_, err = io.WriteString(r.Out, text)
			return err
		},
	}
	cmd.Flags().StringVar(&format, "format", plainFormat, "")
	return cmd
}

const plainFormat = "plain"

// recordFormats lists the formats that games have besides the plain one.
func recordFormats() string {
	lines := []string{"every game: " + plainFormat}
	for _, offer := range variants.All() {
		var names []string
		for _, f := range offer.Formats {
			names = append(names, f.Name)
		}
		if len(names) > 0 {
			lines = append(lines, offer.Name+": "+strings.Join(names, ", "))
		}
	}
	return strings.Join(lines, "\n")
}

// recordIn is the game of a table in a format that the game has.
func recordIn(v *table.View, name string) (string, error) {
	offer, err := variants.Find(v.Terms.Game)
	if err != nil {
		return "", err
	}
	format, err := offer.Format(name)
	switch {
	case err != nil:
		return "", err
	case name == plainFormat:
		return string(recordOf(v)), nil
	}
	return format.Write(documentOf(v))
}

// dayForm is the form of dates in records; all are in universal time.
const dayForm = "2006.01.02"

// documentOf is the game with the names and dates that the table knows.
func documentOf(v *table.View) *rules.Record {
	doc := &rules.Record{Variant: v.Variant}
	for seat, view := range v.Seats {
		doc.Names[seat] = player.ShownName(view.Player.Name, nameCells)
	}
	if !v.Began.IsZero() {
		doc.Date, doc.Started = v.Began.UTC().Format(dayForm), v.Began.UTC().Format(dayForm)
	}
	if v.Phase == table.Finished {
		doc.Ended = v.Ended.UTC().Format(dayForm)
	}
	for _, m := range v.Moves {
		doc.Actions = append(doc.Actions, m.Action)
	}
	return doc
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
	if v.Terms.Rated {
		fmt.Fprintf(&b, "# rated\n")
	}
	if !v.Began.IsZero() {
		fmt.Fprintf(&b, "# date %s\n", v.Began.UTC().Format(dayForm))
	}
	for seat, view := range v.Seats {
		if !view.Closed && view.Player.ID != "" {
			fmt.Fprintf(&b, "# %s %s\n", facts.Seats[seat], player.ShownName(view.Player.Name, nameCells))
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
