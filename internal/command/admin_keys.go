package command

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"quadrille/internal/club"
	"quadrille/internal/player"
)

// addMembersHelp explains the list of keys.
const addMembersHelp = "KEYS has a public key a line, as in .pub files and authorized_keys. Whoever comes with one\n" +
	"is a member. --names: who has no name yet gets the comment behind the key as one."

const adminKeysHelp = `For a player who lost their key. What is done is in the audit, and the account's sessions and
its next logins are told for a week.
  key add NAME KEY              KEY is the line of a .pub file, in quotes: it leads to the account now
  key code NAME                 a line that they run once with a new key, within 24 hours
  key remove NAME FINGERPRINT   that key leads there no more, and what it has open ends
That is for lower roles than yours; an owner's is done on the server's machine.`

func (r memberAdmin) keyDesk() club.KeyAdmin { return club.KeyAdmin{Admin: r.Desk} }

// keys explains what is below the word key.
func (r memberAdmin) keys(c *cobra.Command) {
	c.Args = func(*cobra.Command, []string) error { return fmt.Errorf("key was not understood: say admin %s", c.Use) }
	c.RunE = func(*cobra.Command, []string) error { return nil }
}

func (r memberAdmin) addKey(ctx context.Context, whom player.Player, args []string, reason string) (string, error) {
	return r.keyDesk().AddKey(ctx, whom, args[0], reason)
}

func (r memberAdmin) removeKey(ctx context.Context, whom player.Player, args []string, reason string) (string, error) {
	return r.Desk.RemoveKey(ctx, whom, args[0], reason)
}

// recoveryCode is a recovery code, which is shown this once.
type recoveryCode struct {
	Account player.ID `json:"account"`
	Code    string    `json:"code"`
	Until   time.Time `json:"until"`
}

func (r memberAdmin) recoveryCode(c *cobra.Command) {
	var reason string
	var asJSON bool
	c.RunE = func(cmd *cobra.Command, args []string) error {
		whom, err := r.whose(cmd.Context(), args[0])
		if err != nil {
			return err
		}
		code, until, err := r.keyDesk().RecoveryCode(cmd.Context(), whom, reason)
		if err != nil {
			return err
		}
		if asJSON {
			return json.NewEncoder(r.Out).Encode(recoveryCode{whom.ID, code, until})
		}
		fmt.Fprintf(r.Out, "%s keys join %s\n", r.Way, code)
		fmt.Fprintf(r.Err, "%s runs that with a new key, before %s; whoever runs it first has the account, so give it to nobody else\n",
			whom.Name, club.Minute(until, r.Club.Settings.Zone()))
		return nil
	}
	c.Flags().StringVar(&reason, "reason", "", "")
	c.Flags().BoolVar(&asJSON, "json", false, "")
}

// maxKeyList bounds a list of keys, in bytes.
const maxKeyList = 512 << 10

func (r memberAdmin) addMembers(c *cobra.Command) {
	var role, reason string
	var names bool
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		list, err := io.ReadAll(io.LimitReader(r.In, maxKeyList))
		if err == nil && len(list) == maxKeyList {
			err = fmt.Errorf("the list of keys is too long: at most %d KiB are read", maxKeyList>>10)
		}
		if err != nil {
			return err
		}
		done, err := r.keyDesk().AddMembers(cmd.Context(), string(list), role, names, reason)
		for _, line := range done {
			fmt.Fprintln(r.Out, line)
		}
		return err
	}
	c.Flags().StringVar(&role, "role", "member", "")
	c.Flags().BoolVar(&names, "names", false, "")
	c.Flags().StringVar(&reason, "reason", "", "")
}
