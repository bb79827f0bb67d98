package lobby

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/lock"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
)

// The methods below list and find tables. They show private tables only to an account that
// may see them. If no account is given, they behave as if there were no private tables.

// View returns the lobby without private tables.
func (l *Lobby) View() *view.Lobby { return l.ViewFor("") }

// ViewFor returns the lobby with the private tables that an account may see. The caller must
// have authenticated the account.
func (l *Lobby) ViewFor(by player.ID) *view.Lobby { return l.publisher.current(by) }

// Tables returns the live tables whose numbers are greater than `after`, sorted by number. It
// omits tables that the account may not see, and returns at most `limit` tables. To get the next
// page, pass the second result as `after`. On the last page, the second result is 0.
func (l *Lobby) Tables(by player.ID, after table.ID, limit int) ([]*view.Summary, table.ID) {
	return l.tables.directory.page(table.ViewerOf(by, l.cfg.Rights), after, max(1, min(limit, MaxPage)))
}

// MaxPage is the maximum number of tables on a page.
const MaxPage = 1000

// Line returns the summary of a live or recently finished table, or nil if there is no such table
// or the account may not see it.
func (l *Lobby) Line(by player.ID, id table.ID) *view.Summary {
	s := l.tables.directory.summary(id)
	if s == nil || !s.VisibleTo(table.ViewerOf(by, l.cfg.Rights)) {
		return nil
	}
	return l.tables.directory.line(id)
}

// Count returns the number of tables for each game, state and privacy, and the number of
// spectators of each game. Of the finished tables, only the newest are counted.
func (l *Lobby) Count() (tables map[Count]int, spectators map[string]int) {
	return l.tables.directory.totals()
}

// TablesInDoubt returns the number of loaded tables that accept no commands, because it is not
// known which of their events are stored.
func (l *Lobby) TablesInDoubt() (n int) {
	for _, t := range l.tables.loaded.all() {
		if t.InDoubt() {
			n++
		}
	}
	return n
}

// Table returns a public table; see [Lobby.TableFor]. The caller must call [HideDuration] if
// there is none.
func (l *Lobby) Table(ctx context.Context, id table.ID) (*live.Table, error) {
	return l.tableFor(ctx, "", id)
}

// TableFor returns a live table, or a finished table as it was at the end of its game. If
// there is no such table, or if the account may not see it, the error wraps
// [table.ErrNoTable]. TableFor takes equally long in both of these cases.
func (l *Lobby) TableFor(ctx context.Context, by player.ID, id table.ID) (*live.Table, error) {
	began := clock.Steady()
	t, err := l.tableFor(ctx, by, id)
	if errors.Is(err, table.ErrNoTable) {
		HideDuration(ctx, began)
	}
	return t, err
}

// TableViewFor returns the view of a table that [Lobby.TableFor] returns.
func (l *Lobby) TableViewFor(ctx context.Context, by player.ID, id table.ID) (*table.View, error) {
	t, err := l.TableFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	return t.View(), nil
}

// hiddenDuration is longer than the search for a table takes.
const hiddenDuration = 5 * time.Millisecond

// HideDuration waits until a multiple of hiddenDuration has passed since the search for a table
// began. The answer "no such table" thus takes equally long for a table that does not exist and
// for a private one, whose search reads more from the disk.
func HideDuration(ctx context.Context, began time.Time) {
	searched := clock.Steady().Sub(began)
	wait := time.NewTimer((searched/hiddenDuration+1)*hiddenDuration - searched)
	defer wait.Stop()
	select {
	case <-wait.C:
	case <-ctx.Done():
	}
}

func (l *Lobby) tableFor(ctx context.Context, by player.ID, id table.ID) (*live.Table, error) {
	viewer := table.ViewerOf(by, l.cfg.Rights)
	s := l.tables.summary(id)
	if s == nil || !s.VisibleTo(viewer) { // ask other nodes in both cases, so that both take equally long
		s = l.tables.find(ctx, id)
	}
	if s != nil && s.VisibleTo(viewer) {
		as := viewer
		if as.Moderator = false; !s.VisibleTo(as) {
			if err := l.noteEntry(ctx, by, id); err != nil {
				return nil, err
			}
		}
		return l.tables.open(ctx, id)
	}
	readable, err := l.cfg.Store.Readable(ctx, id, by, false)
	if err == nil && !readable && viewer.Moderator && s == nil {
		if readable, err = l.cfg.Store.Readable(ctx, id, by, true); err == nil && readable {
			err = l.noteEntry(ctx, by, id)
		}
	}
	switch {
	case err != nil:
		return nil, err
	case s != nil || !readable:
		return nil, noTable(id)
	}
	return l.tables.finished(ctx, id)
}

// moderatorEntries holds the last times at which moderators entered private tables to which
// nobody had admitted them.
type moderatorEntries struct {
	mu   lock.Mutex
	last map[moderatorEntry]time.Time
}

type moderatorEntry struct {
	by player.ID
	id table.ID
}

// sameEntry is the time within which a moderator who opens a private table again is still in the
// same entry, because each command and each screen opens the table.
const sameEntry = time.Hour

// noteEntry adds an audit entry about a moderator who enters a private table, unless they entered
// it less than sameEntry ago. If the entry cannot be stored, the moderator may not enter.
func (l *Lobby) noteEntry(ctx context.Context, by player.ID, id table.ID) error {
	if l.cfg.Audit == nil {
		return nil
	}
	now, one := l.cfg.Clock.Steady(), moderatorEntry{by, id}
	l.entries.mu.Lock()
	defer l.entries.mu.Unlock()
	if last, ok := l.entries.last[one]; ok && now.Sub(last) < sameEntry {
		return nil
	}
	if err := l.cfg.Audit(context.WithoutCancel(ctx), club.AuditEntry{By: by, Action: club.Entered, Table: int64(id)}); err != nil {
		return err
	}
	maps.DeleteFunc(l.entries.last, func(_ moderatorEntry, at time.Time) bool { return now.Sub(at) >= sameEntry })
	if l.entries.last == nil {
		l.entries.last = map[moderatorEntry]time.Time{}
	}
	l.entries.last[one] = now
	return nil
}

// AnyTable returns a table, even a private one. It is for the administrator of the server's
// machine.
func (l *Lobby) AnyTable(ctx context.Context, id table.ID) (*live.Table, error) {
	if l.tables.summary(id) != nil || l.tables.find(ctx, id) != nil {
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

// SearchFor searches the finished games that an account may see, newest first.
func (l *Lobby) SearchFor(ctx context.Context, by player.ID, q table.Search) ([]table.Found, error) {
	q.Viewer, q.Private = by, l.isModerator(by)
	return l.cfg.Store.Search(ctx, q)
}

// CreateWithPassword opens a private table that people enter with a password.
func (l *Lobby) CreateWithPassword(ctx context.Context, by player.Player, terms table.Terms, password string) (*live.Table, error) {
	if terms.Private != table.ByPassword {
		return nil, PasswordUnasked.Refuse()
	}
	lock, err := l.passwords.Hash(ctx, password)
	if err != nil {
		return nil, err
	}
	return l.opener.openChecked(ctx, by, terms, lock, nil)
}

// Unlock admits an account to a private table if the password is right. If the password is
// wrong or there is no such table, Unlock returns the same error after the same time.
func (l *Lobby) Unlock(ctx context.Context, by player.Player, id table.ID, password string) (*live.Table, error) {
	return l.UnlockIf(ctx, by, id, password, func(*live.Table) error { return nil })
}

// UnlockIf admits an account like Unlock, but nobody if `may` returns an error. It calls `may` after it
// has found the password to be right.
func (l *Lobby) UnlockIf(
	ctx context.Context, by player.Player, id table.ID, password string, may func(*live.Table) error,
) (*live.Table, error) {
	if t, err := l.TableFor(ctx, by.ID, id); err == nil || !errors.Is(err, table.ErrNoTable) {
		return t, err // the account may enter without the password
	}
	if by.ID.Guest() {
		return nil, GuestsPassword.Refuse()
	}
	if err := l.passwords.Charge(ctx, by.ID, id, l.cfg.Clock.Steady()); err != nil {
		return nil, err
	}
	lock := "" // the password's hash, from the summary, because loading the table would take longer
	if s := l.tables.summary(id); s != nil && s.Phase != table.Finished {
		lock = s.PasswordHash
	}
	fits, err := l.passwords.Fits(ctx, lock, password)
	switch {
	case err != nil:
		return nil, err
	case !fits:
		return nil, NoEntry.Refuse()
	}
	if err := l.passwords.Refund(ctx, by.ID, id, l.cfg.Clock.Steady()); err != nil {
		return nil, err
	}
	t, err := l.tables.open(ctx, id)
	if err == nil {
		err = may(t)
	}
	if err != nil {
		return nil, err
	}
	if err := t.Admit(ctx, by, by); err != nil {
		return nil, err
	}
	return t, nil
}

// Admit admits a player to a private table. Only its host and moderators may do that.
func (l *Lobby) Admit(ctx context.Context, by player.Player, id table.ID, other player.Player) error {
	t, err := l.TableFor(ctx, by.ID, id)
	if err != nil {
		return err
	}
	if v := t.View(); v.Terms.Private == table.ForAll || v.Host.ID != by.ID && !l.isModerator(by.ID) {
		return NotHost.Refuse()
	}
	admitted := t.VisibleTo(other.ID)
	if err := t.Admit(ctx, by, other); err != nil || admitted || t.View().Host.ID == by.ID || l.cfg.Audit == nil {
		return err
	}
	return l.cfg.Audit(context.WithoutCancel(ctx), club.AuditEntry{By: by.ID, Action: club.Admitted, Table: int64(id), Target: other.ID})
}

// RecheckAccess closes connections to private tables that the connected person may no longer
// see. It is called after rights have changed.
func (l *Lobby) RecheckAccess() {
	for _, t := range l.tables.loaded.all() {
		if t.View().Terms.Private != table.ForAll {
			t.RecheckAccess()
		}
	}
	l.publisher.invalidatePeople()
}
