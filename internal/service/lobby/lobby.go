package lobby

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"quadrille/internal/bot"
	"quadrille/internal/clock"
	"quadrille/internal/pairing"
	"quadrille/internal/player"
	"quadrille/internal/service/analysis"
	"quadrille/internal/service/club"
	"quadrille/internal/service/evening"
	"quadrille/internal/service/lobby/password"
	"quadrille/internal/service/quota"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
)

// Limits on the tables in the lobby.
const (
	hostLimit    = 8  // maximum number of live tables of one host
	finishedKept = 20 // number of finished tables in a view
)

// Store stores the events and summaries of tables.
type Store interface {
	table.Log
	// Create stores the first event and the summary of a new table, and returns the number
	// of the table.
	Create(ctx context.Context, opened table.Event, s *table.Summary) (table.ID, error)
	// Live returns the tables that are not closed. Finished returns the closed tables,
	// newest first.
	Live(ctx context.Context) ([]table.Stored, error)
	Finished(ctx context.Context, limit int) ([]table.Stored, error)
	// Started records that the server started at the given time, and returns its earlier
	// outages. Alive records that the server was running at the given time.
	Started(ctx context.Context, at time.Time) (clock.Outages, error)
	Alive(ctx context.Context, at time.Time) error
	// Search returns finished games, newest first.
	Search(ctx context.Context, q table.Search) ([]table.Found, error)
	// Since returns the events of a table whose numbers are greater than `after`, in order,
	// but at most `limit` events.
	Since(ctx context.Context, id table.ID, after, limit int) ([]table.Numbered, error)
	// Readable reports whether a player may read a closed table. Players may read public
	// tables and tables where they played. If the parameter `all` is true, the player may
	// read any table. Its duration does not depend on whether the table exists.
	Readable(ctx context.Context, id table.ID, by player.ID, all bool) (bool, error)
	// Load returns all events of a table, or an error that wraps [table.ErrNoTable].
	Load(ctx context.Context, id table.ID) ([]table.Event, error)
}

// Config holds the services and settings of a lobby.
type Config struct {
	Store Store
	// Evenings stores evenings; nil means that there are none.
	Evenings pairing.Store
	// Ladder returns ratings; nil means that nobody has a rating.
	Ladder club.Ladder
	// Bots chooses the moves of the server's bots; nil means that there are no bots. The
	// lobby does not close the pool.
	Bots *bot.Pool
	// Rights tells what each account may do; [live.Config] says what nil means.
	Rights table.Rights
	// Audit stores audit entries about what moderators do at private tables and evenings; nil
	// means that there is no audit log.
	Audit club.Noter
	// NewGames reports whether tables may be opened and games may start now; nil means
	// always.
	NewGames func() bool
	// Changed is called with the summary of each table that has changed, and with nil after a
	// change of the current evening. It must not block.
	Changed func(*table.Summary)
	// Blocked returns the accounts that a player has blocked. The player gets no invitations
	// from these accounts and does not see their chat at tables. The function must return
	// without waiting. If it is nil, nobody is blocked.
	Blocked func(by player.ID) map[player.ID]bool
	// Vacation returns the time at which a player's vacation ends, or the zero time if the
	// player has no vacation. It must not block. It may be nil.
	Vacation func(player.ID) time.Time
	// PauseLifted returns the time of the last leave that a moderator excused; see
	// [Lobby.PairingPause]. It must not block. If it is nil, no leave was excused.
	PauseLifted func(player.ID) time.Time
	// Quotas limits how much accounts and addresses may store; nil means no limits.
	Quotas *quota.Quotas
	// AnalysisNodes limits the number of nodes (positions) in each search of an analysis. 0
	// means as many as the strongest bot searches.
	AnalysisNodes int
	// Cluster connects the lobby to the other nodes that share its store; nil if there are none.
	Cluster *Cluster
	Clock   *clock.Clock // nil means the system's clock
	Logger  *slog.Logger // nil means slog.Default
}

// Lobby manages the tables of a server and tracks who is connected. Its methods may be
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
	passwords   *password.Checks
	evenings    *evening.Service
	entries     moderatorEntries
	analyses    *analysis.Service
	deletions   atomic.Uint64 // number of deleted accounts that were replaced with anonymous players
	stop        chan struct{} // closed when the lobby closes
}

// Bots reports whether the server has bots.
func (l *Lobby) Bots() bool { return l.cfg.Bots != nil }

// NewGames reports whether tables may be opened and games may start now.
func (l *Lobby) NewGames() bool { return l.cfg.NewGames() }

// Create opens a table, and returns it after it has been stored.
func (l *Lobby) Create(ctx context.Context, by player.Player, terms table.Terms) (*live.Table, error) {
	if terms.Private == table.ByPassword {
		return nil, PasswordNeeded.Refuse()
	}
	return l.opener.openChecked(ctx, by, terms, "", nil)
}

// Check returns why Create, CreateInstead and CreateWithPassword would refuse to open a table for a
// player now, or nil. It leaves out passwords, quotas and what happens while the table is stored.
func (l *Lobby) Check(by player.Player, terms table.Terms) error { return l.opener.check(by, terms) }

// CreateInstead opens a public table in place of waiting tables that the caller will close. Those
// do not count towards the limits on waiting tables.
func (l *Lobby) CreateInstead(ctx context.Context, by player.Player, terms table.Terms, closing []table.ID) (*live.Table, error) {
	return l.opener.openChecked(ctx, by, terms, "", closing)
}

// Since returns stored events of a table: the first `limit` of those with numbers greater than
// `after`. Not everybody may see all of these events: see [live.Table.Shown].
func (l *Lobby) Since(ctx context.Context, id table.ID, after, limit int) ([]table.Numbered, error) {
	return l.cfg.Store.Since(ctx, id, after, limit)
}
