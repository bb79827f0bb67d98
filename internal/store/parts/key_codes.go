package parts

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"quadrille/internal/player"
)

// invitationLasts is the lifetime of a key code. openOfOne is the maximum number of unused
// codes of one account. openInAll is the maximum number of unused codes of all accounts.
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
	now := s.Clock.Wall()
	until = now.Add(invitationLasts)
	code, hash := player.NewInvite()
	err = s.Update(ctx, func(tx *Tx) (refused, failed error) {
		if refused, failed := tx.mayInvite(id, now); refused != nil || failed != nil {
			return refused, failed
		}
		if err := tx.Exec(newInvitation, hash, string(id), until.UnixMicro()); err != nil {
			return nil, err
		}
		return nil, tx.Exec(trimInvitations, string(id), openOfOne)
	})
	if err != nil {
		return "", time.Time{}, err
	}
	return code, until, nil
}

func (tx *Tx) mayInvite(id player.ID, now time.Time) (refused, failed error) {
	name, err := tx.nameOf(id)
	if err != nil {
		return nil, err
	}
	keys, err := tx.count(countKeys, id)
	if err != nil {
		return nil, err
	}
	var open int
	if err := tx.Row(countInvitations, now.UnixMicro()).Scan(&open); err != nil {
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
	return nil, tx.Exec(dropExpired, now.UnixMicro())
}

// Join adds a key to the account for which a code was made; see [player.Keyring]. A code
// remains usable until a key is added.
func (s *Keyring) Join(ctx context.Context, code string, key player.Fingerprint) (player.Player, error) {
	hash, ok := player.InviteHash(code)
	if !ok {
		return player.Player{}, player.CodeNotOpen.Refuse()
	}
	var joined player.Player
	err := s.Update(ctx, func(tx *Tx) (refused, failed error) {
		now := s.Clock.Wall()
		if joined, refused, failed = tx.invited(hash, key, now); refused != nil || failed != nil {
			return refused, failed
		}
		if err := tx.Exec(leadKey, string(key), string(joined.ID), now.UnixMicro(), dayOf(now)); err != nil {
			return nil, err
		}
		return nil, tx.Exec(useInvitation, hash)
	})
	if err != nil {
		return player.Player{}, err
	}
	return joined, nil
}

// invited returns the account for which a code was made. It returns a refusal if the code is
// not valid, or if the key may not be added to that account.
func (tx *Tx) invited(hash []byte, key player.Fingerprint, now time.Time) (who player.Player, refused, failed error) {
	switch err := tx.Row(invitation, hash, now.UnixMicro()).Scan(&who.ID); {
	case errors.Is(err, sql.ErrNoRows):
		return who, player.CodeNotOpen.Refuse(), nil
	case err != nil:
		return who, nil, err
	}
	return tx.mayLead(who.ID, key)
}

// mayLead refuses to add `key` to the account `id` if the key belongs to another named
// account, or if the account `id` has too many keys. It also returns the player of the
// account `id`.
func (tx *Tx) mayLead(id player.ID, key player.Fingerprint) (who player.Player, refused, failed error) {
	who.ID = id
	holder, err := tx.holderOf(key)
	if err != nil {
		return who, nil, err
	}
	already, err := tx.nameOf(holder)
	if err != nil {
		return who, nil, err
	}
	keys, err := tx.count(countKeys, who.ID)
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
	who.Name, err = tx.nameOf(who.ID)
	return who, nil, err
}

const countKeys = `SELECT count(*) FROM keys WHERE account = $1`

const leadKey = `INSERT INTO keys (fingerprint, account, added, last_used) VALUES ($1, $2, $3, $4)
			ON CONFLICT (fingerprint) DO UPDATE SET account = excluded.account, added = excluded.added, last_used = excluded.last_used`

const invitation = `SELECT account FROM key_codes WHERE hash = $1 AND until > $2`

const newInvitation = `INSERT INTO key_codes (hash, account, until) VALUES ($1, $2, $3)`

const useInvitation = `DELETE FROM key_codes WHERE hash = $1`

const countInvitations = `SELECT count(*) FROM key_codes WHERE until > $1`

const dropExpired = `DELETE FROM key_codes WHERE until <= $1`

const trimInvitations = `DELETE FROM key_codes WHERE account = $1 AND NOT recovery AND hash NOT IN
			(SELECT hash FROM key_codes WHERE account = $1 AND NOT recovery ORDER BY until DESC LIMIT $2)`
