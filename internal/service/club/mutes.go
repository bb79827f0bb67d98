package club

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"quadrille/internal/player"
)

// Mutes holds the muted accounts. A muted account cannot chat.
type Mutes struct {
	audit *Audit
	roles *Roles

	mu    sync.RWMutex
	until map[player.ID]time.Time // end of each mute; zero if permanent
	rank  map[player.ID]Role      // the role of the moderator who muted each account, at the time of the mute
}

// Until reports whether an account is muted, and if so, until when. The zero time means that
// the mute is permanent.
func (m *Mutes) Until(id player.ID) (until time.Time, muted bool) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	until, muted = m.until[id]
	return until, muted && (until.IsZero() || m.audit.now().Before(until))
}

// All returns the accounts that were muted and have not been unmuted. Some of these mutes
// may have expired.
func (m *Mutes) All() []player.ID {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return slices.Sorted(maps.Keys(m.until))
}

// Set mutes or unmutes an account. If `until` is zero, the mute is permanent. Only an owner
// can unmute an account that an owner has muted.
func (m *Mutes) Set(ctx context.Context, by, target player.ID, mute bool, until time.Time, reason string) error {
	verb := Unmuted
	if mute {
		verb = Muted
	}
	_, err := m.audit.change(
		ctx,
		AuditEntry{By: by, Action: verb, Target: target, Until: until, Reason: reason},
		func(e *AuditEntry) error {
			_, muted := m.Until(target)
			switch {
			case mute && e.Reason == "":
				return NoReason.Refuse()
			case mute && muted:
				return IsMuted.Refuse()
			case !mute && !muted:
				return NotMuted.Refuse()
			}
			if err := m.roles.may(by, Moderator, target); err != nil {
				return err
			}
			if !mute && m.byOwner(target) && by != "" && m.roles.of(by) < Owner {
				return OwnersMute.Refuse()
			}
			return nil
		},
	)
	return err
}

func (m *Mutes) byOwner(target player.ID) bool {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.rank[target] == Owner
}

func (m *Mutes) apply(e AuditEntry, rank Role) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch e.Action {
	case Muted:
		m.until[e.Target], m.rank[e.Target] = e.Until, rank
	case Unmuted:
		delete(m.until, e.Target)
	case AccountDeleted:
		delete(m.until, e.By)
	}
}
