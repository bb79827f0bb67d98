package club

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"time"

	"quadrille/internal/player"
)

// Ban keeps somebody out: one account, one key, or all from a range of addresses.
type Ban struct {
	Number int64
	Whom   player.ID
	Key    player.Fingerprint
	Range  netip.Prefix
	At     time.Time
	Until  time.Time // zero: for good
	By     player.ID
	Rank   Role // of who made it, when it was made
	Reason string
}

func (b Ban) holds(now time.Time) bool { return b.Until.IsZero() || now.Before(b.Until) }

// same reports whether two bans keep out the same account, key or range.
func (b Ban) same(other Ban) bool {
	return b.Whom == other.Whom && b.Key == other.Key && b.Range == other.Range
}

func (b Ban) meets(id player.ID, key player.Fingerprint, from netip.Addr) bool {
	return b.Whom != "" && b.Whom == id || b.Key != "" && b.Key == key || b.Range.IsValid() && b.Range.Contains(from.Unmap())
}

// ParseRange reads an address or a range of them.
func ParseRange(text string) (netip.Prefix, error) {
	if p, err := netip.ParsePrefix(text); err == nil {
		if p.Addr().Is4In6() { // an IPv4 range written in IPv6, with 96 bits before it
			p = netip.PrefixFrom(p.Addr().Unmap(), p.Bits()-96)
		}
		if p.IsValid() {
			return p.Masked(), nil
		}
	}
	a, err := netip.ParseAddr(text)
	if err != nil {
		return netip.Prefix{}, fmt.Errorf("%q is no address: write one like 192.0.2.7, 192.0.2.0/24 or 2001:db8::/48", text)
	}
	a = a.Unmap().WithZone("")
	return netip.PrefixFrom(a, a.BitLen()), nil
}

// Bans are those that hold, the oldest first.
func (h *Club) Bans() []Ban {
	now := h.now()
	h.mu.RLock()
	defer h.mu.RUnlock()
	return slices.SortedFunc(func(yield func(Ban) bool) {
		for b := range maps.Values(h.bans) {
			if b.holds(now) && !yield(b) {
				return
			}
		}
	}, func(a, b Ban) int { return int(a.Number - b.Number) })
}

// Ban keeps out whoever b names.
func (h *Club) Ban(ctx context.Context, by player.ID, b Ban) (Ban, error) {
	d := AuditEntry{By: by, Verb: Banned, Whom: b.Whom, Key: string(b.Key), Until: b.Until, Reason: b.Reason}
	if b.Range.IsValid() {
		d.Range = b.Range.String()
	}
	d, err := h.change(ctx, d, func(d *AuditEntry) error {
		switch {
		case d.Reason == "":
			return ErrNoReason
		case !b.holds(h.now()):
			return errors.New("that time is over already: say how long from now, like 12h or 30d")
		}
		if at := slices.IndexFunc(h.Bans(), b.same); at >= 0 {
			other := h.Bans()[at]
			return fmt.Errorf("ban %d keeps them out already, %s; to change it, lift it first: admin unban %d", other.Number, Until(other.Until), other.Number)
		}
		return h.MayBan(by, b.Whom)
	})
	b.Number, b.At, b.By, b.Reason = d.Number, d.At, by, d.Reason
	return b, err
}

// MayBan says why by may not keep somebody out.
func (h *Club) MayBan(by, whom player.ID) error {
	if h.Role(whom) == Owner {
		return errors.New("an owner cannot be banned: take the role away before")
	}
	return h.may(by, Moderator, whom)
}

// Unban lifts a ban. A moderator cannot lift one that an owner made.
func (h *Club) Unban(ctx context.Context, by player.ID, number int64, reason string) error {
	_, err := h.change(ctx, AuditEntry{By: by, Verb: Unbanned, Of: number, Reason: reason}, func(d *AuditEntry) error {
		at := slices.IndexFunc(h.Bans(), func(b Ban) bool { return b.Number == number })
		if at < 0 {
			return fmt.Errorf("there is no ban %d that holds; admin bans lists them", number)
		}
		b := h.Bans()[at]
		d.Whom = b.Whom
		if b.Rank == Owner && by != "" && h.Role(by) < Owner {
			return fmt.Errorf("ban %d was made by an owner: ask an owner to lift it", number)
		}
		return h.may(by, Moderator, "")
	})
	return err
}
