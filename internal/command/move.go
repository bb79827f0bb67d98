package command

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"quadrille/internal/lobby"
	"quadrille/internal/table"
	"quadrille/internal/table/play"
)

// moveHelp tells programs how to be sure.
const moveHelp = `ACTION is written plainly (m7-k7, b5-a5=Q, army:gold, resign, draw:claim) or in
the game's own notation. The answer is the line that watch prints, once the
action is kept for good.

If no answer came, repeat the command: with one of these nothing is played twice.
  --after K   the number of the last action that you saw, 0 before the first: what
              does not answer it is refused, and what was played already is
              answered again
  --id ID     a word of your own for this one action: letters, digits and . _ : -`

func (r tableCommands) move(c *cobra.Command) {
	var after, id string
	c.RunE = func(cmd *cobra.Command, args []string) error {
		t, err := r.find(cmd, args[0])
		if err != nil {
			return err
		}
		m := play.Move{By: r.Player, Text: args[1], ID: id, After: -1}
		if cmd.Flags().Changed("after") {
			if m.After, err = number(after); err != nil {
				return err
			}
			if n := len(t.View().Moves); m.After > n {
				return fmt.Errorf("table %s has had %d actions: --after is that at most", args[0], n)
			}
		}
		if cmd.Flags().Changed("id") && !goodID(id) {
			return fmt.Errorf("%.40q cannot name an action: --id takes up to %d letters, digits and . _ : -", id, table.MaxCommandID)
		}
		played, err := play.Text(cmd.Context(), t, m)
		if err != nil {
			return err
		}
		return r.tellPlayed(played)
	}
	c.Flags().StringVar(&after, "after", "", "")
	c.Flags().StringVar(&id, "id", "", "")
}

func number(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%.40q is not the number of an action: --after takes the number that watch prints, 0 before the first", text)
	}
	return n, nil
}

func goodID(id string) bool {
	return id != "" && len(id) <= table.MaxCommandID && !strings.ContainsFunc(id, func(c rune) bool {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		return !letter && !strings.ContainsRune("._:-", c)
	})
}

// tellPlayed prints an action, and the result if there is one. A resignation that a
// partner has to agree to is none yet (G5).
func (r tableCommands) tellPlayed(p play.Result) error {
	if p.Number == 0 {
		_, err := fmt.Fprintln(r.Out, "proposed resign: your partner has to agree to it")
		return err
	}
	if _, err := fmt.Fprintln(r.Out, actionLine(p.View, p.View.Moves[p.Number-1])); err != nil || p.View.Phase != table.Finished {
		return err
	}
	_, err := fmt.Fprintln(r.Out, lobby.ResultLine(p.View))
	return err
}
