package command

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
)

const addMembersHelp = "KEYS contains one public key per line, as in .pub files and authorized_keys. The\n" +
	"owners of these keys become members. --names: use the comment behind a key as\n" +
	"the name of a new account."

const adminKeysHelp = `For a player who lost their key. The audit log records the change, and the
player sees a notice for a week.
  key add NAME KEY              add a key; KEY is the line of a .pub file, in
                                quotes
  key code NAME                 print a command that the player runs once with a
                                new key
  key remove NAME FINGERPRINT   remove a key and close the sessions that use it
You can change the keys of lower roles only. For owners, run quadrille admin on
the host.`

func (r memberAdmin) keyAdmin() club.KeyAdmin { return club.KeyAdmin{Admin: r.Admin} }

// keys refuses "admin key" without a subcommand.
func (r memberAdmin) keys(c *call) {
	c.args = func([]string) error { return fmt.Errorf("usage: %s", c.usage()) }
	c.run = func([]string) error { return nil }
}

func (r memberAdmin) addKey(ctx context.Context, who player.Player, args []string, reason string) (string, error) {
	return r.keyAdmin().AddKey(ctx, who, args[0], reason)
}

func (r memberAdmin) removeKey(ctx context.Context, who player.Player, args []string, reason string) (string, error) {
	return r.Admin.RemoveKey(ctx, who, args[0], reason)
}

// recoveryCode is a new recovery code, which is shown only once.
type recoveryCode struct {
	Account player.ID `json:"account"`
	Code    string    `json:"code"`
	Until   time.Time `json:"until"`
}

func (r memberAdmin) recoveryCode(c *call) {
	var reason string
	var asJSON bool
	c.run = func(args []string) error {
		who, err := r.playerNamed(r.ctx, args[0])
		if err != nil {
			return err
		}
		code, until, err := r.keyAdmin().RecoveryCode(r.ctx, who, reason)
		if err != nil {
			return err
		}
		if asJSON {
			return json.NewEncoder(r.Out).Encode(recoveryCode{who.ID, code, until})
		}
		fmt.Fprintf(r.Out, "%s keys join %s\n", r.SSHCommand, code)
		fmt.Fprintf(
			r.Err,
			"%s must run this command with a new key before %s. Whoever runs it first gets the account: do not show the command to "+
				"anyone else.\n",
			who.Name,
			clock.Minute(until, r.Club.Settings.Zone()),
		)
		return nil
	}
	c.StringVar(&reason, "reason", "", "")
	c.BoolVar(&asJSON, "json", false, "")
}

// maxKeyList is the maximum size of a list of keys, in bytes.
const maxKeyList = 512 << 10

func (r memberAdmin) addMembers(c *call) {
	var role, reason string
	var names bool
	c.run = func([]string) error {
		list, err := io.ReadAll(io.LimitReader(r.In, maxKeyList))
		if err == nil && len(list) == maxKeyList {
			err = fmt.Errorf("the list of keys is too long; the limit is %d KiB", maxKeyList>>10)
		}
		if err != nil {
			return err
		}
		done, err := r.keyAdmin().AddMembers(r.ctx, string(list), role, names, reason)
		for _, line := range done {
			fmt.Fprintln(r.Out, line)
		}
		return err
	}
	c.StringVar(&role, "role", "member", "")
	c.BoolVar(&names, "names", false, "")
	c.StringVar(&reason, "reason", "", "")
}
