package store

import (
	"context"
	"database/sql"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/store/datadir"
	"quadrille/internal/table"
)

// writeConn is the write connection with its prepared statements.
type writeConn struct {
	conn *sql.Conn

	writeStatements
	prepared []*sql.Stmt // all prepared statements, to be closed at the end

	openFiles datadir.OpenFiles // files that must not be removed or replaced
	commits   datadir.CommitCounter
	observer  Observer

	// last caches the number of the last event of each table. The cache is always valid,
	// because no other connection writes.
	last map[table.ID]int

	// anonymous maps accounts deleted since the server started to their anonymous IDs.
	anonymous map[player.ID]player.ID

	staleWAL     bool      // the WAL may hold data of deleted accounts
	checkpointed time.Time // time of the last attempt to empty the WAL

	recent  int // number of events since the last merge, or more
	mergeAt int // number of recent events that triggers a merge
}

func newWriteConn(ctx context.Context, db *sql.DB) (*writeConn, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	p := &writeConn{conn: conn, last: map[table.ID]int{}, anonymous: map[player.ID]player.ID{}, mergeAt: mergeAt, observer: noObserver{}}
	for _, s := range p.statements() {
		stmt, err := conn.PrepareContext(ctx, s.text)
		if err != nil {
			p.close()
			return nil, err
		}
		*s.stmt = stmt
		p.prepared = append(p.prepared, stmt)
	}
	return p, nil
}

// writeStatements holds the prepared statements of a [writeConn].
type writeStatements struct {
	beginStmt, commitStmt, rollbackStmt *sql.Stmt
	newTable, endTable                  *sql.Stmt
	lastEvent, newEvent                 *sql.Stmt
	nameHolder, setName, playerName     *sql.Stmt
	setSetting                          *sql.Stmt
	keyHolder, countKeys                *sql.Stmt
	useKey, leadKey, firstKey           *sql.Stmt
	invitation, newInvitation           *sql.Stmt
	useInvitation, dropInvitations      *sql.Stmt
	countInvitations, dropExpired       *sql.Stmt
	trimInvitations                     *sql.Stmt
	newAuditEntry, markBotAccount       *sql.Stmt
	newSummary                          *sql.Stmt
	newOrigin, keepQuota, dropQuotas    *sql.Stmt
	moveEvents, dropRecent              *sql.Stmt
}

// statement is the text of a prepared statement and the variable that receives it.
type statement struct {
	stmt **sql.Stmt
	text string
}

func (p *writeConn) statements() []statement {
	return []statement{
		{&p.beginStmt, `BEGIN IMMEDIATE`},
		{&p.commitStmt, `COMMIT`},
		{&p.rollbackStmt, `ROLLBACK`},
		{&p.newTable, `INSERT INTO tables DEFAULT VALUES`},
		{&p.endTable, `UPDATE tables SET finished = (SELECT coalesce(max(finished), 0) + 1 FROM tables)
			WHERE id = ? AND finished IS NULL`},
		{&p.lastEvent, `SELECT coalesce(max(seq), 0) FROM event_log WHERE table_id = ?`},
		{&p.newEvent, `INSERT INTO recent_events (table_id, seq, data, checksum) VALUES (?, ?, ?, ?)`},
		{&p.moveEvents, `INSERT INTO events SELECT table_id, seq, data, checksum FROM recent_events ORDER BY table_id, seq`},
		{&p.dropRecent, `DELETE FROM recent_events`},
		{&p.nameHolder, `SELECT id FROM players WHERE folded = ?`},
		{&p.setName, `INSERT INTO players (id, name, folded, since) VALUES (?, ?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET name = excluded.name, folded = excluded.folded`},
		{&p.setSetting, `INSERT INTO settings (player, name, value) VALUES (?, ?, ?)
			ON CONFLICT (player, name) DO UPDATE SET value = excluded.value`},
		{&p.playerName, `SELECT name FROM players WHERE id = ?`},
		{&p.keyHolder, `SELECT account FROM keys WHERE fingerprint = ?`},
		{&p.countKeys, `SELECT count(*) FROM keys WHERE account = ?`},
		{&p.useKey, `UPDATE keys SET last_used = max(last_used, ?) WHERE fingerprint = ?`},
		{&p.leadKey, `INSERT INTO keys (fingerprint, account, added, last_used) VALUES (?, ?, ?, ?)
			ON CONFLICT (fingerprint) DO UPDATE SET account = excluded.account, added = excluded.added, last_used = excluded.last_used`},
		{&p.firstKey, `INSERT INTO keys SELECT ?1, ?1, ?2, ?3 WHERE NOT EXISTS (SELECT 1 FROM keys WHERE account = ?1)`},
		{&p.invitation, `SELECT account FROM key_codes WHERE hash = ? AND until > ?`},
		{&p.newAuditEntry, `INSERT INTO audit (at, author, action, detail) VALUES (?, ?, ?, ?)`},
		{&p.markBotAccount, `INSERT INTO bot_accounts (account, at) VALUES (?, ?) ON CONFLICT (account) DO NOTHING`},
		{&p.newSummary, `INSERT INTO summaries (table_id, due_at, data) VALUES (?, ?, ?)
			ON CONFLICT (table_id) DO UPDATE SET due_at = excluded.due_at, data = excluded.data`},
		{&p.newOrigin, `INSERT INTO table_origins (table_id, account, address, at) VALUES (?, ?, ?, ?)`},
		{&p.keepQuota, `INSERT INTO quotas (kind, subject, until) VALUES (?, ?, ?)
			ON CONFLICT (kind, subject) DO UPDATE SET until = excluded.until`},
		{&p.dropQuotas, `DELETE FROM quotas WHERE until <= ?`},
		{&p.newInvitation, `INSERT INTO key_codes (hash, account, until) VALUES (?, ?, ?)`},
		{&p.useInvitation, `DELETE FROM key_codes WHERE hash = ?`},
		{&p.dropInvitations, `DELETE FROM key_codes WHERE account = ? AND NOT recovery`},
		{&p.countInvitations, `SELECT count(*) FROM key_codes WHERE until > ?`},
		{&p.dropExpired, `DELETE FROM key_codes WHERE until <= ?`},
		{&p.trimInvitations, `DELETE FROM key_codes WHERE account = ?1 AND NOT recovery AND hash NOT IN
			(SELECT hash FROM key_codes WHERE account = ?1 AND NOT recovery ORDER BY until DESC LIMIT ?2)`},
	}
}

// close closes the statements and then the connection. An open statement would keep the
// file open.
func (p *writeConn) close() {
	for _, stmt := range p.prepared {
		stmt.Close()
	}
	p.commits.Close()
	p.conn.Close()
}

func (p *writeConn) begin(ctx context.Context) error {
	if err := p.openFiles.Check(time.Now()); err != nil {
		return err
	}
	_, err := p.beginStmt.ExecContext(ctx)
	return err
}

func (p *writeConn) commit(ctx context.Context) error {
	_, err := p.commitStmt.ExecContext(ctx)
	return err
}

// mergeAt is the number of recent events that triggers a merge. A higher number makes
// loading a table slower. A merge delays other writes by some milliseconds.
const mergeAt = 1000

// mergeRecent moves the recent events to the SQL table that is ordered by game.
func (p *writeConn) mergeRecent() (refused, failed error) {
	p.recent = 0 // if the merge fails, it is tried again after the same number of further events
	if _, err := p.moveEvents.Exec(); err != nil {
		return nil, err
	}
	_, err := p.dropRecent.Exec()
	return nil, err
}

// rollback rolls the open transaction back. It fails only if SQLite has already done so, for
// example because the disk was full at a commit.
func (p *writeConn) rollback(ctx context.Context) {
	clear(p.last)
	p.rollbackStmt.ExecContext(ctx)
}
