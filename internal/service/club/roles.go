package club

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"quadrille/internal/player"
)

// Roles holds the roles of accounts and checks which actions a role allows.
type Roles struct {
	audit *Audit

	mu     sync.RWMutex
	people map[player.ID]Person
}

// Person is an account with a role.
type Person struct {
	ID    player.ID
	Role  Role
	Since time.Time
}

// of returns the role of an account.
func (r *Roles) of(id player.ID) Role {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.people[id].Role
}

// People returns all accounts with a role, the highest role first. Accounts with the same
// role are in the order in which they got it.
func (r *Roles) People() []Person {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return slices.SortedFunc(maps.Values(r.people), func(a, b Person) int {
		return cmp.Or(int(b.Role)-int(a.Role), a.Since.Compare(b.Since), cmp.Compare(a.ID, b.ID))
	})
}

// may returns an error if the role of the acting account `by` is lower than the role `least`,
// or too low to act on the target. If `by` is empty, the administrator of the server's machine
// acts, who may do everything.
func (r *Roles) may(by player.ID, least Role, target player.ID) error {
	if by == "" {
		return nil
	}
	own, other := r.of(by), r.of(target)
	switch {
	case own < least:
		return LowRole.Refuse(least.String(), own.String())
	case target == by && own != Owner:
		return Oneself.Refuse()
	case target != "" && own != Owner && other >= own:
		return HighRole.Refuse(other.String(), own.String())
	}
	return nil
}

// May returns an error if the account `by` has a lower role than `least`.
func (r *Roles) May(by player.ID, least Role) error { return r.may(by, least, "") }

// MayActOn returns an error if the account `by` may not act on the account `target`, or if the
// reason is missing or cannot be stored. The reason must be checked here,
// because the audit entry is stored only after the action.
func (r *Roles) MayActOn(by, target player.ID, reason string) error {
	kept, err := cleanReason(reason)
	switch {
	case err != nil:
		return err
	case kept == "":
		return NoReason.Refuse()
	}
	return r.may(by, Moderator, target)
}

// owned reports whether there is an owner.
func (r *Roles) owned() bool { return r.owners() > 0 }

func (r *Roles) owners() (n int) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, p := range r.people {
		if p.Role == Owner {
			n++
		}
	}
	return n
}

// staysOwned returns an error if a change of role would leave the club without an owner.
func (r *Roles) staysOwned(target player.ID, role Role) error {
	if r.of(target) == Owner && role != Owner && r.owners() == 1 {
		return LastOwner.Refuse()
	}
	return nil
}

// Appoint gives an account a role. Moderators can appoint members; owners can give any role.
func (r *Roles) Appoint(ctx context.Context, by, target player.ID, role Role, reason string) error {
	_, err := r.audit.change(
		ctx,
		AuditEntry{By: by, Action: Appointed, Target: target, Role: role, Reason: reason},
		func(*AuditEntry) error {
			if target.Guest() {
				return GuestRole.Refuse()
			}
			if err := r.may(by, toGive(role), target); err != nil {
				return err
			}
			if r.of(target) == role {
				return HasRole.Refuse(role.String())
			}
			return r.staysOwned(target, role)
		},
	)
	return err
}

// toGive returns the lowest role whose holders may give `role` to other accounts.
func toGive(role Role) Role {
	if role >= Moderator {
		return Owner
	}
	return Moderator
}

// Remove removes an account's role.
func (r *Roles) Remove(ctx context.Context, by, target player.ID, reason string) error {
	_, err := r.audit.change(ctx, AuditEntry{By: by, Action: Removed, Target: target, Reason: reason}, func(e *AuditEntry) error {
		if e.Reason == "" {
			return NoReason.Refuse()
		}
		if r.of(target) == Guest {
			return NoMember.Refuse()
		}
		if err := r.may(by, Moderator, target); err != nil {
			return err
		}
		return r.staysOwned(target, Guest)
	})
	return err
}

// Leave removes the role of an account that is being deleted. It does not call the
// functions passed to [Club.Watch]: in a members-only club, one of them would close the
// player's session before the deletion is complete.
func (r *Roles) Leave(ctx context.Context, me player.ID) error {
	return r.audit.add(ctx, &AuditEntry{By: me, Action: AccountDeleted}, func(*AuditEntry) error { return r.staysOwned(me, Guest) })
}

func (r *Roles) apply(e AuditEntry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch e.Action {
	case Appointed:
		r.give(e.Target, e.Role, e.At)
	case Joined:
		r.give(e.By, e.Role, e.At)
	case Removed:
		delete(r.people, e.Target)
	case AccountDeleted:
		delete(r.people, e.By)
	}
}

// give sets the role of an account. The lock must be held.
func (r *Roles) give(id player.ID, role Role, at time.Time) {
	if role == Guest {
		delete(r.people, id)
		return
	}
	p, ok := r.people[id]
	if !ok {
		p = Person{ID: id, Since: at}
	}
	p.Role = role
	r.people[id] = p
}
