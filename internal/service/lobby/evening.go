package lobby

import (
	"context"
	"log/slog"

	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/service/evening"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Evenings returns the evenings of this server.
func (l *Lobby) Evenings() *evening.Service { return l.evenings }

// eveningTables gives the evening service access to the tables of the lobby.
type eveningTables struct{ lobby *Lobby }

// Summary returns a table's summary, even if the lobby no longer lists the table. It
// returns nil if the table's log cannot be read.
func (t eveningTables) Summary(ctx context.Context, id table.ID) *table.Summary {
	l := t.lobby
	if s := l.tables.summary(id); s != nil {
		return s
	}
	one, err := l.tables.finished(ctx, id)
	if err != nil {
		l.cfg.Logger.Warn("cannot read the table of an evening", slog.Int64("table", int64(id)), slog.Any("error", err))
		return nil
	}
	return one.View().Summary
}

// Load returns a live table, which it loads if necessary.
func (t eveningTables) Load(ctx context.Context, id table.ID) (evening.Table, error) {
	return t.lobby.tables.open(ctx, id)
}

// BoardTable returns the number of the table at which a board of a club evening is
// played, or 0 if there is no such table.
func (t eveningTables) BoardTable(place table.EveningBoard) table.ID {
	return t.lobby.tables.directory.find(func(s *table.Summary) bool { return s.Terms.Evening != nil && *s.Terms.Evening == place })
}

// Open opens a table at which only the given people may sit. The table does not count
// towards the maximum number of tables of its host.
func (t eveningTables) Open(
	ctx context.Context,
	host player.Player,
	terms table.Terms,
	people [rules.SeatCount]player.Player,
) (evening.Table, error) {
	l := t.lobby
	if err := t.Charge(ctx, host.ID); err != nil {
		return nil, err
	}
	return l.opener.openBoard(ctx, table.CurrentPlayer(l.cfg.Rights, host), terms.ForClub(l.cfg.Rights), people)
}

// Charge counts an event against the quotas of a player.
func (t eveningTables) Charge(ctx context.Context, id player.ID) error {
	return t.lobby.cfg.Quotas.Charge(ctx, id, 1, false)
}

// Ratings returns the ratings of people in a game, in teams or free-for-all. If the server
// has no ladder, Ratings returns nil.
func (t eveningTables) Ratings(ctx context.Context, game string, teams bool, people []player.Player) (map[player.ID]int, error) {
	if t.lobby.cfg.Ladder == nil {
		return nil, nil
	}
	var ids []player.ID
	for _, p := range people {
		ids = append(ids, p.ID)
	}
	return club.RatingsIn(ctx, t.lobby.cfg.Ladder, game, teams, ids)
}

// NotifyPlayer invites a player, if they are connected, to the table at which the evening
// has placed them. Limits on invitations do not apply, and mutes do not hide the invitation.
func (t eveningTables) NotifyPlayer(other player.Player, c evening.Assignment) {
	t.lobby.invitations.inviteToBoard(other.ID, c)
}

// Changed publishes a change of the evening.
func (t eveningTables) Changed() {
	t.lobby.publisher.invalidate()
	t.lobby.cfg.Changed(nil)
}
