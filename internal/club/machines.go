package club

import (
	"context"
	"errors"

	"quadrille/internal/player"
)

var errNoMachine = errors.New("no program has played for that account; there is no mark to take away")

// Machine reports whether an account is marked as a machine: a program played for
// it by the door for programs.
func (h *Club) Machine(id player.ID) bool {
	h.mu.RLock()
	defer h.mu.RUnlock()
	_, marked := h.machines[id]
	return marked
}

// RatesMachines reports whether machines may sit at rated tables that are opened now.
func (h *Club) RatesMachines() bool {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return h.config.RatesMachines
}

// RatesBots reports whether bots of the house may.
func (h *Club) RatesBots() bool {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return h.config.RatesBots
}

// MarkMachine stores that a program plays for an account. It does nothing for guests,
// who have no account, and for accounts that are marked. The first mark of a day (UTC)
// makes an audit entry; fresh keys by the thousand make no more than that.
func (h *Club) MarkMachine(ctx context.Context, id player.ID) error {
	if id.Guest() || h.Machine(id) {
		return nil
	}
	marked, err := h.markMachine(ctx, id)
	if marked {
		h.tell()
	}
	return err
}

func (h *Club) markMachine(ctx context.Context, id player.ID) (marked bool, err error) {
	h.changes.Lock()
	defer h.changes.Unlock()
	if h.Machine(id) { // at another table, a moment ago
		return false, nil
	}
	at := h.now().UTC()
	var daily *AuditEntry
	if day := Day(at); day != h.markedOn {
		daily = &AuditEntry{At: at, Verb: MachineMarked, Value: day}
	}
	if err := h.keeper.MarkMachine(ctx, id, at, daily); err != nil {
		return false, err
	}
	if daily != nil {
		h.fold(*daily)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.machines[id] = at
	return true, nil
}

// machinesOf returns the accounts that were marked on a day, in no order.
func (h *Club) machinesOf(day string) (list []player.ID) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	for id, at := range h.machines {
		if Day(at) == day {
			list = append(list, id)
		}
	}
	return list
}

// UnmarkMachine lets an account be a person's again, whose owner tried the door for
// programs by mistake. If a program plays for it once more, it is marked once more.
func (h *Club) UnmarkMachine(ctx context.Context, by, whom player.ID, reason string) error {
	_, err := h.change(ctx, AuditEntry{By: by, Verb: MachineUnmarked, Whom: whom, Reason: reason}, func(*AuditEntry) error {
		if err := h.MayDealWith(by, whom, reason); err != nil {
			return err
		}
		if !h.Machine(whom) {
			return errNoMachine
		}
		return nil
	})
	return err
}
