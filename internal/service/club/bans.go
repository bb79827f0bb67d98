package club

import (
	"context"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/player"
)

// Ban is a ban of an account, a key, or a range of addresses.
type Ban struct {
	Number  int64
	Account player.ID
	Key     player.Fingerprint
	Range   netip.Prefix
	At      time.Time
	Until   time.Time // zero if the ban is permanent
	By      player.ID
	Rank    Role // the role that By had when they made the ban
	Reason  string
}

func (b Ban) holds(now time.Time) bool { return b.Until.IsZero() || now.Before(b.Until) }

// same reports whether two bans are on the same account, key or range.
func (b Ban) same(other Ban) bool {
	return b.Account == other.Account && b.Key == other.Key && b.Range == other.Range
}

// Exempts reports whether the ban does not apply to accounts with the given role. No ban
// applies to owners, and a ban that a moderator made applies to no moderator.
func (b Ban) Exempts(role Role) bool {
	return role == Owner || role >= Moderator && role >= b.Rank
}

// endsAfter reports whether a ban ends later than the ban `other`.
func (b Ban) endsAfter(other Ban) bool {
	return !other.Until.IsZero() && (b.Until.IsZero() || b.Until.After(other.Until))
}

func (b Ban) meets(id player.ID, key player.Fingerprint, from netip.Addr) bool {
	return b.Account != "" && b.Account == id || b.Key != "" && b.Key == key || b.Range.IsValid() && b.Range.Contains(from.Unmap())
}

// The shortest prefixes of ranges on which moderators can act.
const (
	moderatorBits4 = 24
	moderatorBits6 = 48
)

// MayActOnRange returns an error if an account may not act on a whole range of addresses.
// Moderators can act on ranges up to a limited size, and owners on any range.
func (r *Roles) MayActOnRange(by player.ID, on netip.Prefix) error {
	least := moderatorBits6
	if on.Addr().Is4() {
		least = moderatorBits4
	}
	if on.IsValid() && on.Bits() < least && by != "" && r.of(by) < Owner {
		return WideRange.Refuse(on.String())
	}
	return nil
}

// ParseRange parses an address or a range of addresses.
func ParseRange(text string) (netip.Prefix, error) {
	if p, err := netip.ParsePrefix(text); err == nil {
		if p.Addr().Is4In6() { // an IPv4 range written as IPv6: the first 96 bits of the address precede the IPv4 address
			p = netip.PrefixFrom(p.Addr().Unmap(), p.Bits()-96)
		}
		if p.IsValid() {
			return p.Masked(), nil
		}
	}
	a, err := netip.ParseAddr(text)
	if err != nil || strings.Contains(a.Zone(), "/") { // "fe80::1%eth0/64" is no range, but an address whose zone is "eth0/64"
		return netip.Prefix{}, NoAddress.Refuse(strconv.Quote(text))
	}
	a = a.Unmap().WithZone("")
	return netip.PrefixFrom(a, a.BitLen()), nil
}

// Bans holds all bans, including expired ones.
type Bans struct {
	audit *Audit
	roles *Roles
	zone  func() *time.Location // time zone of the club

	mu   sync.RWMutex
	bans map[int64]Ban
}

// All returns the bans that have not ended, oldest first.
func (bs *Bans) All() []Ban {
	now := bs.audit.now()
	bs.mu.RLock()
	defer bs.mu.RUnlock()
	return slices.SortedFunc(func(yield func(Ban) bool) {
		for b := range maps.Values(bs.bans) {
			if b.holds(now) && !yield(b) {
				return
			}
		}
	}, func(a, b Ban) int { return int(a.Number - b.Number) })
}

// find returns the current ban of the same account, key or range.
func (bs *Bans) find(b Ban) (same Ban, found bool) {
	all := bs.All()
	i := slices.IndexFunc(all, b.same)
	if i < 0 {
		return Ban{}, false
	}
	return all[i], true
}

// Add adds a ban.
func (bs *Bans) Add(ctx context.Context, by player.ID, b Ban) (Ban, error) {
	d := AuditEntry{By: by, Action: Banned, Target: b.Account, Key: string(b.Key), Until: b.Until, Reason: b.Reason}
	if b.Range.IsValid() {
		d.Range = b.Range.String()
	}
	d, err := bs.audit.change(ctx, d, func(e *AuditEntry) error {
		switch {
		case e.Reason == "":
			return NoReason.Refuse()
		case !b.holds(bs.audit.now()):
			return BanOver.Refuse()
		}
		if err := bs.mayAdd(by, b.Account, b.Range); err != nil {
			return err
		}
		if other, found := bs.find(b); found {
			return BannedAlready.Refuse(strconv.FormatInt(other.Number, 10), Until(other.Until, bs.zone()))
		}
		return nil
	})
	b.Number, b.At, b.By, b.Reason = d.Number, d.At, by, d.Reason
	return b, err
}

// mayAdd returns an error if one account (by) may not ban another account (target) or a range
// of addresses.
func (bs *Bans) mayAdd(by, target player.ID, on netip.Prefix) error {
	if bs.roles.of(target) == Owner {
		return OwnerBan.Refuse()
	}
	if err := bs.roles.may(by, Moderator, target); err != nil {
		return err
	}
	return bs.roles.MayActOnRange(by, on)
}

// Lift ends a ban. Only owners can end a ban that an owner made.
func (bs *Bans) Lift(ctx context.Context, by player.ID, number int64, reason string) error {
	_, err := bs.audit.change(ctx, AuditEntry{By: by, Action: Unbanned, Ref: number, Reason: reason}, func(e *AuditEntry) error {
		all := bs.All()
		at := slices.IndexFunc(all, func(b Ban) bool { return b.Number == number })
		if at < 0 {
			return NoSuchBan.Refuse(strconv.FormatInt(number, 10))
		}
		b := all[at]
		e.Target = b.Account
		if b.Rank == Owner && by != "" && bs.roles.of(by) < Owner {
			return OwnersBan.Refuse(strconv.FormatInt(number, 10))
		}
		return bs.roles.may(by, Moderator, "")
	})
	return err
}

func (bs *Bans) apply(e AuditEntry, rank Role) {
	bs.mu.Lock()
	defer bs.mu.Unlock()
	switch e.Action {
	case Banned:
		prefix, _ := netip.ParsePrefix(e.Range)
		bs.bans[e.Number] = Ban{e.Number, e.Target, player.Fingerprint(e.Key), prefix, e.At, e.Until, e.By, rank, e.Reason}
	case Unbanned:
		delete(bs.bans, e.Ref)
	}
}

// against returns the current ban that applies to an account with the given role, a key or an
// address, and reports whether there is one. Of several bans it returns the one that ends last.
func (bs *Bans) against(role Role, id player.ID, key player.Fingerprint, from netip.Addr) (found Ban, banned bool) {
	now := bs.audit.now()
	bs.mu.RLock()
	defer bs.mu.RUnlock()
	for _, b := range bs.bans {
		switch {
		case !b.holds(now) || b.Exempts(role) || !b.meets(id, key, from):
		case !banned || b.endsAfter(found) || b.Until.Equal(found.Until) && b.Number < found.Number:
			found, banned = b, true
		}
	}
	return found, banned
}

// Barred reports whether an address is banned. People whom the bans of the address exempt can
// still connect from it with their keys.
func (bs *Bans) Barred(from netip.Addr) bool {
	_, barred := bs.against(Guest, "", "", from)
	return barred
}

// BanError is the error returned to a banned person who tries to connect.
type BanError struct{ Ban Ban }

// Error tells the banned person that they are banned, and until when.
func (b *BanError) Error() string {
	until := ""
	if !b.Ban.Until.IsZero() {
		until = " until " + clock.Minute(b.Ban.Until, time.UTC)
	}
	return fmt.Sprintf("you are banned%s: %s", until, b.Ban.Reason)
}
