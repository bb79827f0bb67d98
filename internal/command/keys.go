package command

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"quadrille/internal/club"
	"quadrille/internal/player"
)

// keysHelp tells how a second key comes to an account.
const keysHelp = `An account may have several keys: of each machine one, say.
  keys                      those of your account; with --json an object a line
  keys add                  a code for one more key; it works once, for ten minutes
  keys join CODE            said with the new key: it leads to that account from now on
  keys remove FINGERPRINT   that key is a stranger's from now on; the last one stays`

func (r accountCommands) keys(c *cobra.Command) {
	var asJSON bool
	c.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		switch verb, words := cutFirst(args); {
		case r.Fingerprint == "":
			return player.KeylessGuest.Refuse()
		case verb == "":
			return r.listKeys(ctx, asJSON)
		case asJSON: // only the list has it
		case verb == "add" && len(words) == 0:
			return r.addKey(ctx)
		case verb == "join" && len(words) == 1:
			return r.joinKey(ctx, words[0])
		case verb == "remove" && len(words) == 1:
			return r.removeKey(ctx, words[0])
		}
		return fmt.Errorf("keys was not understood: say %s", cmd.Use)
	}
	c.Flags().BoolVar(&asJSON, "json", false, "")
}

// cutFirst is the first word, if any, and the others.
func cutFirst(args []string) (first string, rest []string) {
	if len(args) == 0 {
		return "", nil
	}
	return args[0], args[1:]
}

// ownKey is one of the caller's own keys, as the list has it.
type ownKey struct {
	Fingerprint player.Fingerprint `json:"fingerprint"`
	Added       time.Time          `json:"added,omitzero"`
	Used        time.Time          `json:"used,omitzero"`
	ThisOne     bool               `json:"current"`
}

func (k ownKey) words() []string {
	words := []string{string(k.Fingerprint)}
	if !k.Added.IsZero() {
		words = append(words, "added "+k.Added.Format(time.DateOnly), "used "+k.Used.Format(time.DateOnly))
	}
	if k.ThisOne {
		words = append(words, "this one")
	}
	return words
}

func (r accountCommands) listKeys(ctx context.Context, asJSON bool) error {
	keys, err := r.Keyring.Keys(ctx, r.Player.ID)
	if err != nil {
		return err
	}
	this := player.Fingerprint(r.Fingerprint)
	var list []ownKey
	for _, key := range keys {
		list = append(list, ownKey{key.Fingerprint, key.Added, key.Used, key.Fingerprint == this})
	}
	if len(list) == 0 { // nothing is stored of an account without a name
		list = []ownKey{{Fingerprint: this, ThisOne: true}}
	}
	return each(r.Out, asJSON, list, ownKey.words)
}

func (r accountCommands) addKey(ctx context.Context) error {
	code, until, err := r.Keyring.Invite(ctx, r.Player.ID)
	if err != nil {
		return err
	}
	fmt.Fprintf(r.Out, "%s keys join %s\n", r.Way, code)
	fmt.Fprintf(r.Err, "say that with the new key, before %s; whoever says it first has your account too, so show it to nobody\n",
		until.UTC().Format("15:04 UTC"))
	return nil
}

func (r accountCommands) joinKey(ctx context.Context, code string) error {
	var recovered player.ID
	if r.Desk != nil && r.Desk.Recovery != nil {
		recovered, _ = r.Desk.Recovery.Recovers(ctx, code) // guesses are counted by Join
	}
	if recovered != "" {
		if err := r.Club.KeyChanges.MayUseCode(recovered); err != nil {
			return err
		}
	}
	p, err := r.Keyring.Join(ctx, code, player.Fingerprint(r.Fingerprint))
	if err != nil {
		return err
	}
	if recovered != "" {
		err := r.Club.Audit.Note(context.WithoutCancel(ctx), club.AuditEntry{By: p.ID, Action: club.Recovered, Target: p.ID, Key: r.Fingerprint})
		if err != nil {
			return err
		}
	}
	fmt.Fprintf(r.Out, "%s %s\n", player.ShownName(p.Name, nameCells), r.Fingerprint)
	return nil
}

// removeKey ends what the key has open too. Of one's own that is this command,
// which has its say before.
func (r accountCommands) removeKey(ctx context.Context, word string) error {
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
