package club

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
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

// Passes are those that can still be used, the oldest first.
func (h *Club) Passes() []Invitation {
	now := h.now()
	h.mu.RLock()
	defer h.mu.RUnlock()
	return slices.SortedFunc(func(yield func(Invitation) bool) {
		for p := range maps.Values(h.passes) {
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

// Invite makes a code by which as many people as it has uses get a role. Moderators
// invite members; owners invite whom they like.
// With a name it is for one person, who gets that name; nobody else can choose it
// until then.
func (h *Club) Invite(ctx context.Context, by player.ID, role Role, uses int, lasts time.Duration, name, reason string) (code string, p Invitation, err error) {
	if name != "" {
		if name, err = player.CleanName(name); err != nil {
			return "", Invitation{}, err
		}
	}
	code, hash := player.NewInvite()
	until := h.now().Add(lasts).UTC()
	d, err := h.change(ctx, AuditEntry{By: by, Verb: Invited, Role: role, Uses: uses, Until: until, Hash: hash, Value: name, Reason: reason}, func(*AuditEntry) error {
		least := Moderator
		if role >= Moderator {
			least = Owner
		}
		switch {
		case role == Guest:
			return errors.New("nobody needs an invitation to be a guest: say member, moderator or owner")
		case name != "" && uses != 1:
			return errors.New("an invitation with a name is for one person: leave out --uses")
		case uses < 1 || uses > MaxInvitationUses:
			return fmt.Errorf("an invitation can be used from 1 to %d times", MaxInvitationUses)
		case lasts <= 0 || lasts > MaxInvitationTime:
			return errors.New("an invitation lasts from a minute to 365 days: say how long, like 12h or 7d")
		case len(h.Passes()) >= maxInvitations:
			return fmt.Errorf("%d invitations are open already: revoke some", maxInvitations)
		}
		return h.may(by, least, "")
	})
	if err != nil {
		return "", Invitation{}, err
	}
	return code, Invitation{Number: d.Number, Role: role, Uses: uses, Until: until, By: by, At: d.At, For: name}, nil
}

// Revoke takes an invitation back.
func (h *Club) Revoke(ctx context.Context, by player.ID, number int64, reason string) error {
	_, err := h.change(ctx, AuditEntry{By: by, Verb: Revoked, Of: number, Reason: reason}, func(*AuditEntry) error {
		if !slices.ContainsFunc(h.Passes(), func(p Invitation) bool { return p.Number == number }) {
			return fmt.Errorf("there is no open invitation %d; admin invitations lists them", number)
		}
		return h.may(by, Moderator, "")
	})
	return err
}

// Join gives who says a code the role that was promised. claim gives them the name of
// an invitation that is for somebody, or says why not.
func (h *Club) Join(ctx context.Context, code string, me player.ID, claim func(name string) error) (Role, error) {
	hash, ok := player.InviteHash(code)
	if !ok {
		return Guest, ErrNoInvitation
	}
	d, err := h.change(ctx, AuditEntry{By: me, Verb: Joined}, func(d *AuditEntry) error {
		if me.Guest() {
			return errKeyless
		}
		p, err := h.promised(hash)
		if err != nil {
			return err
		}
		if h.Role(me) >= p.Role {
			return fmt.Errorf("you are %v already; keep the code for somebody else", h.Role(me))
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
func (h *Club) promised(hash []byte) (Invitation, error) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	if h.owning != nil && bytes.Equal(h.owning, hash) {
		return Invitation{Role: Owner}, nil
	}
	for _, p := range h.passes {
		if bytes.Equal(p.hash, hash) {
			return p, p.open(h.now())
		}
	}
	return Invitation{}, ErrNoInvitation
}

// OwnersCode is what makes the first who says it the owner. A house that has one
// has no such code; each start of another makes a new one.
func (h *Club) OwnersCode() (code string, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.owned() {
		return "", false
	}
	code, h.owning = player.NewInvite()
	return code, true
}
