package command

import (
	"fmt"
	"strconv"
	"strings"

	"quadrille/internal/present"
	"quadrille/internal/records"
	"quadrille/internal/table"
	"quadrille/internal/table/play"
)

func (r tableCommands) move(c *call) {
	var after, id string
	c.run = func(args []string) error {
		t, err := r.find(args[0])
		if err != nil {
			return err
		}
		m := play.Move{By: r.Player, Text: strings.Join(args[1:], " "), ID: id, After: -1}
		if c.Changed("after") {
			if m.After, err = number(after); err != nil {
				return err
			}
			if m.After > len(t.View().Moves) {
				if _, err := t.CatchUp(r.ctx); err != nil { // read new events first: the player may have seen them at another node
					return err
				}
			}
			if n := len(t.View().Moves); m.After > n {
				return fmt.Errorf("table %s has %s; --after cannot be more than that", args[0], present.Count(n, "move"))
			}
		}
		if c.Changed("id") && !goodID(id) {
			return fmt.Errorf("--id cannot be %.40q; write up to %d letters, digits and . _ : -", id, table.MaxCommandID)
		}
		played, err := play.Text(r.ctx, t, m)
		if err != nil {
			return err
		}
		return r.printPlayed(played)
	}
	c.StringVar(&after, "after", "", "")
	c.StringVar(&id, "id", "", "")
}

func number(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("--after cannot be %.40q; write the number of the last move, or 0 if none", text)
	}
	return n, nil
}

func goodID(id string) bool {
	return id != "" && len(id) <= table.MaxCommandID && !strings.ContainsFunc(id, func(c rune) bool {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		return !letter && !strings.ContainsRune("._:-", c)
	})
}

// printPlayed prints an action, and the result if the action ended the game. A resignation
// has no number until the partner accepts it.
func (r tableCommands) printPlayed(p play.Result) error {
	if p.Number == 0 {
		_, err := fmt.Fprintln(r.Out, present.For(p.View, present.Viewer{ID: r.Player.ID}).Proposal())
		return err
	}
	if _, err := fmt.Fprintln(r.Out, actionLine(p.View, p.View.Moves[p.Number-1])); err != nil || p.View.Phase != table.Finished {
		return err
	}
	_, err := fmt.Fprintln(r.Out, records.ResultLine(p.View))
	return err
}
