package lobby

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"quadrille/internal/analysis"
	"quadrille/internal/bot"
	"quadrille/internal/club"
	"quadrille/internal/evening"
	"quadrille/internal/evening/pairing"
	"quadrille/internal/player"
	"quadrille/internal/quota"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
)

// Limits on tables in memory.
const (
	hostLimit    = 8  // maximum number of live tables of one host
	finishedKept = 20 // number of finished tables in the view
)

// Store stores the events and summaries of tables.
type Store interface {
	table.Log
	// Create stores a table's first event as seq 1, with its summary, and returns the
	// new table's number.
	Create(ctx context.Context, opened table.Event, s *table.Summary) (table.ID, error)
	// Live returns the tables that are not closed. Finished returns closed tables, newest
	// first.
	Live(ctx context.Context) ([]table.Stored, error)
	Finished(ctx context.Context, limit int) ([]table.Stored, error)
	// Started stores that the server started at the given time, and returns the outages
	// before it. Alive stores that the server still runs.
	Started(ctx context.Context, at time.Time) ([]table.Outage, error)
	Alive(ctx context.Context, at time.Time) error
	// Search returns finished games, newest first.
	Search(ctx context.Context, q table.Search) ([]table.Found, error)
	// Since returns at most limit events of a table that come after event number after.
	Since(ctx context.Context, id table.ID, after, limit int) ([]table.Numbered, error)
	// Readable reports whether a player may read a closed table: a public one, one where
	// they played, or any table if all is true. It takes equally long for a table that does
	// not exist.
	Readable(ctx context.Context, id table.ID, by player.ID, all bool) (bool, error)
	// Load returns all events of a table, or an error that wraps [table.ErrNoTable].
	Load(ctx context.Context, id table.ID) ([]table.Event, error)
}

// Config holds the services and settings of a lobby.
type Config struct {
	Store Store
	// Evenings stores evenings; if nil, there are none.
	Evenings pairing.Store
	// Ladder returns ratings; if nil, nobody has one.
	Ladder club.Ladder
	// Bots chooses the moves of the server's bots; if nil, there are no bots. The lobby does
	// not close the pool.
	Bots *bot.Pool
	// Rights decides what each account may do. If nil, see [live.Config].
	Rights table.Rights
	// Stalls reports the times during which the process did not run; nil for never.
	Stalls *live.Stalls
	// NewGames reports whether tables may be opened and games may start now; nil for always.
	NewGames func() bool
	// Changed is called with each new view of a table, and with nil after a change of
	// the evening. It must not block. May be nil.
	Changed func(*table.View)
	// Blocked returns the accounts that an account has blocked. It gets no invitations from
	// them and does not see their chat at tables. Blocked must not block. If it is nil,
	// nobody is blocked.
	Blocked func(by player.ID) map[player.ID]bool
	// Vacation returns when the vacation of a player ends, or the zero time without one. It
	// must not block. May be nil.
	Vacation func(player.ID) time.Time
	// Quotas limits how much accounts and addresses may store; nil for no limits.
	Quotas *quota.Quotas
	// AnalysisNodes limits the nodes of each search of an analysis. 0 means as many as the
	// strongest bot searches.
	AnalysisNodes int
	Now           func() time.Time // nil for time.Now
	Logger        *slog.Logger     // nil for slog.Default
}

// Lobby keeps the tables of a server and knows who is connected. Its methods may be
// called concurrently.
type Lobby struct {
	cfg         *Config
	tables      *tables
	scheduler   *scheduler
	presence    *presence
	invitations *invitations
	publisher   *publisher
	opener      *opener
	maintenance *maintenance
	guesses     *guesses
	evenings    *evening.Service
	analyses    *analysis.Service
	deletions   atomic.Uint64 // accounts that were replaced
	stop        chan struct{} // closed when the lobby closes
}

// Bots reports whether the server has bots.
func (l *Lobby) Bots() bool { return l.cfg.Bots != nil }

// Create opens a table and returns once it is stored.
func (l *Lobby) Create(ctx context.Context, by player.Player, terms table.Terms) (*live.Table, error) {
	if terms.Private == table.ByPassword {
		return nil, PasswordNeeded.Refuse()
	}
	return l.opener.openChecked(ctx, by, terms, "")
}

// Since returns at most limit stored events of a table that come after event number after.
// Not everybody may see all of them: see [live.Table.Shown].
func (l *Lobby) Since(ctx context.Context, id table.ID, after, limit int) ([]table.Numbered, error) {
	return l.cfg.Store.Since(ctx, id, after, limit)
}
