package club

import (
	"context"
	"errors"
	"fmt"
	"time"

	"quadrille/internal/player"
)

// What is said to who may not do what he asked for.
var (
	ErrNoReason  = errors.New("say why with --reason: it is kept, and moderators can read it")
	errLastOwner = errors.New("that is the only owner: appoint another one before")
	errOneself   = errors.New("that is yourself, which is not for you to deal with: ask an owner")
	errKeyless   = errors.New("a guest without a key is not known tomorrow: only who has a key has a role")
)

// may says why by may not do something that takes a role, to somebody who has
// one. The machine's own keyboard may everything.
func (h *Club) may(by player.ID, least Role, whom player.ID) error {
	if by == "" {
		return nil
	}
	his, theirs := h.Role(by), h.Role(whom)
	switch {
	case his < least:
		return fmt.Errorf("that takes a role of %v, and yours is %v", least, his)
	case whom == by && his != Owner:
		return errOneself
	case whom != "" && his != Owner && theirs >= his:
		return fmt.Errorf("who is %v is not for a %v to deal with: ask an owner", theirs, his)
	}
	return nil
}

// May returns an error if by has a lower role than least.
func (h *Club) May(by player.ID, least Role) error { return h.may(by, least, "") }

// staysOwned refuses what leaves the house without an owner.
func (h *Club) staysOwned(whom player.ID, role Role) error {
	if h.Role(whom) != Owner || role == Owner {
		return nil
	}
	owners := 0
	for _, p := range h.People() {
		if p.Role == Owner {
			owners++
		}
	}
	if owners == 1 {
		return errLastOwner
	}
	return nil
}

// Appoint gives somebody a role. Moderators make members; owners make everything.
func (h *Club) Appoint(ctx context.Context, by, whom player.ID, role Role, reason string) error {
	_, err := h.change(ctx, AuditEntry{By: by, Verb: Appointed, Whom: whom, Role: role, Reason: reason}, func(*AuditEntry) error {
		least := Moderator
		if role >= Moderator {
			least = Owner
		}
		if whom.Guest() {
			return errKeyless
		}
		if err := h.may(by, least, whom); err != nil {
			return err
		}
		if h.Role(whom) == role {
			return fmt.Errorf("that person is %v already", role)
		}
		return h.staysOwned(whom, role)
	})
	return err
}

// Remove makes a member a guest like any other.
func (h *Club) Remove(ctx context.Context, by, whom player.ID, reason string) error {
	_, err := h.change(ctx, AuditEntry{By: by, Verb: Removed, Whom: whom, Reason: reason}, func(d *AuditEntry) error {
		if d.Reason == "" {
			return ErrNoReason
		}
		if h.Role(whom) == Guest {
			return errors.New("that is no member")
		}
		if err := h.may(by, Moderator, whom); err != nil {
			return err
		}
		return h.staysOwned(whom, Guest)
	})
	return err
}

// Leave is for who deletes his account. Nobody is told yet: where only members come
// in that would end the session that does it, half-way.
func (h *Club) Leave(ctx context.Context, me player.ID) error {
	return h.store(ctx, &AuditEntry{By: me, Verb: Left}, func(*AuditEntry) error { return h.staysOwned(me, Guest) })
}

// Mute lets nobody hear what somebody says until then, for good if that is zero, or
// lets him be heard again.
func (h *Club) Mute(ctx context.Context, by, whom player.ID, mute bool, until time.Time, reason string) error {
	verb := Unmuted
	if mute {
		verb = Muted
	}
	_, err := h.change(ctx, AuditEntry{By: by, Verb: verb, Whom: whom, Until: until, Reason: reason}, func(d *AuditEntry) error {
		switch {
		case mute && d.Reason == "":
			return ErrNoReason
		case h.Muted(whom) == mute && mute:
			return errors.New("that person is muted already")
		case h.Muted(whom) == mute:
			return errors.New("that person is not muted")
		}
		return h.may(by, Moderator, whom)
	})
	return err
}

// MayDealWith says why by may not do something against somebody for that reason. One
// that could not be kept is none: it is written after what it was for is done.
func (h *Club) MayDealWith(by, whom player.ID, reason string) error {
	kept, err := cleanReason(reason)
	switch {
	case err != nil:
		return err
	case kept == "":
		return ErrNoReason
	}
	return h.may(by, Moderator, whom)
}
