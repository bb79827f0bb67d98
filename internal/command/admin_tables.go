package command

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"quadrille/internal/adjudication"
	"quadrille/internal/closer"
	"quadrille/internal/club"

	"quadrille/internal/table/live"
)

// court is the caller's way to decide about tables.
func (r *request) court() *adjudication.Adjudicator {
	return &adjudication.Adjudicator{Club: r.House, By: r.Player, Arbiter: r.Arbiter}
}

// adminOnTables are the commands on tables.
func (r *request) adminOnTables() []*cobra.Command {
	return []*cobra.Command{r.adminClose(), r.adminAdjudicate(), r.adminUnseat(), r.adminVoid(), r.adminRestore()}
}

// toTable is a command that does something to a table, with a reason, and says so.
func (r *request) toTable(use, short string, words int, do func(cmd *cobra.Command, t *live.Table, args []string, reason string) (done string, err error)) *cobra.Command {
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
	c := r.toTable("close TABLE", "end a table; a game that is on there counts for nothing", 1,
		func(cmd *cobra.Command, t *live.Table, _ []string, reason string) (string, error) {
			return r.court().Close(cmd.Context(), t, reason)
		})
	c.Use = "close TABLE|--account NAME|--address RANGE --reason WHY"
	c.Short = "end a table, or all of an account or an address; games that are on there count for nothing"
	c.Long = "--account NAME: the tables of which that account is the host.\n" +
		"--address RANGE: those that were opened from an address or range, like 192.0.2.7 or 2001:db8::/48.\n" +
		"A ban closes the tables of an account or a range that wait for players by itself."
	var account, address string
	c.Flags().StringVar(&account, "account", "", "")
	c.Flags().StringVar(&address, "address", "", "")
	one, oneArg := c.RunE, c.Args
	c.Args = func(cmd *cobra.Command, args []string) error {
		if account == "" && address == "" {
			return oneArg(cmd, args)
		}
		if account != "" && address != "" || len(args) > 0 {
			return errors.New("write one of TABLE, --account NAME and --address RANGE")
		}
		return nil
	}
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if account == "" && address == "" {
			return one(cmd, args)
		}
		return r.closeAll(cmd, account, address)
	}
	return c
}

// closeAll ends all tables of an account or an address.
func (r *request) closeAll(cmd *cobra.Command, account, address string) (err error) {
	var whose closer.Whose
	if account != "" {
		whose.Account, err = r.whose(cmd.Context(), account)
	} else {
		whose.Range, err = club.ParseRange(address)
	}
	if err != nil {
		return err
	}
	done, err := closer.CloseAll(cmd.Context(), r.Lobby, r.court(), whose, cmd.Flag("reason").Value.String())
	if err == nil {
		fmt.Fprintln(r.Out, done)
	}
	return err
}

func (r *request) adminAdjudicate() *cobra.Command {
	c := r.toTable("adjudicate TABLE RESULT", "end a game: RESULT is draw, void, or the seats that have it", 2,
		func(cmd *cobra.Command, t *live.Table, args []string, reason string) (string, error) {
			return r.court().Adjudicate(cmd.Context(), t, args[0], reason)
		})
	c.Long = adjudication.ResultHelp
	return c
}

func (r *request) adminUnseat() *cobra.Command {
	return r.toTable("unseat TABLE NAME", "make somebody stand up before a game begins", 2,
		func(cmd *cobra.Command, t *live.Table, args []string, reason string) (string, error) {
			return r.court().Unseat(cmd.Context(), t, args[0], reason)
		})
}

func (r *request) adminVoid() *cobra.Command {
	return r.toTable("void TABLE", "a game that is over does not count any more; ratings are made anew", 1, r.judge(false))
}

func (r *request) adminRestore() *cobra.Command {
	return r.toTable("restore TABLE", "a game that was voided counts again; ratings are made anew", 1, r.judge(true))
}

func (r *request) judge(counts bool) func(*cobra.Command, *live.Table, []string, string) (string, error) {
	return func(cmd *cobra.Command, t *live.Table, _ []string, reason string) (string, error) {
		return r.court().Judge(cmd.Context(), t, counts, reason)
	}
}
