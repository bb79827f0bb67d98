package lobby

import (
	"context"
	"log/slog"

	"quadrille/internal/evening"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// Evenings returns the evenings of this server.
func (l *Lobby) Evenings() *evening.Service { return l.evenings }

// eveningTables is what evenings need of the lobby.
type eveningTables struct{ lobby *Lobby }

// Summary returns the summary of a table, also of one that the directory does not
// list any more; nil if it cannot be read.
func (t eveningTables) Summary(ctx context.Context, id table.ID) *table.Summary {
	l := t.lobby
	if s := l.tables.summary(id); s != nil {
		return s
	}
	one, err := l.tables.finished(ctx, id)
	if err != nil {
		l.cfg.Logger.Warn("an evening's table cannot be looked at", slog.Int64("table", int64(id)), slog.Any("error", err))
		return nil
	}
	return one.View().Summary
}

// Load returns a live table.
func (t eveningTables) Load(ctx context.Context, id table.ID) (*live.Table, error) {
	return t.lobby.tables.open(ctx, id)
}

// BoardTable returns the number of the table of a board, 0 if there is none.
func (t eveningTables) BoardTable(place table.EveningBoard) table.ID {
	return t.lobby.tables.directory.find(func(s *table.Summary) bool { return s.Terms.Evening != nil && *s.Terms.Evening == place })
}

// Open opens a table at which only these people sit. It does not count among those
// that its host may have.
func (t eveningTables) Open(ctx context.Context, host player.Player, terms table.Terms, people [rules.SeatCount]player.Player) (*live.Table, error) {
	l := t.lobby
	if err := l.cfg.Quotas.Charge(ctx, host.ID, 1, false); err != nil {
		return nil, err
	}
	return l.opener.openBoard(ctx, table.CurrentPlayer(l.cfg.Rights, host), terms.ForClub(l.cfg.Rights), people)
}

// NotifyPlayer tells a player who is connected where they play. That is no invitation of a
// person's, so no bound on those holds, and nobody is muted by it.
func (t eveningTables) NotifyPlayer(whom player.Player, c evening.Assignment) {
	t.lobby.invitations.inviteToBoard(whom.ID, c)
}

// Changed tells everybody who looks at the lobby.
func (t eveningTables) Changed() {
	t.lobby.publisher.invalidate()
	t.lobby.cfg.Changed(nil)
}
