package club

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"quadrille/internal/player"
)

// Invitation is an invitation: a code gives a role to who says it. Only the hash of the
// code is kept.
type Invitation struct {
	Number     int64
	Role       Role
	Uses, Used int
	Until      time.Time
	By         player.ID
	At         time.Time
	Revoked    bool
	For        string // the name of whom it is for; empty: for anybody
	hash       []byte
}

// How long an invitation is open, how often it can be used, and how many are open
// at a time.
const (
	MaxInvitationTime = 365 * 24 * time.Hour
	MaxInvitationUses = 1000
	maxInvitations    = 500
)

// Why a code gives nothing.
var (
	ErrNoInvitation      = errors.New("there is no such invitation; ask who gave you the code for another")
	errInvitationExpired = errors.New("that invitation has expired; ask who gave it to you for another")
	errInvitationUsed    = errors.New("that invitation was used up; ask who gave it to you for another")
	errInvitationRevoked = errors.New("that invitation was taken back; ask who gave it to you")
)

// Invitations holds the invitations that were made.
type Invitations struct {
	audit *Audit
	roles *Roles

	mu        sync.RWMutex
	all       map[int64]Invitation
	ownerCode []byte // hash of the code by which the first owner comes, while there is none
}

// Open returns those that can still be used, the oldest first.
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

// open says why a pass gives nothing any more.
func (p Invitation) open(now time.Time) error {
	switch {
	case p.Revoked:
		return errInvitationRevoked
	case p.Used >= p.Uses:
		return errInvitationUsed
	case !now.Before(p.Until):
		return errInvitationExpired
	}
	return nil
}

// Add makes a code by which as many people as it has uses get a role. Moderators
// invite members; owners invite whom they like.
// With a name it is for one person, who gets that name; nobody else can choose it
// until then.
func (in *Invitations) Add(ctx context.Context, by player.ID, role Role, uses int, lasts time.Duration, name, reason string) (code string, p Invitation, err error) {
	if name != "" {
		if name, err = player.CleanName(name); err != nil {
			return "", Invitation{}, err
		}
	}
	code, hash := player.NewInvite()
	until := in.audit.now().Add(lasts).UTC()
	d, err := in.audit.change(ctx, AuditEntry{By: by, Verb: Invited, Role: role, Uses: uses, Until: until, Hash: hash, Value: name, Reason: reason}, func(*AuditEntry) error {
		switch {
		case role == Guest:
			return errors.New("nobody needs an invitation to be a guest: say member, moderator or owner")
		case name != "" && uses != 1:
			return errors.New("an invitation with a name is for one person: leave out --uses")
		case uses < 1 || uses > MaxInvitationUses:
			return fmt.Errorf("an invitation can be used from 1 to %d times", MaxInvitationUses)
		case lasts <= 0 || lasts > MaxInvitationTime:
			return errors.New("an invitation lasts from a minute to 365 days: say how long, like 12h or 7d")
		case len(in.Open()) >= maxInvitations:
			return fmt.Errorf("%d invitations are open already: revoke some", maxInvitations)
		}
		return in.roles.may(by, toGive(role), "")
	})
	if err != nil {
		return "", Invitation{}, err
	}
	return code, Invitation{Number: d.Number, Role: role, Uses: uses, Until: until, By: by, At: d.At, For: name}, nil
}

// Revoke takes an invitation back.
func (in *Invitations) Revoke(ctx context.Context, by player.ID, number int64, reason string) error {
	_, err := in.audit.change(ctx, AuditEntry{By: by, Verb: Revoked, Of: number, Reason: reason}, func(*AuditEntry) error {
		if !slices.ContainsFunc(in.Open(), func(p Invitation) bool { return p.Number == number }) {
			return fmt.Errorf("there is no open invitation %d; admin invitations lists them", number)
		}
		return in.roles.may(by, Moderator, "")
	})
	return err
}

// Join gives who says a code the role that was promised. claim gives them the name of
// an invitation that is for somebody, or says why not.
func (in *Invitations) Join(ctx context.Context, code string, me player.ID, claim func(name string) error) (Role, error) {
	hash, ok := player.InviteHash(code)
	if !ok {
		return Guest, ErrNoInvitation
	}
	d, err := in.audit.change(ctx, AuditEntry{By: me, Verb: Joined}, func(d *AuditEntry) error {
		if me.Guest() {
			return errKeyless
		}
		p, err := in.promised(hash)
		if err != nil {
			return err
		}
		if in.roles.Of(me) >= p.Role {
			return fmt.Errorf("you are %v already; keep the code for somebody else", in.roles.Of(me))
		}
		d.Of, d.Role = p.Number, p.Role
		if p.For != "" {
			return claim(p.For)
		}
		return nil
	})
	return d.Role, err
}

// promised is the invitation of a code.
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
	return Invitation{}, ErrNoInvitation
}

// OwnersCode returns a code that makes the first person who uses it the owner. A club
// that has an owner has no such code; each start of a club without one makes a new one.
func (in *Invitations) OwnersCode() (code string, ok bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.roles.owned() {
		return "", false
	}
	code, in.ownerCode = player.NewInvite()
	return code, true
}

func (in *Invitations) apply(e AuditEntry) {
	in.mu.Lock()
	defer in.mu.Unlock()
	switch e.Verb {
	case Invited:
		in.all[e.Number] = Invitation{Number: e.Number, Role: e.Role, Uses: e.Uses, Until: e.Until, By: e.By, At: e.At, For: e.Value, hash: e.Hash}
	case Revoked:
		i := in.all[e.Of]
		i.Revoked = true
		in.all[e.Of] = i
	case Joined:
		if i, ok := in.all[e.Of]; ok {
			i.Used++
			in.all[e.Of] = i
		}
	}
	if in.roles.owned() {
		in.ownerCode = nil
	}
}
