package command

import (
	"context"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"quadrille/internal/player"
)

// keysHelp tells how a second key comes to an account.
const keysHelp = `An account may have several keys: of each machine one, say.
  keys                      those of your account
  keys add                  a code for one more key; it works once, for ten minutes
  keys join CODE            said with the new key: it leads to that account from now on
  keys remove FINGERPRINT   that key is a stranger's from now on; the last one stays`

func (r *request) keys() *cobra.Command {
	return &cobra.Command{
		Use:   "keys [add | join CODE | remove FINGERPRINT]",
		Short: "the keys that lead to your account",
		Long:  keysHelp,
		Args:  between(0, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx := cmd.Context()
			switch verb, words := cutFirst(args); {
			case r.Fingerprint == "":
				return &player.KeyRefusal{Reason: player.KeylessGuest}
			case verb == "":
				return r.listKeys(ctx)
			case verb == "add" && len(words) == 0:
				return r.addKey(ctx)
			case verb == "join" && len(words) == 1:
				return r.joinKey(ctx, words[0])
			case verb == "remove" && len(words) == 1:
				return r.removeKey(ctx, words[0])
			}
			return fmt.Errorf("keys was not understood: say %s", cmd.Use)
		},
	}
}

// cutFirst is the first word, if any, and the others.
func cutFirst(args []string) (first string, rest []string) {
	if len(args) == 0 {
		return "", nil
	}
	return args[0], args[1:]
}

func (r *request) listKeys(ctx context.Context) error {
	keys, err := r.Keyring.Keys(ctx, r.Player.ID)
	if err != nil {
		return err
	}
	if len(keys) == 0 { // nothing is stored of an account without a name
		fmt.Fprintf(r.Out, "%s  this one\n", r.Fingerprint)
		return nil
	}
	w := tabwriter.NewWriter(r.Out, 0, 0, 2, ' ', 0)
	for _, key := range keys {
		fmt.Fprintf(w, "%s\tadded %s\tused %s", key.Fingerprint, key.Added.Format(time.DateOnly), key.Used.Format(time.DateOnly))
		if string(key.Fingerprint) == r.Fingerprint {
			fmt.Fprint(w, "\tthis one")
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

func (r *request) addKey(ctx context.Context) error {
	code, until, err := r.Keyring.Invite(ctx, r.Player.ID)
	if err != nil {
		return err
	}
	fmt.Fprintf(r.Out, "%s keys join %s\n", r.Way, code)
	fmt.Fprintf(r.Err, "say that with the new key, before %s; whoever says it first has your account too, so show it to nobody\n",
		until.UTC().Format("15:04 UTC"))
	return nil
}

func (r *request) joinKey(ctx context.Context, code string) error {
	p, err := r.Keyring.Join(ctx, code, player.Fingerprint(r.Fingerprint))
	if err != nil {
		return err
	}
	fmt.Fprintf(r.Out, "%s %s\n", player.ShownName(p.Name, nameCells), r.Fingerprint)
	return nil
}

// removeKey ends what the key has open too. Of one's own that is this command,
// which has its say before.
func (r *request) removeKey(ctx context.Context, word string) error {
	key := fingerprintOf(word)
	if err := r.Keyring.Remove(ctx, r.Player.ID, key); err != nil {
		return err
	}
	own := string(key) == r.Fingerprint
	if !own {
		r.KeyRemoved(key)
	}
	fmt.Fprintf(r.Out, "removed %s\n", key)
	if own {
		r.KeyRemoved(key)
	}
	return nil
}
