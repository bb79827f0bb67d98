package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"quadrille/internal/lobby"
	"quadrille/internal/table"
	"quadrille/rules"
)

func (r *request) watch() *cobra.Command {
	var key string
	c := &cobra.Command{
		Use:   "watch N [--password PASSWORD]",
		Short: "looks on at a table; without a terminal, a line for each action",
		Args:  between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := r.enter(cmd, args[0], key)
			if err != nil {
				return err
			}
			if r.Terminal {
				r.open = &Open{Table: t.View().ID, Seat: rules.NoSeat}
				return nil
			}
			return r.follow(cmd, t)
		},
	}
	password(c, &key)
	return c
}

// follow prints the actions as they happen, and the result.
func (r *request) follow(cmd *cobra.Command, t *table.Table) error {
	watcher := t.Watch(r.Player)
	defer watcher.Close()
	printed := 0
	for {
		v, ok := watcher.Take(cmd.Context())
		if !ok {
			return errGone
		}
		for ; printed < len(v.Moves); printed++ {
			if _, err := fmt.Fprintln(r.Out, actionLine(v, v.Moves[printed])); err != nil {
				return err
			}
		}
		if v.Phase == table.Finished {
			_, err := fmt.Fprintln(r.Out, lobby.ResultLine(v))
			return err
		}
	}
}

// actionLine is "17 silver j1-k3 Nk3": number, who acted, plain notation and the
// game's own.
func actionLine(v *table.View, m table.MoveView) string {
	facts := v.Variant.Facts()
	line := fmt.Sprintf("%d %s %s %s", m.Number, facts.SeatName(m.By), m.Plain, m.Text)
	for _, seat := range m.Passed {
		line += fmt.Sprintf(" (%s passes)", facts.SeatName(seat))
	}
	return line
}
