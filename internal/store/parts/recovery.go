package parts

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"quadrille/internal/player"
)

// recoveryLasts is the lifetime of a recovery code.
const recoveryLasts = 24 * time.Hour

// AddKey adds a key to an account; see [player.Recovery].
func (s *Keyring) AddKey(ctx context.Context, id player.ID, key player.Fingerprint) error {
	if id.Guest() {
		return player.KeylessGuest.Refuse()
	}
	return s.Update(ctx, func(tx *Tx) (refused, failed error) {
		now := s.Clock.Wall()
		who, refused, failed := tx.mayLead(id, key)
		switch {
		case refused != nil || failed != nil:
			return refused, failed
		case who.Name == "":
			return player.Nameless.Refuse(), nil
		}
		return nil, tx.Exec(leadKey, string(key), string(id), now.UnixMicro(), dayOf(now))
	})
}

// RecoveryCode creates a code that lets a new key replace a lost one; see [player.Recovery].
func (s *Keyring) RecoveryCode(ctx context.Context, id player.ID) (code string, until time.Time, err error) {
	if id.Guest() {
		return "", until, player.KeylessGuest.Refuse()
	}
	now := s.Clock.Wall()
	until = now.Add(recoveryLasts)
	code, hash := player.NewInvite()
	err = s.Update(ctx, func(tx *Tx) (refused, failed error) {
		if refused, failed := tx.mayInvite(id, now); refused != nil || failed != nil {
			return refused, failed
		}
		if err := tx.Exec(`DELETE FROM key_codes WHERE account = $1 AND recovery`, string(id)); err != nil {
			return nil, err
		}
		return nil, tx.Exec(
			`INSERT INTO key_codes (hash, account, until, recovery) VALUES ($1, $2, $3, TRUE)`,
			hash,
			string(id),
			until.UnixMicro(),
		)
	})
	if err != nil {
		return "", time.Time{}, err
	}
	return code, until, nil
}

// Recovers returns the account for which an unused recovery code was made; see
// [player.Recovery].
func (s *Keyring) Recovers(ctx context.Context, code string) (id player.ID, err error) {
	hash, ok := player.InviteHash(code)
	if !ok {
		return "", nil
	}
	err = s.Read.QueryRowContext(ctx, `SELECT account FROM key_codes WHERE hash = $1 AND until > $2 AND recovery`,
		hash, s.Clock.Wall().UnixMicro()).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return id, s.Trouble(err)
}
