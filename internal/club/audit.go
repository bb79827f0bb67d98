package club

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"quadrille/internal/player"
)

// reasonCells is the maximum width of an audit entry's reason, in terminal cells.
const reasonCells = 200

// Audit is the audit log. Every change to the club is recorded as an entry, which is stored
// before the change takes effect.
type Audit struct {
	store AuditStore
	now   func() time.Time
	apply func(AuditEntry) // changes the state of the club as the entry says

	changes sync.Mutex // held while a change is decided, stored and applied

	mu       sync.Mutex
	watchers map[*func()]bool
}

// change calls decide to complete the entry, then stores and applies the entry and notifies
// the watchers. Changes to the club are made one at a time: none happens between decide and
// apply.
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

// cleanReason returns a reason in its stored form. A reason of only spaces counts as
// missing.
func cleanReason(reason string) (string, error) {
	if strings.TrimSpace(reason) == "" {
		return "", nil
	}
	return player.CleanLine(reason, reasonCells)
}

func (a *Audit) add(ctx context.Context, e *AuditEntry, decide func(e *AuditEntry) error) (err error) {
	a.changes.Lock()
	defer a.changes.Unlock()
	if err := decide(e); err != nil {
		return err
	}
	e.At = a.now().UTC()
	if e.Number, err = a.store.Record(ctx, *e); err != nil {
		return err
	}
	a.apply(*e)
	return nil
}

// Note stores an entry that does not change the club.
func (a *Audit) Note(ctx context.Context, e AuditEntry) error {
	_, err := a.Enter(ctx, e, func() error { return nil })
	return err
}

// Enter stores an entry that does not change the club, and returns its number. If possible
// returns an error, Enter stores nothing and returns that error. No other entry is stored
// while Enter runs.
func (a *Audit) Enter(ctx context.Context, e AuditEntry, possible func() error) (number int64, err error) {
	e, err = a.change(ctx, e, func(*AuditEntry) error { return possible() })
	return e.Number, err
}

// Since returns the entries whose number is higher than after, the oldest first.
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
