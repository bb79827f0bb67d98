package club

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// keyChangeShown is how long a player sees the notice that somebody else changed the keys of
// their account.
const keyChangeShown = 7 * 24 * time.Hour

// KeyChange records that a key was added to an account by a moderator or with a recovery
// code, or that a moderator created a recovery code for the account.
type KeyChange struct {
	Number int64 // number of the audit entry
	Text   string
	Until  time.Time // time until which the change is shown

	code bool // whether a recovery code was created
}

// KeyChanges holds the key changes of each account, and the ID of the person who created
// the newest recovery code for the account.
type KeyChanges struct {
	roles *Roles

	mu      sync.Mutex
	changes map[player.ID][]KeyChange
	givers  map[player.ID]player.ID
}

// Of returns the key changes that are still shown to the player, oldest first.
func (k *KeyChanges) Of(id player.ID, now time.Time) (list []KeyChange) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, c := range k.changes[id] {
		if now.Before(c.Until) {
			list = append(list, c)
		}
	}
	return list
}

// MayUseCode returns an error if the recovery code of an account is no longer valid. The
// code is valid only while its creator is allowed to create a code for the account. A change
// of the creator's role or of the account's role can end this right.
func (k *KeyChanges) MayUseCode(target player.ID) error {
	k.mu.Lock()
	by := k.givers[target]
	k.mu.Unlock()
	if by != "" && (k.roles.of(by) < Moderator || k.roles.of(by) <= k.roles.of(target)) {
		return CodeVoid.Refuse()
	}
	return nil
}

// apply updates an account's list of key changes from an audit entry. The parameter `rank` is
// the role of the entry's author.
func (k *KeyChanges) apply(d AuditEntry, rank Role) {
	what := ""
	switch d.Action {
	case KeyAdded:
		what = fmt.Sprintf("%s added the key %s to your account", author(d, rank), d.Key)
	case RecoveryMade:
		what = author(d, rank) + " created a recovery code for your account"
	case Recovered:
		what = fmt.Sprintf("The key %s was added to your account with a recovery code", d.Key)
	case AccountDeleted:
		k.mu.Lock()
		defer k.mu.Unlock()
		delete(k.changes, d.By)
		delete(k.givers, d.By)
		return
	default:
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	// A new recovery code makes older codes invalid, so drop the notices about older codes.
	kept := slices.DeleteFunc(k.changes[d.Target], func(c KeyChange) bool {
		return !d.At.Before(c.Until) || c.code && d.Action == RecoveryMade
	})
	text := fmt.Sprintf("%s on %s. If you did not ask for that, tell an owner. `keys` lists your keys.", what, Day(d.At.UTC()))
	k.changes[d.Target] = append(kept, KeyChange{d.Number, text, d.At.Add(keyChangeShown), d.Action == RecoveryMade})
	if d.Action == RecoveryMade {
		k.givers[d.Target] = d.By
	}
}

func author(d AuditEntry, rank Role) string {
	switch {
	case d.By == "":
		return "The server's administrator"
	case rank == Owner:
		return "An owner"
	}
	return "A moderator"
}

// KeyAdmin manages the keys of other accounts.
type KeyAdmin struct{ Admin *Admin }

// mayRecover returns an error if the moderator is not allowed to add keys to an account. A
// moderator needs a higher role than the account. The administrator of the server's machine
// may add keys to any account.
func (k KeyAdmin) mayRecover(target player.ID, reason string) error {
	if err := k.Admin.Club.Roles.MayActOn(k.Admin.By, target, reason); err != nil {
		return err
	}
	if role := k.Admin.Club.Role(target); k.Admin.By != "" && role >= k.Admin.Club.Role(k.Admin.By) {
		return fmt.Errorf("only root on the server can give owners a key: quadrille admin key add NAME KEY")
	}
	return nil
}

// AddKey adds a public key to an account. The parameter `line` is the key in the
// format of ssh-keygen.
func (k KeyAdmin) AddKey(ctx context.Context, target player.Player, line, reason string) (done string, err error) {
	if err := k.mayRecover(target.ID, reason); err != nil {
		return "", err
	}
	key, err := k.Admin.ParseKey(line)
	if err != nil {
		return "", err
	}
	if err := k.Admin.Recovery.AddKey(ctx, target.ID, key); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s is now a key of %s", key, target.Name),
		k.Admin.Club.Audit.Note(ctx, AuditEntry{By: k.Admin.By, Action: KeyAdded, Target: target.ID, Key: string(key), Reason: reason})
}

// RecoveryCode creates a code with which a player who lost their key can add a new one to
// their account.
func (k KeyAdmin) RecoveryCode(ctx context.Context, target player.Player, reason string) (code string, until time.Time, err error) {
	if err := k.mayRecover(target.ID, reason); err != nil {
		return "", until, err
	}
	if code, until, err = k.Admin.Recovery.RecoveryCode(ctx, target.ID); err != nil {
		return "", until, err
	}
	err = k.Admin.Club.Audit.Note(
		ctx,
		AuditEntry{By: k.Admin.By, Action: RecoveryMade, Target: target.ID, Until: until.UTC(), Reason: reason},
	)
	if err != nil {
		return "", until, err // return no code: it is not in the audit log, so nobody may use it
	}
	return code, until, nil
}

// maxKeyLines is the maximum number of keys that [KeyAdmin.AddMembers] accepts in one call.
const maxKeyLines = 1000

// keyTexts returns the keys of a list with the numbers of their first lines, counted from 0: each
// line that is not empty and no comment, and each block in the form of RFC 4716.
func keyTexts(list string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		block, first := "", 0
		for n, line := range strings.Split(rules.TextLines(list), "\n") {
			line = strings.TrimSpace(line)
			typed := rules.Typed(line)
			switch {
			case block == "" && strings.HasPrefix(typed, "---- BEGIN"):
				block, first = line, n
				continue
			case block != "":
				if block += "\n" + line; !strings.HasPrefix(typed, "---- END") {
					continue
				}
				line, n, block = block, first, ""
			case line == "" || line[0] == '#':
				continue
			}
			if !yield(n, line) {
				return
			}
		}
		if block != "" { // the block has no end
			yield(first, block)
		}
	}
}

// keyComment returns the comment of a key, or "" if it has none.
func keyComment(key string) string {
	if _, comment, found := strings.Cut(key, "\nComment:"); found {
		comment, _, _ = strings.Cut(comment, "\n")
		return strings.Trim(rules.Typed(comment), "\" ")
	}
	if words := strings.Fields(key); len(words) > 2 && !strings.Contains(key, "\n") {
		return strings.Join(words[2:], " ")
	}
	return ""
}

// AddMembers gives a role to the accounts of the public keys in `list`, which has one key
// on each line. If a line is invalid, nothing changes. If `names` is true, the comment of
// a key becomes the name of an account that has no name.
func (k KeyAdmin) AddMembers(ctx context.Context, list, word string, names bool, reason string) (done []string, err error) {
	role, err := ParseRole(word)
	if err != nil {
		return nil, err
	}
	type entry struct {
		id   player.ID
		name string
	}
	var entries []entry
	for n, line := range keyTexts(list) {
		key, err := k.Admin.ParseKey(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w; nothing was changed", n+1, err)
		}
		id, err := k.Admin.Keyring.Holder(ctx, key)
		if err != nil {
			return nil, err
		}
		e := entry{id: id}
		if names {
			e.name = keyComment(line)
		}
		if entries = append(entries, e); len(entries) > maxKeyLines {
			return nil, fmt.Errorf("the list has more than %d keys: split it; nothing was changed", maxKeyLines)
		}
	}
	if len(entries) == 0 {
		return nil, fmt.Errorf("there is no key in the list: write one per line, as in a file that ends in .pub")
	}
	for _, e := range entries {
		line := ""
		if _, named, err := k.Admin.Directory.Lookup(ctx, e.id); err == nil && !named && e.name != "" {
			if err := checkLikeness(ctx, k.Admin.Club, k.Admin.Directory, e.id, e.name); err != nil {
				line = "; no name: " + err.Error()
			} else if _, err := k.Admin.Directory.Claim(ctx, e.id, e.name); err != nil {
				line = "; no name: " + err.Error()
			}
		}
		if k.Admin.Club.Role(e.id) >= role {
			done = append(done, fmt.Sprintf("%s is already %v%s", k.Admin.Called(ctx, e.id), k.Admin.Club.Role(e.id), line))
			continue
		}
		if err := k.Admin.Club.Roles.Appoint(ctx, k.Admin.By, e.id, role, reason); err != nil {
			return done, err
		}
		done = append(done, fmt.Sprintf("%s is now %v%s", k.Admin.Called(ctx, e.id), role, line))
	}
	return done, nil
}
