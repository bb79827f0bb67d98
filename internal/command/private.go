package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"quadrille/internal/lobby"
	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// asked is the value of --password that asks for one line of input instead.
const asked = "-"

// maxTyped is how many bytes of a typed password are read.
const maxTyped = 256

// passwordHelp is said by each command that takes one.
const passwordHelp = "--password - reads it from the next line of input; with ssh -t nothing of it is shown."

// password gives a command the flag.
func password(c *cobra.Command, to *string) {
	c.Flags().StringVar(to, "password", "", "")
	c.Long = strings.TrimLeft(c.Long+"\n"+passwordHelp, "\n")
}

// typed returns a password as it was given, or reads it. A terminal sends what is
// typed unchanged; none of it is echoed.
func (r *request) typed(word string) (string, error) {
	if word != asked {
		return word, nil
	}
	in := io.MultiReader(io.LimitReader(r.In, maxTyped), strings.NewReader("\r")) // the end of input ends the line
	line, err := term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{in, r.Err}, "").ReadPassword("password: ")
	switch {
	case errors.Is(err, io.EOF): // Ctrl-C, or Ctrl-D on an empty line
		return "", errors.New("no password was given: nothing is done")
	case err != nil:
		return "", errGone
	}
	return line, nil
}

// enter is the table of that number, opened with a password if one is given.
func (r *request) enter(cmd *cobra.Command, word, given string) (*live.Table, error) {
	if given == "" {
		return r.find(cmd, word)
	}
	id, err := tableNumber(word)
	if err != nil {
		return nil, err
	}
	key, err := r.typed(given)
	if err != nil {
		return nil, err
	}
	return r.Lobby.Unlock(cmd.Context(), r.Player, id, key)
}

// tableNumber reads a table's number.
func tableNumber(word string) (table.ID, error) {
	n, err := strconv.ParseInt(word, 10, 64)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%q is not the number of a table: say tables to see them, and write the number like 12", word)
	}
	return table.ID(n), nil
}

// makeTable opens a table, locked if a password is given.
func (r tableCommands) makeTable(ctx context.Context, host player.Player, terms table.Terms, given string) (*live.Table, error) {
	if given == "" && terms.Private != table.ByPassword {
		return r.Lobby.Create(ctx, host, terms)
	}
	if given == "" {
		given = asked
	}
	key, err := r.typed(given)
	if err != nil {
		return nil, err
	}
	return r.Lobby.CreateWithPassword(ctx, host, terms, key)
}

func (r tableCommands) invite(c *cobra.Command) {
	c.RunE = func(cmd *cobra.Command, args []string) error {
		t, err := r.find(cmd, args[0])
		if err != nil {
			return err
		}
		whom, err := r.whose(cmd.Context(), args[1])
		if err != nil {
			return err
		}
		v := t.View()
		if v.Terms.Private != table.ForAll && !t.VisibleTo(whom.ID) {
			if err := r.Lobby.Admit(cmd.Context(), r.Player, v.ID, whom); err != nil {
				return err
			}
		}
		switch err := r.Lobby.Invite(r.Player, v.ID, rules.NoSeat, whom.ID); {
		case err == nil:
			fmt.Fprintf(r.Out, "%s is called to table %d\n", whom.Name, v.ID)
		case v.Terms.Private != table.ForAll && refusal.Of(err) == lobby.NotHere:
			fmt.Fprintf(r.Out, "table %d is open to %s, who is not here now\n", v.ID, whom.Name)
		default:
			return err
		}
		return nil
	}
}
