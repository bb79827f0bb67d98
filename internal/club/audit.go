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

// reasonCells is how long the reason of an audit entry can be.
const reasonCells = 200

// Audit is the log of what was done in the club. Every change of the club is an entry;
// it is stored before anybody sees it.
type Audit struct {
	keeper Keeper
	now    func() time.Time
	apply  func(AuditEntry) // changes the club

	changes sync.Mutex // held while a change is decided and stored: one at a time

	mu       sync.Mutex
	watchers map[*func()]bool
}

// change stores an entry that decide found right, applies it and tells the watchers.
// decide sees the club as it is, and nobody changes that meanwhile.
func (a *Audit) change(ctx context.Context, e AuditEntry, decide func(e *AuditEntry) error) (AuditEntry, error) {
	var err error
	if e.Reason, err = cleanReason(e.Reason); err != nil {
		return e, err
	}
	if err := a.store(ctx, &e, decide); err != nil {
		return e, err
	}
	a.tell()
	return e, nil
}

// cleanReason returns a reason as it is stored. Blanks alone are no reason.
func cleanReason(reason string) (string, error) {
	if strings.TrimSpace(reason) == "" {
		return "", nil
	}
	return player.CleanLine(reason, reasonCells)
}

func (a *Audit) store(ctx context.Context, e *AuditEntry, decide func(e *AuditEntry) error) (err error) {
	a.changes.Lock()
	defer a.changes.Unlock()
	if err := decide(e); err != nil {
		return err
	}
	e.At = a.now().UTC()
	if e.Number, err = a.keeper.Record(ctx, *e); err != nil {
		return err
	}
	a.apply(*e)
	return nil
}

// Note stores an entry that changes nothing in the club itself.
func (a *Audit) Note(ctx context.Context, e AuditEntry) error {
	_, err := a.Enter(ctx, e, func() error { return nil })
	return err
}

// Enter is Note where possible returns nil. It returns the number of the entry.
// No other entry is made meanwhile.
func (a *Audit) Enter(ctx context.Context, e AuditEntry, possible func() error) (number int64, err error) {
	e, err = a.change(ctx, e, func(*AuditEntry) error { return possible() })
	return e.Number, err
}

// Since returns the entries with a number above after, the oldest first.
func (a *Audit) Since(ctx context.Context, after int64) ([]AuditEntry, error) {
	return a.keeper.Entries(ctx, after)
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
