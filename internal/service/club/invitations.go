package club

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"quadrille/internal/player"
)

// Invitation gives a role to the person who enters its code. Only the hash of the code is
// stored.
type Invitation struct {
	Number     int64
	Role       Role
	Uses, Used int
	Until      time.Time
	By         player.ID
	At         time.Time
	Revoked    bool
	For        string // the name that the invited person gets; empty if they may choose one
	hash       []byte
}

// Limits on invitations: the maximum time that an invitation is valid, the maximum number of
// times that it can be used, and the maximum number of invitations that are open at the same
// time.
const (
	MaxInvitationTime = 365 * 24 * time.Hour
	MaxInvitationUses = 1000
	maxInvitations    = 500
)

// Invitations holds all invitations.
type Invitations struct {
	audit *Audit
	roles *Roles

	mu        sync.RWMutex
	all       map[int64]Invitation
	ownerCode []byte // hash of the newest code that OwnersCode returned; nil if there is an owner
	owners    int    // number of times that any account was made an owner; see OwnersCode
}

// Open returns the invitations that can still be used, the oldest first.
func (in *Invitations) Open() []Invitation {
	now := in.audit.now()
	in.mu.RLock()
	defer in.mu.RUnlock()
	return slices.SortedFunc(func(yield func(Invitation) bool) {
		for p := range maps.Values(in.all) {
			if p.open(now) == nil && !yield(p) {
				return
			}
		}
	}, func(a, b Invitation) int { return int(a.Number - b.Number) })
}

// open returns nil if an invitation can still be used, and otherwise an error that says why
// it cannot.
func (p Invitation) open(now time.Time) error {
	switch {
	case p.Revoked:
		return InvitationRevoked.Refuse()
	case p.Used >= p.Uses:
		return InvitationUsed.Refuse()
	case !now.Before(p.Until):
		return InvitationExpired.Refuse()
	}
	return nil
}

// Add creates an invitation and returns its code. Moderators can invite people to become
// members, and owners can give any role. An invitation with a name is for one person, who
// gets that name. Nobody else can take the name while the invitation is open.
func (in *Invitations) Add(
	ctx context.Context,
	by player.ID,
	role Role,
	uses int,
	lasts time.Duration,
	name, reason string,
) (code string, p Invitation, err error) {
	if name != "" {
		if name, err = player.CleanName(name); err != nil {
			return "", Invitation{}, err
		}
	}
	code, hash := player.NewInvite()
	until := in.audit.now().Add(lasts).UTC()
	d, err := in.audit.change(
		ctx,
		AuditEntry{By: by, Action: Invited, Role: role, Uses: uses, Until: until, Hash: hash, Value: name, Reason: reason},
		func(*AuditEntry) error {
			switch {
			case role == Guest:
				return GuestInvited.Refuse()
			case name != "" && uses != 1:
				return NamedOnce.Refuse()
			case uses < 1 || uses > MaxInvitationUses:
				return BadUses.Refuse()
			case lasts <= 0 || lasts > MaxInvitationTime:
				return BadTime.Refuse()
			case len(in.Open()) >= maxInvitations:
				return ManyInvitations.Refuse()
			}
			return in.roles.may(by, toGive(role), "")
		},
	)
	if err != nil {
		return "", Invitation{}, err
	}
	return code, Invitation{Number: d.Number, Role: role, Uses: uses, Until: until, By: by, At: d.At, For: name}, nil
}

// Revoke revokes an invitation.
func (in *Invitations) Revoke(ctx context.Context, by player.ID, number int64, reason string) error {
	_, err := in.audit.change(ctx, AuditEntry{By: by, Action: Revoked, Ref: number, Reason: reason}, func(*AuditEntry) error {
		if !slices.ContainsFunc(in.Open(), func(p Invitation) bool { return p.Number == number }) {
			return NotOpenNumber.Refuse(strconv.FormatInt(number, 10))
		}
		return in.roles.may(by, Moderator, "")
	})
	return err
}

// Join gives a person the role of the invitation whose code they enter. If the invitation
// has a name, Join first calls the function `claim`, which gives the person that name.
func (in *Invitations) Join(ctx context.Context, code string, me player.ID, claim func(name string) error) (Role, error) {
	hash, ok := player.InviteHash(code)
	if !ok {
		return Guest, NoInvitation.Refuse()
	}
	d, err := in.audit.change(ctx, AuditEntry{By: me, Action: Joined}, func(d *AuditEntry) error {
		if me.Guest() {
			return GuestRole.Refuse()
		}
		p, err := in.promised(hash)
		if err != nil {
			return err
		}
		if in.roles.of(me) >= p.Role {
			return RoleAlready.Refuse(in.roles.of(me).String())
		}
		d.Ref, d.Role = p.Number, p.Role
		if p.For != "" {
			return claim(p.For)
		}
		return nil
	})
	return d.Role, err
}

// promised returns the open invitation whose code has the given hash.
func (in *Invitations) promised(hash []byte) (Invitation, error) {
	in.mu.RLock()
	defer in.mu.RUnlock()
	if in.ownerCode != nil && bytes.Equal(in.ownerCode, hash) {
		return Invitation{Role: Owner}, nil
	}
	for _, p := range in.all {
		if bytes.Equal(p.hash, hash) {
			return p, p.open(in.audit.now())
		}
	}
	return Invitation{}, NoInvitation.Refuse()
}

// OwnersCode returns a code with which one person becomes an owner. ok is false if the club
// already has an owner. Nodes with the same secret return the same code. If secret is nil,
// each call replaces the code.
func (in *Invitations) OwnersCode(secret []byte) (code string, ok bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.roles.owned() {
		return "", false
	}
	if secret == nil {
		code, in.ownerCode = player.NewInvite()
	} else {
		code, in.ownerCode = player.DerivedInvite(secret, in.owners)
	}
	return code, true
}

func (in *Invitations) apply(e AuditEntry) {
	in.mu.Lock()
	defer in.mu.Unlock()
	switch e.Action {
	case Invited:
		in.all[e.Number] = Invitation{
			Number: e.Number,
			Role:   e.Role,
			Uses:   e.Uses,
			Until:  e.Until,
			By:     e.By,
			At:     e.At,
			For:    e.Value,
			hash:   e.Hash,
		}
	case Revoked:
		i := in.all[e.Ref]
		i.Revoked = true
		in.all[e.Ref] = i
	case Joined:
		if i, ok := in.all[e.Ref]; ok {
			i.Used++
			in.all[e.Ref] = i
		}
	}
	if e.Role == Owner && e.Action != Invited {
		in.owners++
	}
	if in.roles.owned() {
		in.ownerCode = nil
	}
}
