package quota

import (
	"context"
	"time"

	"quadrille/internal/config"
	"quadrille/internal/player"
)

// Directory returns a directory that wraps d and limits new accounts and name changes.
func (q *Quotas) Directory(d player.Directory) player.Directory { return directory{d, q} }

type directory struct {
	player.Directory
	quotas *Quotas
}

// Claim counts the first name of an account as a new account, and each later one as a change
// of name. Names that are refused or were chosen by a moderator are not counted.
func (d directory) Claim(ctx context.Context, id player.ID, name string) (player.Player, error) {
	_, named, err := d.Lookup(ctx, id)
	if err != nil {
		return player.Player{}, err
	}
	limits := d.quotas.limits.Load()
	kind, ofOne, ofThere := Accounts, config.Rate{}, limits.AddressAccounts
	if named {
		kind, ofOne, ofThere = Names, limits.AccountNames, limits.AddressNames
	}
	giveBack, err := d.quotas.spend(ctx, kind, id, ofOne, ofThere)
	if err != nil {
		return player.Player{}, err
	}
	p, err := d.Directory.Claim(ctx, id, name)
	if err != nil {
		giveBack()
	}
	return p, err
}

// Keyring returns a keyring that wraps k and limits how many codes for adding keys are
// created.
func (q *Quotas) Keyring(k player.Keyring) player.Keyring { return keyring{k, q} }

type keyring struct {
	player.Keyring
	quotas *Quotas
}

// Invite counts a code against the quotas, and then creates the code.
func (k keyring) Invite(ctx context.Context, id player.ID) (code string, until time.Time, err error) {
	limits := k.quotas.limits.Load()
	giveBack, err := k.quotas.spend(ctx, Codes, id, limits.AccountCodes, limits.AddressCodes)
	if err != nil {
		return "", time.Time{}, err
	}
	if code, until, err = k.Keyring.Invite(ctx, id); err != nil {
		giveBack()
	}
	return code, until, err
}

// Memory wraps m, a store of settings, so that each change of settings counts as an event in
// the quotas of the player.
func (q *Quotas) Memory(m player.Memory) player.Memory { return memory{m, q} }

type memory struct {
	player.Memory
	quotas *Quotas
}

// Remember counts the change as one event in the quotas of the account, and then stores the
// settings.
func (m memory) Remember(ctx context.Context, id player.ID, choices ...player.Choice) error {
	if err := m.quotas.Charge(ctx, id, 1, false); err != nil {
		return err
	}
	return m.Memory.Remember(ctx, id, choices...)
}

// Terminals wraps a store of the answers of terminals, so that storing them counts as an event in
// the quotas of the player.
func (q *Quotas) Terminals(t player.TerminalStore) player.TerminalStore { return terminals{t, q} }

type terminals struct {
	player.TerminalStore
	quotas *Quotas
}

// RememberTerminal counts one event in the quotas of the account, and then stores the answers.
func (t terminals) RememberTerminal(ctx context.Context, id player.ID, terminal string, answers player.Terminal) error {
	if err := t.quotas.Charge(ctx, id, 1, false); err != nil {
		return err
	}
	return t.TerminalStore.RememberTerminal(ctx, id, terminal, answers)
}

// Lessons wraps a store of completed lessons, so that storing one counts as an event in the quotas
// of the player.
func (q *Quotas) Lessons(l player.LessonStore) player.LessonStore { return lessons{l, q} }

type lessons struct {
	player.LessonStore
	quotas *Quotas
}

// CompleteLesson counts one event in the quotas of the player, and then stores the lesson.
func (l lessons) CompleteLesson(ctx context.Context, id player.ID, title string) error {
	if err := l.quotas.Charge(ctx, id, 1, false); err != nil {
		return err
	}
	return l.LessonStore.CompleteLesson(ctx, id, title)
}

// Accounts wraps an implementation of [player.Accounts], so that the deletion of an account
// also removes its counters.
func (q *Quotas) Accounts(a player.Accounts) player.Accounts { return accounts{a, q} }

type accounts struct {
	player.Accounts
	quotas *Quotas
}

// Delete removes the counters of an account, and then deletes the account.
func (a accounts) Delete(ctx context.Context, id player.ID) (player.Player, error) {
	a.quotas.mu.Lock()
	a.quotas.buckets.forget(string(id))
	a.quotas.mu.Unlock()
	return a.Accounts.Delete(ctx, id)
}
