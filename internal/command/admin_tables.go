package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"quadrille/internal/club"
	"quadrille/internal/lobby"
	"quadrille/internal/table"
)

// court is the caller's way to decide about tables.
func (r *request) court() *lobby.Court {
	return &lobby.Court{House: r.House, By: r.Player, Arbiter: r.Arbiter}
}

// adminOnTables are the commands on tables.
func (r *request) adminOnTables() []*cobra.Command {
	return []*cobra.Command{r.adminClose(), r.adminAdjudicate(), r.adminUnseat(), r.adminVoid(), r.adminRestore()}
}

// toTable is a command that does something to a table, with a reason, and says so.
func (r *request) toTable(use, short string, words int, do func(cmd *cobra.Command, t *table.Table, args []string, reason string) (done string, err error)) *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use:   use + " --reason WHY",
		Short: short,
		Args:  between(words, words),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := r.find(cmd, args[0])
			switch {
			case err != nil:
				return err
			case reason == "":
				return club.ErrNoReason
			}
			done, err := do(cmd, t, args[1:], reason)
			if err == nil {
				fmt.Fprintln(r.Out, done)
			}
			return err
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "")
	return c
}

func (r *request) adminClose() *cobra.Command {
	return r.toTable("close TABLE", "end a table; a game that is on there counts for nothing", 1,
		func(cmd *cobra.Command, t *table.Table, _ []string, reason string) (string, error) {
			return r.court().Close(cmd.Context(), t, reason)
		})
}

func (r *request) adminAdjudicate() *cobra.Command {
	c := r.toTable("adjudicate TABLE RESULT", "end a game: RESULT is draw, void, or the seats that have it", 2,
		func(cmd *cobra.Command, t *table.Table, args []string, reason string) (string, error) {
			return r.court().Adjudicate(cmd.Context(), t, args[0], reason)
		})
	c.Long = lobby.ResultHelp
	return c
}

func (r *request) adminUnseat() *cobra.Command {
	return r.toTable("unseat TABLE NAME", "make somebody stand up before a game begins", 2,
		func(cmd *cobra.Command, t *table.Table, args []string, reason string) (string, error) {
			return r.court().Unseat(cmd.Context(), t, args[0], reason)
		})
}

func (r *request) adminVoid() *cobra.Command {
	return r.toTable("void TABLE", "a game that is over does not count any more; ratings are made anew", 1, r.judge(false))
}

func (r *request) adminRestore() *cobra.Command {
	return r.toTable("restore TABLE", "a game that was voided counts again; ratings are made anew", 1, r.judge(true))
}

func (r *request) judge(counts bool) func(*cobra.Command, *table.Table, []string, string) (string, error) {
	return func(cmd *cobra.Command, t *table.Table, _ []string, reason string) (string, error) {
		return r.court().Judge(cmd.Context(), t, counts, reason)
	}
}
