package command

import (
	"context"
	"fmt"
	"strings"

	"quadrille/internal/player"
	"quadrille/internal/service/club"
)

// RunAdmin runs an admin command for the operator of the host that the server runs on. The
// parameter `args` holds the words after "admin". The operator may do everything. The audit
// log calls them "the administrator".
func RunAdmin(ctx context.Context, s Session, args []string) (status int) {
	r := &request{Session: s}
	if err := r.run(ctx, append([]string{"admin"}, args...)); err != nil {
		_, _ = fmt.Fprintln(s.Err, err)
		return failure(nil)
	}
	return r.status
}

// onMachine reports whether the operator runs the command on the server's host.
func (r *request) onMachine() bool { return r.Player.ID == "" }

// machineOnly is the role of commands that only the operator may run: no account has it.
const machineOnly = club.Owner + 1

const adminExportHelp = `Give the name of an account, the fingerprint of one of its keys, or its ID. The
output is that of "account export" for this account. The audit log records the
export.`

// export prints what is stored about an account, at its holder's request.
func (r memberAdmin) export(c *call) {
	c.run = func(args []string) error {
		ctx := r.ctx
		who, named, err := r.holderOf(ctx, args[0])
		if err != nil {
			return err
		}
		err = r.Club.Audit.Note(ctx, club.AuditEntry{By: r.Player.ID, Action: club.AccountExported, Target: who.ID})
		if err != nil {
			return err
		}
		return accountCommands(r).writeStored(ctx, r.Out, who, named)
	}
}

// holderOf returns the account with the given name, key or ID, and reports whether it has a name.
func (r memberAdmin) holderOf(ctx context.Context, word string) (who player.Player, named bool, err error) {
	if !strings.HasPrefix(word, "SHA256:") {
		who, err = r.playerNamed(ctx, word)
		return who, err == nil, err
	}
	if who, named, err = r.Directory.Lookup(ctx, player.ID(word)); err != nil || named {
		return who, named, err
	}
	if who.ID, err = r.Keyring.Holder(ctx, player.FingerprintOf(word)); err != nil {
		return who, false, err
	}
	if found, ok, err := r.Directory.Lookup(ctx, who.ID); err != nil || ok {
		return found, ok, err
	}
	keys, err := r.Keyring.Keys(ctx, who.ID)
	if err == nil && len(keys) == 0 && r.Club.Role(who.ID) == club.Guest {
		err = fmt.Errorf("no account has the key or the ID %s", player.Shown(word, maxIDCells))
	}
	return who, false, err
}

const maxIDCells = 64

const eraseHelp = `Deletes name, keys, settings and chat; finished games keep an anonymous name.
This cannot be undone. The account must not have a seat or take part in an
evening. The reason stays in the audit log: do not write a name in it.`

// erase deletes an account at its holder's request.
func (r memberAdmin) erase(ctx context.Context, who player.Player, _ []string, reason string) (string, error) {
	anonymous, err := r.eraseAccount(ctx, r.Player.ID, who.ID, reason)
	if err == nil {
		r.AccountLeft(who.ID)
	}
	return fmt.Sprintf("The account is deleted. Its games now show the name %s.", anonymous.Name), err
}
