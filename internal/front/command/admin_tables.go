package command

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"quadrille/internal/service/adjudication"
	"quadrille/internal/service/closer"
	"quadrille/internal/service/club"

	"quadrille/internal/table/live"
)

func (r tableAdmin) adjudicator() *adjudication.Adjudicator {
	return &adjudication.Adjudicator{Club: r.Club, By: r.Player, Decider: r.Decider}
}

// onTable turns the function `do` into the [binding] of a command that requires a reason and
// whose first argument is a table number.
func onTable(do func(r tableAdmin, cmd *cobra.Command, t *live.Table, args []string, reason string) (done string, err error)) binding {
	return func(r *request, c *cobra.Command) {
		reason := c.Flags().String("reason", "", "")
		c.RunE = func(cmd *cobra.Command, args []string) error {
			t, err := r.find(cmd, args[0])
			switch {
			case err != nil:
				return err
			case *reason == "":
				return club.NoReason.Refuse()
			}
			done, err := do(tableAdmin{r}, cmd, t, args[1:], *reason)
			if err == nil {
				fmt.Fprintln(r.Out, done)
			}
			return err
		}
	}
}

const closeHelp = "--account NAME: close the tables that the account hosts.\n" +
	"--address RANGE: close tables opened from these addresses, like 2001:db8::/48.\n" +
	"A ban also closes the waiting tables of the banned account or range."

func (r tableAdmin) close(c *cobra.Command) {
	onTable(func(r tableAdmin, cmd *cobra.Command, t *live.Table, _ []string, reason string) (string, error) {
		return r.adjudicator().Close(cmd.Context(), t, reason)
	})(r.request, c)
	var account, address string
	c.Flags().StringVar(&account, "account", "", "")
	c.Flags().StringVar(&address, "address", "", "")
	one, oneArg := c.RunE, c.Args
	c.Args = func(cmd *cobra.Command, args []string) error {
		if account == "" && address == "" {
			return oneArg(cmd, args)
		}
		if account != "" && address != "" || len(args) > 0 {
			return errors.New("give exactly one of TABLE, --account NAME and --address RANGE")
		}
		return nil
	}
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if account == "" && address == "" {
			return one(cmd, args)
		}
		return r.closeAll(cmd, account, address)
	}
}

// closeAll closes all tables of an account, or all tables opened from a range of addresses.
func (r tableAdmin) closeAll(cmd *cobra.Command, account, address string) (err error) {
	var whose closer.Whose
	if account != "" {
		whose.Account, err = r.playerNamed(cmd.Context(), account)
	} else {
		whose.Range, err = club.ParseRange(address)
	}
	if err != nil {
		return err
	}
	done, err := closer.CloseAll(cmd.Context(), r.Lobby, r.adjudicator(), whose, cmd.Flag("reason").Value.String())
	if err == nil {
		fmt.Fprintln(r.Out, done)
	}
	return err
}

func (r tableAdmin) adjudicate(cmd *cobra.Command, t *live.Table, args []string, reason string) (string, error) {
	return r.adjudicator().Adjudicate(cmd.Context(), t, args[0], reason)
}

func (r tableAdmin) unseat(cmd *cobra.Command, t *live.Table, args []string, reason string) (string, error) {
	return r.adjudicator().Unseat(cmd.Context(), t, args[0], reason)
}

func (r tableAdmin) void(cmd *cobra.Command, t *live.Table, _ []string, reason string) (string, error) {
	return r.adjudicator().SetRated(cmd.Context(), t, false, reason)
}

func (r tableAdmin) restore(cmd *cobra.Command, t *live.Table, _ []string, reason string) (string, error) {
	return r.adjudicator().SetRated(cmd.Context(), t, true, reason)
}
