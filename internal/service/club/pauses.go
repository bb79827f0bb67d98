package club

import (
	"context"
	"sync"
	"time"

	"quadrille/internal/player"
)

// Pause is the time in which a player is not paired with other people, because they left games
// in quick succession. It is computed from the games; see package lobby.
type Pause struct {
	Left  int       // number of games that the player left
	Last  time.Time // when the player left the last of them
	Until time.Time
}

// Pauses holds the leaves that moderators excused when they lifted a pause.
type Pauses struct {
	audit *Audit
	roles *Roles

	mu      sync.RWMutex
	excused map[player.ID]time.Time // the time of the last excused leave of each account
}

// Excused returns the time of the last leave of an account that a moderator excused. It is zero
// if there is none.
func (p *Pauses) Excused(id player.ID) time.Time {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.excused[id]
}

// Lift ends a player's pause, so that the leaves up to the pause no longer count.
func (p *Pauses) Lift(ctx context.Context, by, target player.ID, pause Pause, reason string) error {
	_, err := p.audit.change(
		ctx,
		AuditEntry{By: by, Action: PauseLifted, Target: target, Until: pause.Last, Reason: reason},
		func(*AuditEntry) error {
			if err := p.roles.may(by, Moderator, target); err != nil {
				return err
			}
			if !pause.Last.After(p.Excused(target)) { // there is no pause, or another moderator has just lifted it
				return NotPaused.Refuse()
			}
			return nil
		},
	)
	return err
}

func (p *Pauses) apply(e AuditEntry) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e.Action {
	case PauseLifted:
		p.excused[e.Target] = e.Until
	case AccountDeleted:
		delete(p.excused, e.By)
	}
}
