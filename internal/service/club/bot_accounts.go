package club

import (
	"context"
	"sync"
	"time"

	"quadrille/internal/player"
)

// BotAccounts holds the bot accounts: accounts for which a program has played through the
// JSON API.
type BotAccounts struct {
	audit *Audit
	roles *Roles

	mu       sync.RWMutex
	marked   map[player.ID]time.Time // the time when each account was marked as a bot account
	markedOn string                  // the last day for which an audit entry about new bot accounts is stored
}

// Marked reports whether an account is a bot account.
func (m *BotAccounts) Marked(id player.ID) bool {
	m.mu.RLock()
	defer m.mu.RUnlock()
	_, marked := m.marked[id]
	return marked
}

// Mark records that a program plays for an account. It does nothing for guests, who have no
// account, and for accounts that are already marked. Only the first account that is marked
// on a day (UTC) adds an audit entry, so that thousands of accounts cannot fill the audit
// log.
func (m *BotAccounts) Mark(ctx context.Context, id player.ID) error {
	if id.Guest() || m.Marked(id) {
		return nil
	}
	marked, err := m.mark(ctx, id)
	if marked {
		m.audit.tell()
	}
	return err
}

func (m *BotAccounts) mark(ctx context.Context, id player.ID) (marked bool, err error) {
	m.audit.changes.Lock()
	defer m.audit.changes.Unlock()
	if m.Marked(id) { // another goroutine may have marked the account since the first check
		return false, nil
	}
	at := m.audit.now().UTC()
	var daily *AuditEntry
	if day := Day(at); !m.hasEntry(day) {
		daily = &AuditEntry{At: at, Action: BotMarked, Value: day}
	}
	if err := m.audit.store.MarkBotAccount(ctx, id, at, daily); err != nil {
		return false, err
	}
	m.mu.Lock()
	m.marked[id] = at
	m.mu.Unlock()
	if daily != nil {
		_, err := m.audit.catchUp(ctx) // apply the audit entry for this day, which was just stored
		return true, err
	}
	return true, nil
}

// Refresh reads the bot accounts again, because other processes may have marked accounts.
func (m *BotAccounts) Refresh(ctx context.Context) error {
	m.audit.changes.Lock()
	defer m.audit.changes.Unlock()
	marked, err := m.audit.store.BotAccounts(ctx)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.marked = marked
	return nil
}

// hasEntry reports whether the audit log has an entry for the accounts that were marked as bot
// accounts on the given day.
func (m *BotAccounts) hasEntry(day string) bool {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.markedOn == day
}

// of returns the accounts that were marked as bot accounts on a day, in no particular order.
func (m *BotAccounts) of(day string) (list []player.ID) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	for id, at := range m.marked {
		if Day(at) == day {
			list = append(list, id)
		}
	}
	return list
}

// Unmark turns a bot account into an ordinary account. The account is marked again as soon as
// a program plays for it.
func (m *BotAccounts) Unmark(ctx context.Context, by, target player.ID, reason string) error {
	_, err := m.audit.change(ctx, AuditEntry{By: by, Action: BotUnmarked, Target: target, Reason: reason}, func(*AuditEntry) error {
		if err := m.roles.MayActOn(by, target, reason); err != nil {
			return err
		}
		if !m.Marked(target) {
			return NotMachine.Refuse()
		}
		return nil
	})
	return err
}

func (m *BotAccounts) apply(e AuditEntry) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch e.Action {
	case BotMarked:
		m.markedOn = e.Value
	case BotUnmarked:
		delete(m.marked, e.Target)
	case AccountDeleted:
		delete(m.marked, e.By)
	}
}
