package command

import (
	"context"
	"fmt"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/club"
)

const keysHelp = `An account can have several keys, such as one for each computer.
  keys                      list the keys of your account; with --json one
                            object per line
  keys add                  print a code to add a key; it works once, within ten
                            minutes
  keys join CODE            run this with the new key, to add it to the account
                            for which "keys add" printed CODE
  keys remove FINGERPRINT   remove a key from your account; you cannot remove
                            the last key`

func (r accountCommands) keys(c *call) {
	l := r.lister(c, "KEY", "ADDED", "USED", "CURRENT")
	c.run = func(args []string) error {
		ctx := r.ctx
		switch verb, words := cutFirst(args); {
		case r.Fingerprint == "":
			return player.KeylessGuest.Refuse()
		case verb == "":
			return r.listKeys(ctx, l)
		case l.json: // only the list of keys accepts --json
		case verb == "add" && len(words) == 0:
			return r.addKey(ctx)
		case verb == "join" && len(words) == 1:
			return r.joinKey(ctx, words[0])
		case verb == "remove" && len(words) == 1:
			return r.removeKey(ctx, words[0])
		}
		return fmt.Errorf("usage: %s", c.usage())
	}
}

// cutFirst returns the first argument and the remaining arguments.
func cutFirst(args []string) (first string, rest []string) {
	if len(args) == 0 {
		return "", nil
	}
	return args[0], args[1:]
}

// ownKey is the JSON form of a key of the player.
type ownKey struct {
	Fingerprint player.Fingerprint `json:"fingerprint"`
	Added       time.Time          `json:"added,omitzero"`
	Used        time.Time          `json:"used,omitzero"`
	Current     bool               `json:"current"`
}

// words returns the cells of the list of keys. Under headings, the dates stand alone.
func (k ownKey) words(headed bool) []string {
	words := []string{string(k.Fingerprint)}
	added, used := k.Added.Format(time.DateOnly), k.Used.Format(time.DateOnly)
	switch {
	case k.Added.IsZero() && headed:
		words = append(words, "", "")
	case k.Added.IsZero():
	case headed:
		words = append(words, added, used)
	default:
		words = append(words, "added "+added, "used "+used)
	}
	if k.Current {
		words = append(words, "this one")
	}
	return words
}

func (r accountCommands) listKeys(ctx context.Context, l *lister) error {
	keys, err := r.Keyring.Keys(ctx, r.Player.ID)
	if err != nil {
		return err
	}
	this := player.Fingerprint(r.Fingerprint)
	var list []ownKey
	for _, key := range keys {
		list = append(list, ownKey{key.Fingerprint, key.Added, key.Used, key.Fingerprint == this})
	}
	if len(list) == 0 { // list the key of this session: no key is stored before the player has a name
		list = []ownKey{{Fingerprint: this, Current: true}}
	}
	headed := l.Terminal && !l.Spoken && !l.tsv
	return each(l, list, func(k ownKey) []string { return k.words(headed) })
}

func (r accountCommands) addKey(ctx context.Context) error {
	code, until, err := r.Keyring.Invite(ctx, r.Player.ID)
	if err != nil {
		return err
	}
	fmt.Fprintf(r.Out, "%s keys join %s\n", r.SSHCommand, code)
	fmt.Fprintf(r.Err, "Run this command with the new key before %s. Whoever runs it first gets your account: keep the command secret.\n",
		until.In(r.Club.Settings.Zone()).Format("15:04 MST"))
	return nil
}

func (r accountCommands) joinKey(ctx context.Context, code string) error {
	var recovered player.ID
	if r.Admin != nil && r.Admin.Recovery != nil {
		recovered, _ = r.Admin.Recovery.Recovers(ctx, code) // ignore errors here, so that Join reports and counts wrong codes
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
		err := r.Club.Audit.Note(
			context.WithoutCancel(ctx),
			club.AuditEntry{By: p.ID, Action: club.Recovered, Target: p.ID, Key: r.Fingerprint},
		)
		if err != nil {
			return err
		}
	}
	fmt.Fprintf(r.Out, "%s %s\n", player.ShownName(p.Name, nameCells), r.Fingerprint)
	return nil
}

// removeKey removes a key and closes its sessions. If this session uses the key, removeKey
// first prints the reply.
func (r accountCommands) removeKey(ctx context.Context, word string) error {
	key := player.FingerprintOf(word)
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
