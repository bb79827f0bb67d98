package postgres

import (
	"context"
	"database/sql"
	"errors"

	"quadrille/internal/store/parts"
)

// HostKey returns the SSH host key that all nodes use, or nil if none is stored.
func (s *Store) HostKey(ctx context.Context) (pem []byte, err error) {
	err = s.Read.QueryRowContext(ctx, `SELECT pem FROM host_key`).Scan(&pem)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return pem, s.backend.trouble(err)
}

// SetHostKey stores the SSH host key that all nodes use, unless a host key is already
// stored. It returns the key that is then stored.
func (s *Store) SetHostKey(ctx context.Context, pem []byte) (stored []byte, err error) {
	err = s.Update(ctx, func(tx *parts.Tx) (refused, failed error) {
		if err := tx.Exec(`INSERT INTO host_key (one, pem) VALUES (1, $1) ON CONFLICT DO NOTHING`, pem); err != nil {
			return nil, err
		}
		return nil, tx.Row(`SELECT pem FROM host_key`).Scan(&stored)
	})
	return stored, err
}
