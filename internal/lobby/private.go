package lobby

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// Views of private tables. What has no name in it is for everybody: there are no
// private tables in it, and looking for one is answered as for one that was never
// made.

// View is the lobby as it is now, without private tables.
func (l *Lobby) View() *View { return l.Seen("") }

// Seen is the lobby as somebody sees it now. The ID must be his own.
func (l *Lobby) Seen(by player.ID) *View {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.seen(by)
}

// seen is the view for one person; most share one. The lock is held.
func (l *Lobby) seen(by player.ID) *View {
	all := l.current()
	if len(l.private) == 0 {
		return all
	}
	open := 0
	for _, t := range l.private {
		if by != "" && t.OpenTo(by) {
			open++
		}
	}
	switch open {
	case 0:
		return l.public
	case len(l.private):
		return all
	}
	return l.without(all, func(t *table.Table) bool { return !t.OpenTo(by) })
}

// without is a view without some private tables. The lock is held.
func (l *Lobby) without(all *View, hidden func(*table.Table) bool) *View {
	v := *all
	v.Tables = slices.DeleteFunc(slices.Clone(all.Tables), func(s Summary) bool {
		t := l.private[s.ID]
		return t != nil && hidden(t)
	})
	return &v
}

// setApart finds the private tables of a new view. The lock is held.
func (l *Lobby) setApart() {
	clear(l.private)
	for id, t := range l.tables {
		if t.View().Terms.Private != table.ForAll {
			l.private[id] = t
		}
	}
	l.public = l.view
	if len(l.private) > 0 {
		l.public = l.without(l.view, func(*table.Table) bool { return true })
	}
}

// Table is the table of that number, if it is for everybody; see [Lobby.TableFor].
func (l *Lobby) Table(ctx context.Context, id table.ID) (*table.Table, error) {
	return l.TableFor(ctx, "", id)
}

// TableFor is the table of that number: one that lives, or a finished one as it was
// at its end. The error wraps [table.ErrNoTable] if there never was one, and if it
// is not for him: that is the same work, too.
func (l *Lobby) TableFor(ctx context.Context, by player.ID, id table.ID) (*table.Table, error) {
	t := l.atHand(id)
	if t != nil && t.OpenTo(by) {
		return t, nil
	}
	readable, err := l.cfg.Store.Readable(ctx, id, by, l.isModerator(by))
	switch {
	case err != nil:
		return nil, err
	case t != nil || !readable:
		return nil, noTable(id)
	}
	return l.load(ctx, id)
}

func noTable(id table.ID) error { return fmt.Errorf("table %d: %w", id, table.ErrNoTable) }

func (l *Lobby) isModerator(id player.ID) bool {
	return id != "" && l.cfg.Rights != nil && l.cfg.Rights.Moderator(id)
}

// atHand is a table that is kept at hand, nil if it is not.
func (l *Lobby) atHand(id table.ID) *table.Table {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.tables[id]
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

// CreateLocked makes a table that is for who knows its password, as Create does.
func (l *Lobby) CreateLocked(ctx context.Context, by player.Player, terms table.Terms, password string) (*table.Table, error) {
	if terms.Private != table.ByPassword {
		return nil, errNeedless
	}
	lock, err := l.guesses.newLock(ctx, password)
	if err != nil {
		return nil, err
	}
	return l.openSound(ctx, by, terms, lock)
}

// Unlock opens a private table to who knows its password. Where there is no such
// table for him, and where there is none at all, the answer is the same and takes
// as long as a wrong password.
func (l *Lobby) Unlock(ctx context.Context, by player.Player, id table.ID, password string) (*table.Table, error) {
	if t, err := l.TableFor(ctx, by.ID, id); err == nil || !errors.Is(err, table.ErrNoTable) {
		return t, err // it is open to him
	}
	if by.ID.Guest() {
		return nil, errKeyless
	}
	if err := l.guesses.begin(by.ID, id, l.cfg.Now()); err != nil {
		return nil, err
	}
	t, lock := l.atHand(id), ""
	if t != nil && t.View().Phase != table.Finished {
		lock = t.Lock()
	}
	fits, err := l.guesses.fits(ctx, lock, password)
	if err != nil || !fits {
		return nil, cmp.Or(err, ErrNoEntry)
	}
	l.guesses.right(by.ID, id)
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
		return ErrNotHost
	}
	return t.Admit(ctx, by, whom)
}

// ErrNotHost refuses to open a private table to somebody.
var ErrNotHost = errors.New("only the host of a private table opens it to others")

// Recheck looks again who may see what, when somebody's rights have changed: who
// may not is sent away.
func (l *Lobby) Recheck() {
	l.mu.Lock()
	tables := make([]*table.Table, 0, len(l.private))
	for _, t := range l.private {
		tables = append(tables, t)
	}
	l.mu.Unlock()
	for _, t := range tables {
		t.Recheck()
	}
	l.soil()
}
