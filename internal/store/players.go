package store

import (
	"context"
	"database/sql"
	"errors"

	"quadrille/internal/player"
)

// Accounts stores the names of accounts and deletes accounts; see [player.Directory] and
// [player.Accounts].
type Accounts struct {
	*database
	exports chan struct{} // capacity 1, so that only one export runs at a time
}

// Lookup returns the player with an ID; see [player.Directory]. The names of guests, bots
// and deleted accounts are not stored, because they follow from the IDs.
func (s *Accounts) Lookup(ctx context.Context, id player.ID) (p player.Player, ok bool, err error) {
	if id.Guest() {
		return player.Player{ID: id, Name: player.GuestName(id)}, true, nil
	}
	if id.Bot() {
		return player.Player{ID: id, Name: player.BotName(id)}, true, nil
	}
	if id.Deleted() {
		return player.Player{ID: id, Name: player.AnonymousName(id)}, true, nil
	}
	p.ID = id
	switch err := s.reads.player.QueryRowContext(ctx, string(id)).Scan(&p.Name, &p.BotAccount); {
	case errors.Is(err, sql.ErrNoRows):
		return player.Player{}, false, nil
	case err != nil:
		return player.Player{}, false, s.trouble(err)
	}
	return p, true, nil
}

// Claim gives a name to an account or changes its name; see [player.Directory].
func (s *Accounts) Claim(ctx context.Context, id player.ID, name string) (player.Player, error) {
	if id.Guest() {
		return player.Player{}, player.FixedGuestName.Refuse()
	}
	name, err := player.CleanName(name)
	if err != nil {
		return player.Player{}, err
	}
	folded, now := player.Fold(name), s.now()
	err = s.writer.submit(ctx, func(p *writeConn) (refused, failed error) {
		if refused, failed := p.hasKey(id); refused != nil || failed != nil {
			return refused, failed
		}
		var holder string
		switch err := p.nameHolder.QueryRow(folded).Scan(&holder); {
		case err == nil && holder != string(id):
			return player.Taken.Refuse(name), nil
		case err != nil && !errors.Is(err, sql.ErrNoRows):
			return nil, err
		}
		if _, err := p.setName.Exec(string(id), name, folded, now.UnixMicro()); err != nil {
			return nil, err
		}
		_, err := p.firstKey.Exec(string(id), now.UnixMicro(), dayOf(now))
		return nil, err
	})
	if err != nil {
		return player.Player{}, err
	}
	return player.Player{ID: id, Name: name}, nil
}

// hasKey refuses an account to which no key logs in any more, because nobody could use a
// name claimed for it.
func (p *writeConn) hasKey(id player.ID) (refused, failed error) {
	keys, err := p.count(p.countKeys, id)
	if err != nil || keys > 0 {
		return nil, err
	}
	holder, err := p.holderOf(player.Fingerprint(id))
	if err == nil && holder != id {
		refused = player.KeyMoved.Refuse()
	}
	return refused, err
}
