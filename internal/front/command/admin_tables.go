package command

import (
	"errors"
	"fmt"

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
func onTable(do func(r tableAdmin, t *live.Table, args []string, reason string) (done string, err error)) binding {
	return func(r *request, c *call) {
		reason := c.String("reason", "", "")
		c.run = func(args []string) error {
			t, err := r.find(args[0])
			switch {
			case err != nil:
				return err
			case *reason == "":
				return club.NoReason.Refuse()
			}
			done, err := do(tableAdmin{r}, t, args[1:], *reason)
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

func (r tableAdmin) close(c *call) {
	onTable(func(r tableAdmin, t *live.Table, _ []string, reason string) (string, error) {
		return r.adjudicator().Close(r.ctx, t, reason)
	})(r.request, c)
	var account, address string
	c.StringVar(&account, "account", "", "")
	c.StringVar(&address, "address", "", "")
	one, oneArg := c.run, c.args
	c.args = func(args []string) error {
		if account == "" && address == "" {
			return oneArg(args)
		}
		if account != "" && address != "" || len(args) > 0 {
			return errors.New("give exactly one of TABLE, --account NAME and --address RANGE")
		}
		return nil
	}
	c.run = func(args []string) error {
		if account == "" && address == "" {
			return one(args)
		}
		return r.closeAll(account, address, c.Lookup("reason").Value.String())
	}
}

// closeAll closes all tables of an account, or all tables opened from a range of addresses.
func (r tableAdmin) closeAll(account, address, reason string) (err error) {
	var whose closer.Whose
	if account != "" {
		whose.Account, err = r.playerNamed(r.ctx, account)
	} else {
		whose.Range, err = club.ParseRange(address)
	}
	if err != nil {
		return err
	}
	done, err := closer.CloseAll(r.ctx, r.Lobby, r.adjudicator(), whose, reason)
	if err == nil {
		fmt.Fprintln(r.Out, done)
	}
	return err
}

func (r tableAdmin) adjudicate(t *live.Table, args []string, reason string) (string, error) {
	return r.adjudicator().Adjudicate(r.ctx, t, args[0], reason)
}

func (r tableAdmin) unseat(t *live.Table, args []string, reason string) (string, error) {
	return r.adjudicator().Unseat(r.ctx, t, args[0], reason)
}

func (r tableAdmin) void(t *live.Table, _ []string, reason string) (string, error) {
	return r.adjudicator().SetRated(r.ctx, t, false, reason)
}

func (r tableAdmin) restore(t *live.Table, _ []string, reason string) (string, error) {
	return r.adjudicator().SetRated(r.ctx, t, true, reason)
}
