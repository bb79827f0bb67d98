package store

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
	return s.writer.submit(ctx, func(p *writeConn) (refused, failed error) {
		now := s.now()
		who, refused, failed := p.mayLead(id, key)
		switch {
		case refused != nil || failed != nil:
			return refused, failed
		case who.Name == "":
			return player.Nameless.Refuse(), nil
		}
		_, err := p.leadKey.Exec(string(key), string(id), now.UnixMicro(), dayOf(now))
		return nil, err
	})
}

// RecoveryCode creates a code that lets a new key replace a lost one; see [player.Recovery].
func (s *Keyring) RecoveryCode(ctx context.Context, id player.ID) (code string, until time.Time, err error) {
	if id.Guest() {
		return "", until, player.KeylessGuest.Refuse()
	}
	now := s.now()
	until = now.Add(recoveryLasts)
	code, hash := player.NewInvite()
	err = s.writer.submit(ctx, func(p *writeConn) (refused, failed error) {
		if refused, failed := p.mayInvite(id, now); refused != nil || failed != nil {
			return refused, failed
		}
		if _, err := p.conn.ExecContext(ctx, `DELETE FROM key_codes WHERE account = ? AND recovery`, string(id)); err != nil {
			return nil, err
		}
		_, err := p.conn.ExecContext(ctx, `INSERT INTO key_codes (hash, account, until, recovery) VALUES (?, ?, ?, 1)`, hash, string(id), until.UnixMicro())
		return nil, err
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
	err = s.read.QueryRowContext(ctx, `SELECT account FROM key_codes WHERE hash = ? AND until > ? AND recovery`, hash, s.now().UnixMicro()).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return id, s.trouble(err)
}
