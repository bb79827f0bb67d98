// Package clubtest provides test helpers for package club: an audit log in memory, and a
// test suite for implementations of [club.AuditStore].
package clubtest

import (
	"context"
	"encoding/json"
	"maps"
	"math"
	"sync"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/club"
)

// Memory is a [club.AuditStore] that keeps the audit entries in memory. It encodes them as
// the database does.
type Memory struct {
	mu      sync.Mutex
	entries []kept

	botAccounts map[player.ID]time.Time
}

// MarkBotAccount implements [club.AuditStore].
func (m *Memory) MarkBotAccount(ctx context.Context, id player.ID, at time.Time, daily *club.AuditEntry) error {
	if daily != nil {
		if _, err := m.Record(ctx, *daily, math.MaxInt64); err != nil {
			return err
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.botAccounts == nil {
		m.botAccounts = map[player.ID]time.Time{}
	}
	m.botAccounts[id] = at
	return ctx.Err()
}

// BotAccounts implements [club.AuditStore].
func (m *Memory) BotAccounts(context.Context) (map[player.ID]time.Time, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := map[player.ID]time.Time{}
	maps.Copy(list, m.botAccounts)
	return list, nil
}

type kept struct {
	head   club.AuditEntry // only the fields that the JSON in `detail` omits
	detail []byte
}

// Record implements [club.AuditStore].
func (m *Memory) Record(ctx context.Context, d club.AuditEntry, after int64) (int64, error) {
	detail, err := json.Marshal(d)
	if err != nil {
		return 0, err
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	number := int64(len(m.entries) + 1)
	if number-1 > after {
		return 0, club.ErrBehind
	}
	if d.Action == club.BotUnmarked {
		delete(m.botAccounts, d.Target)
	}
	m.entries = append(m.entries, kept{club.AuditEntry{Number: number, At: d.At, By: d.By, Action: d.Action}, detail})
	return number, nil
}

// Entries implements [club.AuditStore].
func (m *Memory) Entries(_ context.Context, after int64) ([]club.AuditEntry, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []club.AuditEntry
	for _, k := range m.entries {
		d := k.head
		if err := json.Unmarshal(k.detail, &d); err != nil {
			return nil, err
		}
		if d.Number > after {
			list = append(list, d)
		}
	}
	return list, nil
}

// Open returns a club with an audit log in memory. The accounts in roles have the given
// roles.
func Open(ctx context.Context, config club.Config, roles map[player.ID]club.Role) (*club.Club, error) {
	h, err := club.Open(ctx, &Memory{}, config)
	if err != nil {
		return nil, err
	}
	for id, role := range roles {
		if err := h.Roles.Appoint(ctx, "", id, role, ""); err != nil {
			return nil, err
		}
	}
	return h, nil
}
