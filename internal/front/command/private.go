package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"golang.org/x/term"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// fromInput is the value of --password that makes a command read the password from its input.
const fromInput = "-"

// maxPassword is the maximum number of bytes that are read as a password.
const maxPassword = 256

const passwordHelp = "  --password PASSWORD  the password of a private table; if it is -, the next\n" +
	"                       line of input is the password, which ssh -t does not\n" +
	"                       show"

// readPassword returns the value of --password, or reads the password from the input without
// echoing it.
func (r *request) readPassword(word string) (string, error) {
	if word != fromInput {
		return word, nil
	}
	in := io.MultiReader(io.LimitReader(r.In, maxPassword), strings.NewReader("\r")) // treat the end of input like Enter
	line, err := term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{in, r.Err}, "").ReadPassword("password: ")
	switch {
	case errors.Is(err, io.EOF): // Ctrl-C, or Ctrl-D on an empty line
		return "", errors.New("no password was given; nothing was done")
	case err != nil:
		return "", errStopping
	}
	return strings.TrimPrefix(line, "\ufeff"), nil
}

// enter returns the table with the given number. A correct password admits the player to a
// private table, unless `may` returns an error.
func (r *request) enter(word, given string, may func(*live.Table) error) (*live.Table, error) {
	if given == "" {
		return r.find(word)
	}
	id, err := tableNumber(word)
	if err != nil {
		return nil, err
	}
	key, err := r.readPassword(given)
	if err != nil {
		return nil, err
	}
	return r.Lobby.UnlockIf(r.ctx, r.Player, id, key, may)
}

func tableNumber(word string) (table.ID, error) {
	n, err := strconv.ParseInt(rules.TypedWord(word), 10, 64)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%q is not the number of a table; run \"tables\" to list them", word)
	}
	return table.ID(n), nil
}

// makeTable opens a table. The table gets a password if `given` is not empty or the terms
// demand one.
func (r tableCommands) makeTable(ctx context.Context, host player.Player, terms table.Terms, given string) (*live.Table, error) {
	if given == "" && terms.Private != table.ByPassword {
		return r.Lobby.Create(ctx, host, terms)
	}
	if given == "" {
		given = fromInput
	}
	key, err := r.readPassword(given)
	if err != nil {
		return nil, err
	}
	return r.Lobby.CreateWithPassword(ctx, host, terms, key)
}

func (r tableCommands) invite(c *call) {
	c.run = func(args []string) error {
		t, err := r.find(args[0])
		if err != nil {
			return err
		}
		who, here := r.Lobby.ViewFor(r.Player.ID).Connected(strings.Join(args[1:], " "))
		if !here {
			if who, err = r.playerNamed(r.ctx, strings.Join(args[1:], " ")); err != nil {
				return err
			}
		}
		id := t.View().ID
		switch connected, err := r.Lobby.InviteOrAdmit(r.ctx, r.Player, id, who); {
		case err != nil:
			return err
		case connected:
			fmt.Fprintf(r.Out, "%s is invited to table %d.\n", who.Name, id)
		default:
			fmt.Fprintf(r.Out, "%[2]s may enter table %[1]d, but is not connected now.\n", id, who.Name)
		}
		return nil
	}
}
