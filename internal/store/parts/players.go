package parts

import (
	"context"
	"database/sql"
	"errors"

	"quadrille/internal/news"
	"quadrille/internal/player"
)

// Accounts stores the names of accounts and deletes accounts; see [player.Directory] and
// [player.Accounts].
type Accounts struct {
	*DB
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
	switch err := s.Read.QueryRowContext(ctx, `SELECT name, bot FROM players WHERE id = $1`, string(id)).Scan(&p.Name, &p.BotAccount); {
	case errors.Is(err, sql.ErrNoRows):
		return player.Player{}, false, nil
	case err != nil:
		return player.Player{}, false, s.Trouble(err)
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
	folded, now := player.Fold(name), s.Clock.Wall()
	err = s.Update(ctx, func(tx *Tx) (refused, failed error) {
		if refused, failed := tx.hasKey(id); refused != nil || failed != nil {
			return refused, failed
		}
		var holder string
		switch err := tx.Row(nameHolder, folded).Scan(&holder); {
		case err == nil && holder != string(id):
			return player.Taken.Refuse(name), nil
		case err != nil && !errors.Is(err, sql.ErrNoRows):
			return nil, err
		}
		if err := tx.Exec(setName, string(id), name, folded, now.UnixMicro()); err != nil {
			return nil, err
		}
		if err := tx.Exec(firstKey, string(id), now.UnixMicro(), dayOf(now)); err != nil {
			return nil, err
		}
		return nil, tx.publish(news.Names, player.Player{ID: id, Name: name})
	})
	if err = s.tell(TopicNews, err); err != nil {
		return player.Player{}, err
	}
	return player.Player{ID: id, Name: name}, nil
}

// hasKey refuses to name an account to which no key logs in any more, because nobody could
// use that name.
func (tx *Tx) hasKey(id player.ID) (refused, failed error) {
	keys, err := tx.count(countKeys, id)
	if err != nil || keys > 0 {
		return nil, err
	}
	holder, err := tx.holderOf(player.Fingerprint(id))
	if err == nil && holder != id {
		refused = player.KeyMoved.Refuse()
	}
	return refused, err
}

const nameHolder = `SELECT id FROM players WHERE folded = $1`

const setName = `INSERT INTO players (id, name, folded, since) VALUES ($1, $2, $3, $4)
			ON CONFLICT (id) DO UPDATE SET name = excluded.name, folded = excluded.folded`

const firstKey = `INSERT INTO keys (fingerprint, account, added, last_used)
	SELECT CAST($1 AS TEXT), CAST($1 AS TEXT), CAST($2 AS BIGINT), CAST($3 AS BIGINT)
	WHERE NOT EXISTS (SELECT 1 FROM keys WHERE account = $1)`
