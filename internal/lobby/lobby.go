package lobby

import (
	"context"
	"log/slog"
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

// Bounds on what is kept at hand.
const (
	hostLimit    = 8  // live tables of one host
	finishedKept = 20 // finished tables in the view
)

// Store keeps tables for good.
type Store interface {
	table.Log
	// Create stores a table's first event as seq 1, with its summary, and numbers the
	// table.
	Create(ctx context.Context, opened table.Event, s *table.Summary) (table.ID, error)
	// Live lists the tables that are not closed; Finished those that are, the one
	// closed last first.
	Live(ctx context.Context) ([]table.Stored, error)
	Finished(ctx context.Context, limit int) ([]table.Stored, error)
	// Started notes that the server is up since a time, and returns when it was down.
	// Alive notes that it still was at a later time.
	Started(ctx context.Context, at time.Time) ([]table.Outage, error)
	Alive(ctx context.Context, at time.Time) error
	// Search finds games that are over, the one that ended last first.
	Search(ctx context.Context, q table.Search) ([]table.Found, error)
	// Since is the events of a table that follow one by its number, at most limit.
	Since(ctx context.Context, id table.ID, after, limit int) ([]table.Numbered, error)
	// Readable reports whether a table that was closed may be read by somebody: one
	// for all, one at which he played, or any if all is true. Where it may not be and
	// where there is none, that takes as long.
	Readable(ctx context.Context, id table.ID, by player.ID, all bool) (bool, error)
	// Load is all events of a table, or an error that wraps [table.ErrNoTable].
	Load(ctx context.Context, id table.ID) ([]table.Event, error)
}

// Config is what a lobby is made of.
type Config struct {
	Store Store
	// Evenings keeps the evenings; with nil there are none.
	Evenings pairing.Store
	// Ladder knows how strong people are; with nil nobody does.
	Ladder club.Ladder
	// Bots thinks for those that play here; with nil there are none. The lobby does
	// not close it.
	Bots *bot.Pool
	// Rights is who may what; nil: see [live.Config].
	Rights table.Rights
	// Stalls knows when the server stood still; nil: it never does.
	Stalls *live.Stalls
	// NewGames reports whether tables may be opened and games may begin now; nil:
	// always.
	NewGames func() bool
	// Changed is told of each change at a table, and with nil of the evening. It is
	// called in the middle of their work: it must wait for nothing. May be nil.
	Changed func(*table.View)
	// Quotas decides who may store what; nil: everybody may.
	Quotas *quota.Quotas
	// AnalysisNodes is how many positions an analysis looks at for each search; 0:
	// as many as the strongest bot.
	AnalysisNodes int
	Now           func() time.Time // nil: time.Now
	Logger        *slog.Logger     // nil: slog.Default
}

// Lobby is the tables and the people of a server. Its methods may be called by
// anybody at any time.
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
	stop        chan struct{} // closed when the lobby closes
}

// Bots reports whether any play here.
func (l *Lobby) Bots() bool { return l.cfg.Bots != nil }

// Create makes a table and waits until it is on the disk.
func (l *Lobby) Create(ctx context.Context, by player.Player, terms table.Terms) (*live.Table, error) {
	if terms.Private == table.ByPassword {
		return nil, PasswordNeeded.Refuse()
	}
	return l.opener.openChecked(ctx, by, terms, "")
}

// Since is what was stored of a table after the event of that number, at most
// limit events. Not all are for everybody: see [live.Table.Shown].
func (l *Lobby) Since(ctx context.Context, id table.ID, after, limit int) ([]table.Numbered, error) {
	return l.cfg.Store.Since(ctx, id, after, limit)
}
