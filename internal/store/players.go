package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"quadrille/internal/player"
)

// Lookup is the player of that identity; see [player.Directory]. A guest's name
// follows from his identity and is not stored.
func (s *Store) Lookup(ctx context.Context, id player.ID) (p player.Player, ok bool, err error) {
	if id.Guest() {
		return player.Player{ID: id, Name: player.GuestName(id)}, true, nil
	}
	p.ID = id
	switch err := s.reads.player.QueryRowContext(ctx, string(id)).Scan(&p.Name); {
	case errors.Is(err, sql.ErrNoRows):
		return player.Player{}, false, nil
	case err != nil:
		return player.Player{}, false, trouble(s.dir.database(), err)
	}
	return p, true, nil
}

// Claim gives the identity a name, or another one; see [player.Directory].
func (s *Store) Claim(ctx context.Context, id player.ID, name string) (player.Player, error) {
	if id.Guest() {
		return player.Player{}, player.Refuse(player.GuestsOwn, "")
	}
	name, err := player.CleanName(name)
	if err != nil {
		return player.Player{}, err
	}
	folded, since := player.Fold(name), time.Now().UnixMicro()
	err = s.writer.submit(ctx, func(p *pen) (refused, failed error) {
		var holder string
		switch err := p.nameHolder.QueryRow(folded).Scan(&holder); {
		case err == nil && holder != string(id):
			return player.Refuse(player.Taken, name), nil
		case err != nil && !errors.Is(err, sql.ErrNoRows):
			return nil, err
		}
		_, err := p.setName.Exec(string(id), name, folded, since)
		return nil, err
	})
	if err != nil {
		return player.Player{}, err
	}
	return player.Player{ID: id, Name: name}, nil
}
