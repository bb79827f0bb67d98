package club

import (
	"context"
	"net/netip"
	"strings"

	"quadrille/internal/player"
)

// reasonCells is how long the reason of a deed can be.
const reasonCells = 200

// change stores a deed that decide found right, folds it and tells who watches.
// decide looks at the house as it is, and nobody changes that meanwhile.
func (h *Club) change(ctx context.Context, d AuditEntry, decide func(d *AuditEntry) error) (AuditEntry, error) {
	var err error
	if d.Reason, err = cleanReason(d.Reason); err != nil {
		return d, err
	}
	if err := h.store(ctx, &d, decide); err != nil {
		return d, err
	}
	h.tell()
	return d, nil
}

// cleanReason is a reason as it is kept. Who typed nothing but blanks gave none.
func cleanReason(reason string) (string, error) {
	if strings.TrimSpace(reason) == "" {
		return "", nil
	}
	return player.CleanLine(reason, reasonCells)
}

func (h *Club) store(ctx context.Context, d *AuditEntry, decide func(d *AuditEntry) error) (err error) {
	h.changes.Lock()
	defer h.changes.Unlock()
	if err := decide(d); err != nil {
		return err
	}
	d.At = h.now().UTC()
	if d.Number, err = h.keeper.Record(ctx, *d); err != nil {
		return err
	}
	h.fold(*d)
	return nil
}

// Note remembers a deed that changes nothing in the house itself.
func (h *Club) Note(ctx context.Context, d AuditEntry) error {
	_, err := h.Enter(ctx, d, func() error { return nil })
	return err
}

// Enter is Note where possible returns nil. It returns the number of the entry.
// No other entry is made meanwhile.
func (h *Club) Enter(ctx context.Context, d AuditEntry, possible func() error) (number int64, err error) {
	d, err = h.change(ctx, d, func(*AuditEntry) error { return possible() })
	return d.Number, err
}

// Audit are the deeds that were kept with a number above after, the oldest first.
func (h *Club) Audit(ctx context.Context, after int64) ([]AuditEntry, error) {
	return h.keeper.Entries(ctx, after)
}

// fold is what a deed makes of the house. It refuses nothing: that was decided
// before it was stored.
func (h *Club) fold(d AuditEntry) {
	h.mu.Lock()
	defer h.mu.Unlock()
	rank := h.members[d.By].Role
	if d.By == "" {
		rank = Owner
	}
	h.keys.fold(d, rank)
	switch d.Verb {
	case Appointed:
		h.appoint(d.Whom, d.Role, d)
	case Removed:
		delete(h.members, d.Whom)
	case Muted:
		h.muted[d.Whom] = d.Until
	case Unmuted:
		delete(h.muted, d.Whom)
	case Banned:
		prefix, _ := netip.ParsePrefix(d.Range)
		h.bans[d.Number] = Ban{d.Number, d.Whom, player.Fingerprint(d.Key), prefix, d.At, d.Until, d.By, rank, d.Reason}
	case Unbanned:
		delete(h.bans, d.Of)
	case Invited:
		h.passes[d.Number] = Invitation{Number: d.Number, Role: d.Role, Uses: d.Uses, Until: d.Until, By: d.By, At: d.At, For: d.Value, hash: d.Hash}
	case Revoked:
		p := h.passes[d.Of]
		p.Revoked = true
		h.passes[d.Of] = p
	case Joined:
		h.appoint(d.By, d.Role, d)
		if p, ok := h.passes[d.Of]; ok {
			p.Used++
			h.passes[d.Of] = p
		}
	case Left:
		delete(h.members, d.By)
		delete(h.muted, d.By)
		delete(h.machines, d.By)
		delete(h.renamed, d.By)
	case Renamed:
		if d.By != d.Whom {
			h.renamed[d.Whom] = d.At
		}
	case MachineMarked:
		h.markedOn = d.Value
	case MachineUnmarked:
		delete(h.machines, d.Whom)
	case Set:
		h.settings[Setting(d.Setting)] = d.Value
	case Unset:
		delete(h.settings, Setting(d.Setting))
	}
	if h.owned() {
		h.owning = nil
	}
}

func (h *Club) appoint(id player.ID, role Role, d AuditEntry) {
	if role == Guest {
		delete(h.members, id)
		return
	}
	p, ok := h.members[id]
	if !ok {
		p = Person{ID: id, Since: d.At}
	}
	p.Role = role
	h.members[id] = p
}

// owned reports whether anybody is owner; the lock is held.
func (h *Club) owned() bool {
	for _, p := range h.members {
		if p.Role == Owner {
			return true
		}
	}
	return false
}
