package lobby

import (
	"context"
	"errors"
	"fmt"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
)

// Views of private tables. What has no name in it is for everybody: there are no
// private tables in it, and looking for one is answered as for one that was never
// made.

// View is the lobby as it is now, without private tables.
func (l *Lobby) View() *View { return l.ViewFor("") }

// Seen is the lobby as somebody sees it now. The ID must be his own.
func (l *Lobby) ViewFor(by player.ID) *View { return l.publisher.current(by) }

// Tables lists all live tables that somebody may see by their numbers, those after one,
// at most limit. It returns the number to ask for the next page with, 0 on the last.
func (l *Lobby) Tables(by player.ID, after table.ID, limit int) ([]Summary, table.ID) {
	return l.tables.directory.page(table.ViewerOf(by, l.cfg.Rights), after, max(1, min(limit, MaxPage)))
}

// MaxPage is how many tables a page has at most.
const MaxPage = 1000

// Line returns one table as the lobby shows it, if it is live or finished lately and
// somebody may see it.
func (l *Lobby) Line(by player.ID, id table.ID) (Summary, bool) {
	s := l.tables.directory.summary(id)
	if s == nil || !s.VisibleTo(table.ViewerOf(by, l.cfg.Rights)) {
		return Summary{}, false
	}
	return l.tables.directory.line(id)
}

// Count returns how many tables there are of each kind, the newest finished ones among
// them, and how many spectators there are of each game.
func (l *Lobby) Count() (tables map[Count]int, spectators map[string]int) {
	return l.tables.directory.totals()
}

// Table is the table of that number, if it is for everybody; see [Lobby.TableFor].
func (l *Lobby) Table(ctx context.Context, id table.ID) (*live.Table, error) {
	return l.TableFor(ctx, "", id)
}

// TableFor is the table of that number: one that lives, or a finished one as it was
// at its end. The error wraps [table.ErrNoTable] if there never was one, and if it
// is not for him: that is the same work, too.
func (l *Lobby) TableFor(ctx context.Context, by player.ID, id table.ID) (*live.Table, error) {
	s := l.tables.summary(id)
	if s != nil && s.VisibleTo(table.ViewerOf(by, l.cfg.Rights)) {
		return l.tables.open(ctx, id)
	}
	readable, err := l.cfg.Store.Readable(ctx, id, by, l.isModerator(by))
	switch {
	case err != nil:
		return nil, err
	case s != nil || !readable:
		return nil, noTable(id)
	}
	return l.tables.finished(ctx, id)
}

// AnyTable returns a table, private or not, for the administrator of the machine.
func (l *Lobby) AnyTable(ctx context.Context, id table.ID) (*live.Table, error) {
	if l.tables.summary(id) != nil {
		return l.tables.open(ctx, id)
	}
	switch readable, err := l.cfg.Store.Readable(ctx, id, "", true); {
	case err != nil:
		return nil, err
	case !readable:
		return nil, noTable(id)
	}
	return l.tables.finished(ctx, id)
}

func noTable(id table.ID) error { return fmt.Errorf("table %d: %w", id, table.ErrNoTable) }

func (l *Lobby) isModerator(id player.ID) bool {
	return id != "" && l.cfg.Rights != nil && l.cfg.Rights.Moderator(id)
}

// SearchFor is Search among what somebody may see.
func (l *Lobby) SearchFor(ctx context.Context, by player.ID, q table.Search) ([]table.Found, error) {
	q.Viewer, q.Private = by, l.isModerator(by)
	return l.cfg.Store.Search(ctx, q)
}

// Search finds games that are over and for everybody, the one that ended last first.
func (l *Lobby) Search(ctx context.Context, q table.Search) ([]table.Found, error) {
	return l.SearchFor(ctx, "", q)
}

// CreateWithPassword makes a table that is for who knows its password, as Create does.
func (l *Lobby) CreateWithPassword(ctx context.Context, by player.Player, terms table.Terms, password string) (*live.Table, error) {
	if terms.Private != table.ByPassword {
		return nil, PasswordUnasked.Refuse()
	}
	lock, err := l.guesses.newLock(ctx, password)
	if err != nil {
		return nil, err
	}
	return l.opener.openChecked(ctx, by, terms, lock)
}

// Unlock opens a private table to who knows its password. Where there is no such
// table for him, and where there is none at all, the answer is the same and takes
// as long as a wrong password.
func (l *Lobby) Unlock(ctx context.Context, by player.Player, id table.ID, password string) (*live.Table, error) {
	if t, err := l.TableFor(ctx, by.ID, id); err == nil || !errors.Is(err, table.ErrNoTable) {
		return t, err // it is open to him
	}
	if by.ID.Guest() {
		return nil, GuestsPassword.Refuse()
	}
	if err := l.guesses.charge(by.ID, id, l.cfg.Now()); err != nil {
		return nil, err
	}
	lock := "" // from the summary: a table that must be loaded first would take longer
	if s := l.tables.summary(id); s != nil && s.Phase != table.Finished {
		lock = s.PasswordHash
	}
	fits, err := l.guesses.fits(ctx, lock, password)
	switch {
	case err != nil:
		return nil, err
	case !fits:
		return nil, NoEntry.Refuse()
	}
	l.guesses.refund(by.ID, id, l.cfg.Now())
	t, err := l.tables.open(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := t.Admit(ctx, by, by); err != nil {
		return nil, err
	}
	return t, nil
}

// Admit opens a private table to somebody, by its host or a moderator, whether he
// is here or not.
func (l *Lobby) Admit(ctx context.Context, by player.Player, id table.ID, whom player.Player) error {
	t, err := l.TableFor(ctx, by.ID, id)
	if err != nil {
		return err
	}
	if v := t.View(); v.Terms.Private == table.ForAll || v.Host.ID != by.ID && !l.isModerator(by.ID) {
		return NotHost.Refuse()
	}
	return t.Admit(ctx, by, whom)
}

// Recheck looks again who may see what, when somebody's rights have changed: who
// may not is sent away.
func (l *Lobby) RecheckAccess() {
	for _, t := range l.tables.loaded.all() {
		if t.View().Terms.Private != table.ForAll {
			t.RecheckAccess()
		}
	}
	l.publisher.invalidate()
}
