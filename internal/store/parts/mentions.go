package parts

import (
	"context"

	"quadrille/internal/player"
)

// Mentions returns the events that name an account; see [player.Accounts]. It reads all
// events. Only one call reads at a time, so that exports of accounts never occupy all read
// connections.
func (s *Accounts) Mentions(ctx context.Context, id player.ID) ([]player.Mention, error) {
	select {
	case s.exports <- struct{}{}:
		defer func() { <-s.exports }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return all(s.query(ctx, `SELECT table_id, 0, seq, data FROM event_log WHERE instr(data, $1) > 0
		UNION ALL SELECT 0, evening, seq, data FROM evening_events WHERE instr(data, $1) > 0 ORDER BY 2, 1, 3`, idInJSON(id)),
		func(m *player.Mention) []any { return []any{&m.Table, &m.Evening, &m.Seq, (*[]byte)(&m.Event)} })
}
