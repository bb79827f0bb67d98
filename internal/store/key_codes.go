package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"quadrille/internal/player"
)

// invitationLasts is the lifetime of a key code. openOfOne and openInAll limit the unused
// codes of one account and of all accounts.
const (
	invitationLasts = 10 * time.Minute
	openOfOne       = 3
	openInAll       = 4096
)

// Invite creates a code with which another key can be added to an account; see
// [player.Keyring].
func (s *Keyring) Invite(ctx context.Context, id player.ID) (code string, until time.Time, err error) {
	if id.Guest() {
		return "", until, player.KeylessGuest.Refuse()
	}
	now := s.now()
	until = now.Add(invitationLasts)
	code, hash := player.NewInvite()
	err = s.writer.submit(ctx, func(p *writeConn) (refused, failed error) {
		if refused, failed := p.mayInvite(id, now); refused != nil || failed != nil {
			return refused, failed
		}
		if _, err := p.newInvitation.Exec(hash, string(id), until.UnixMicro()); err != nil {
			return nil, err
		}
		_, err := p.trimInvitations.Exec(string(id), openOfOne)
		return nil, err
	})
	if err != nil {
		return "", time.Time{}, err
	}
	return code, until, nil
}

func (p *writeConn) mayInvite(id player.ID, now time.Time) (refused, failed error) {
	name, err := p.nameOf(id)
	if err != nil {
		return nil, err
	}
	keys, err := p.count(p.countKeys, id)
	if err != nil {
		return nil, err
	}
	var open int
	if err := p.countInvitations.QueryRow(now.UnixMicro()).Scan(&open); err != nil {
		return nil, err
	}
	switch {
	case name == "":
		return player.Nameless.Refuse(), nil
	case keys >= maxKeys:
		return manyKeys(), nil
	case open >= openInAll:
		return player.ManyCodes.Refuse(), nil
	}
	_, err = p.dropExpired.Exec(now.UnixMicro())
	return nil, err
}

// Join adds a key to the account for which a code was made; see [player.Keyring]. A code
// remains usable until a key is added.
func (s *Keyring) Join(ctx context.Context, code string, key player.Fingerprint) (player.Player, error) {
	hash, ok := player.InviteHash(code)
	if !ok {
		return player.Player{}, player.CodeNotOpen.Refuse()
	}
	var joined player.Player
	err := s.writer.submit(ctx, func(p *writeConn) (refused, failed error) {
		now := s.now()
		if joined, refused, failed = p.invited(hash, key, now); refused != nil || failed != nil {
			return refused, failed
		}
		if _, err := p.leadKey.Exec(string(key), string(joined.ID), now.UnixMicro(), dayOf(now)); err != nil {
			return nil, err
		}
		_, err := p.useInvitation.Exec(hash)
		return nil, err
	})
	if err != nil {
		return player.Player{}, err
	}
	return joined, nil
}

// invited returns the account for which a code was made, if a key may be added to it.
func (p *writeConn) invited(hash []byte, key player.Fingerprint, now time.Time) (who player.Player, refused, failed error) {
	switch err := p.invitation.QueryRow(hash, now.UnixMicro()).Scan(&who.ID); {
	case errors.Is(err, sql.ErrNoRows):
		return who, player.CodeNotOpen.Refuse(), nil
	case err != nil:
		return who, nil, err
	}
	return p.mayLead(who.ID, key)
}

// mayLead refuses to add a key to an account if the key belongs to another named account, or
// if the account has too many keys. It returns the player of the account.
func (p *writeConn) mayLead(id player.ID, key player.Fingerprint) (who player.Player, refused, failed error) {
	who.ID = id
	holder, err := p.holderOf(key)
	if err != nil {
		return who, nil, err
	}
	already, err := p.nameOf(holder)
	if err != nil {
		return who, nil, err
	}
	keys, err := p.count(p.countKeys, who.ID)
	switch {
	case err != nil:
		return who, nil, err
	case holder == who.ID:
		return who, player.KeyKnown.Refuse(), nil
	case already != "":
		return who, player.HasAccount.Refuse(already), nil
	case keys >= maxKeys:
		return who, manyKeys(), nil
	}
	who.Name, err = p.nameOf(who.ID)
	return who, nil, err
}
