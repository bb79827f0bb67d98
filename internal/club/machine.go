package club

import (
	"context"
	"errors"

	"quadrille/internal/player"
)

var (
	errNoMachine = errors.New("no program has played for that account; there is no mark to take away")
	errMarked    = errors.New("that account is marked already")
)

// Machine reports whether an account is marked as a machine: a program played for
// it by the door for programs.
func (h *House) Machine(id player.ID) bool {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return h.machines[id]
}

// MarkMachine keeps that a program plays for an account. A guest has none, and who is
// marked already stays so.
func (h *House) MarkMachine(ctx context.Context, id player.ID) error {
	if id.Guest() || h.Machine(id) {
		return nil
	}
	_, err := h.change(ctx, Deed{By: id, Verb: MachineMarked, Whom: id}, func(*Deed) error {
		if h.Machine(id) {
			return errMarked
		}
		return nil
	})
	if errors.Is(err, errMarked) { // at another table, a moment ago
		return nil
	}
	return err
}

// UnmarkMachine lets an account be a person's again, whose owner tried the door for
// programs by mistake. If a program plays for it once more, it is marked once more.
func (h *House) UnmarkMachine(ctx context.Context, by, whom player.ID, reason string) error {
	_, err := h.change(ctx, Deed{By: by, Verb: MachineUnmarked, Whom: whom, Reason: reason}, func(*Deed) error {
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
