package club

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"quadrille/internal/lock"
	"quadrille/internal/player"
)

// reasonCells is the maximum width of an audit entry's reason, in terminal cells.
const reasonCells = 200

// Audit is the audit log. Every change to the club is recorded as an entry, which is stored
// before the change takes effect.
type Audit struct {
	store AuditStore
	now   func() time.Time
	apply func(AuditEntry) // changes the state of the club according to the entry

	changes   lock.Mutex // held while a change is decided, stored and applied
	last      int64      // number of the last entry that was applied
	followers []func(AuditEntry)

	mu       sync.Mutex
	watchers map[*func()]bool
}

// change calls `decide` to complete the entry, stores and applies the entry, and notifies
// the watchers. No other change happens between the call of `decide` and the moment when
// the entry is applied.
func (a *Audit) change(ctx context.Context, e AuditEntry, decide func(e *AuditEntry) error) (AuditEntry, error) {
	var err error
	if e.Reason, err = cleanReason(e.Reason); err != nil {
		return e, err
	}
	if err := a.add(ctx, &e, decide); err != nil {
		return e, err
	}
	a.tell()
	return e, nil
}

// cleanReason returns a reason in the form in which it is stored. A reason that consists
// only of spaces counts as missing.
func cleanReason(reason string) (string, error) {
	if strings.TrimSpace(reason) == "" {
		return "", nil
	}
	return player.CleanLine(reason, reasonCells)
}

// add completes an entry with the function `decide`, stores it and applies it. If another
// process has stored entries in the meantime, add applies those entries and calls `decide`
// again.
func (a *Audit) add(ctx context.Context, e *AuditEntry, decide func(e *AuditEntry) error) (err error) {
	a.changes.Lock()
	defer a.changes.Unlock()
	for {
		decided := *e
		if err := decide(&decided); err != nil {
			return err
		}
		decided.At = a.now()
		decided.Number, err = a.store.Record(ctx, decided, a.last)
		if err == nil {
			*e = decided
			a.enter(decided)
			return nil
		}
		if !errors.Is(err, ErrBehind) {
			return err
		}
		if _, err := a.catchUp(ctx); err != nil {
			return err
		}
	}
}

// enter applies a stored entry. The caller holds a.changes.
func (a *Audit) enter(e AuditEntry) {
	a.last = max(a.last, e.Number)
	a.apply(e)
	for _, f := range a.followers {
		f(e)
	}
}

// catchUp applies the entries that other processes have stored, and reports whether there
// were such entries. The caller holds the mutex `changes`.
func (a *Audit) catchUp(ctx context.Context) (changed bool, err error) {
	entries, err := a.store.Entries(ctx, a.last)
	for _, e := range entries {
		a.enter(e)
	}
	return len(entries) > 0, err
}

// Refresh applies the entries that other processes have stored. If there were such entries,
// it notifies the watchers and returns true.
func (a *Audit) Refresh(ctx context.Context) (changed bool, err error) {
	a.changes.Lock()
	changed, err = a.catchUp(ctx)
	a.changes.Unlock()
	if changed {
		a.tell()
	}
	return changed, err
}

// Follow registers a function f, which the log calls for each new entry, in order. f must not
// change the club.
func (a *Audit) Follow(f func(AuditEntry)) {
	a.changes.Lock()
	defer a.changes.Unlock()
	a.followers = append(a.followers, f)
}

// Noter stores an audit entry of a kind that does not change the state of the club; see
// [Audit.Note].
type Noter func(context.Context, AuditEntry) error

// Note stores an audit entry of a kind that does not change the state of the club.
func (a *Audit) Note(ctx context.Context, e AuditEntry) error {
	_, err := a.Enter(ctx, e, func() error { return nil })
	return err
}

// Enter stores an entry that does not change the club, and returns the number of the entry.
// If the function `possible` returns an error, Enter returns this error and stores nothing.
// No other entry is stored between the call of `possible` and the new entry.
func (a *Audit) Enter(ctx context.Context, e AuditEntry, possible func() error) (number int64, err error) {
	e, err = a.change(ctx, e, func(*AuditEntry) error { return possible() })
	return e.Number, err
}

// Since returns the entries whose number is greater than `after`, the oldest first.
func (a *Audit) Since(ctx context.Context, after int64) ([]AuditEntry, error) {
	return a.store.Entries(ctx, after)
}

func (a *Audit) watch(f func()) (stop func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.watchers[&f] = true
	return func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.watchers, &f)
	}
}

func (a *Audit) tell() {
	a.mu.Lock()
	watchers := slices.Collect(maps.Keys(a.watchers))
	a.mu.Unlock()
	for _, f := range watchers {
		(*f)()
	}
}

// Now returns the current time of the club: the time of the wall clock, because bans, mutes and
// invitations end at dates.
func (a *Audit) Now() time.Time { return a.now() }
