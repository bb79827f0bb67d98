package parts

import (
	"context"

	"quadrille/internal/player"
)

// Settings stores the settings of players, the answers of their terminals, and the lessons that they have
// completed; see [player.Memory], [player.TerminalStore] and [player.LessonStore].
type Settings struct{ *DB }

// Recall returns the settings of a player; see [player.Memory].
func (s *Settings) Recall(ctx context.Context, id player.ID) (player.Settings, error) {
	if id.Guest() {
		return player.Settings{}, nil
	}
	var kept player.Settings
	var name, value string
	err := s.query(ctx, `SELECT name, value FROM settings WHERE player = $1`, string(id)).each([]any{&name, &value}, func() error {
		if c, err := player.ParseChoice(name, value); err == nil {
			kept = kept.With(c)
		}
		return nil
	})
	return kept, err
}

// Remember stores settings; see [player.Memory].
func (s *Settings) Remember(ctx context.Context, id player.ID, choices ...player.Choice) error {
	if id.Guest() {
		return player.GuestSettings.Refuse()
	}
	return s.Update(ctx, func(tx *Tx) (refused, failed error) {
		if refused, failed := tx.hasKey(id); refused != nil || failed != nil {
			return refused, failed
		}
		for _, c := range choices {
			if err := tx.Exec(setSetting, string(id), c.Setting.String(), c.Value); err != nil {
				return nil, err
			}
		}
		return nil, nil
	})
}

const setSetting = `INSERT INTO settings (player, name, value) VALUES ($1, $2, $3)
			ON CONFLICT (player, name) DO UPDATE SET value = excluded.value`

// mayStore reports whether more than settings may be stored for an account. It needs a key, and
// a name, which it has lost if it was deleted.
func (tx *Tx) mayStore(id player.ID) (ok bool, refused, failed error) {
	if refused, failed = tx.hasKey(id); refused != nil || failed != nil {
		return false, refused, failed
	}
	named, err := tx.count(`SELECT COUNT(*) FROM players WHERE id = $1`, id)
	return named > 0, nil, err
}
