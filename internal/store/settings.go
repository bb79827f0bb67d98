package store

import (
	"context"

	"quadrille/internal/player"
)

// Settings stores the settings of players; see [player.Memory].
type Settings struct{ *database }

// Recall returns the settings of a player; see [player.Memory].
func (s *Settings) Recall(ctx context.Context, id player.ID) (player.Settings, error) {
	if id.Guest() {
		return player.Settings{}, nil
	}
	kept, err := s.recall(ctx, id)
	return kept, s.trouble(err)
}

func (s *Settings) recall(ctx context.Context, id player.ID) (kept player.Settings, err error) {
	rows, err := s.reads.settings.QueryContext(ctx, string(id))
	if err != nil {
		return kept, err
	}
	defer rows.Close()
	for rows.Next() {
		var name, value string
		if err := rows.Scan(&name, &value); err != nil {
			return kept, err
		}
		if c, err := player.ParseChoice(name, value); err == nil {
			kept = kept.With(c)
		}
	}
	return kept, rows.Err()
}

// Remember stores settings; see [player.Memory].
func (s *Settings) Remember(ctx context.Context, id player.ID, choices ...player.Choice) error {
	if id.Guest() {
		return player.GuestSettings.Refuse()
	}
	return s.writer.submit(ctx, func(p *writeConn) (refused, failed error) {
		if refused, failed := p.hasKey(id); refused != nil || failed != nil {
			return refused, failed
		}
		for _, c := range choices {
			if _, err := p.setSetting.Exec(string(id), c.Setting.String(), c.Value); err != nil {
				return nil, err
			}
		}
		return nil, nil
	})
}
