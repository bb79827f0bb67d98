package store

import (
	"context"
	"database/sql"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/store/datadir"
	"quadrille/internal/store/parts"
	"quadrille/internal/table"
)

// writeConn is the write connection with its prepared statements.
type writeConn struct {
	conn *sql.Conn

	writeStatements
	prepared []*sql.Stmt // statements that are closed with the connection
	others   *preparing  // prepared statements that package [parts] uses

	openFiles datadir.OpenFiles // files that must not be removed or replaced while they are open
	commits   datadir.CommitCounter
	observer  Observer

	// last caches the number of the last event of each table. The cache is always valid,
	// because no other connection writes.
	last map[table.ID]int

	unsynced   error // why the last sync failed; nil if the connection need not be renewed
	partial    bool  // whether the last checkpoint moved some frames only, and so did not sync the database file
	untrusted  error // why the database can be used only after a restart; nil if it can be used
	unmeasured int   // number of transactions since the WAL was measured

	staleWAL     bool      // whether the WAL may hold data of deleted accounts
	checkpointed time.Time // time of the last attempt to empty the WAL

	recent  int // upper bound for the number of events in the SQL table of recent events
	mergeAt int // when the SQL table of recent events holds this many events, they are moved to the SQL table of all events
}

func newWriteConn(ctx context.Context, db *sql.DB) (*writeConn, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	p := &writeConn{conn: conn, last: map[table.ID]int{}, mergeAt: mergeAt, observer: parts.NoObserver{}}
	p.others = &preparing{prepare: conn.PrepareContext, direct: conn}
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

// writeStatements holds the prepared statements that write tables.
type writeStatements struct {
	beginStmt, commitStmt, rollbackStmt *sql.Stmt
	newTable, endTable                  *sql.Stmt
	lastEvent, newEvent                 *sql.Stmt
	moveEvents, dropRecent              *sql.Stmt
}

// statement is the text of an SQL statement, and the variable that receives the prepared
// statement.
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
	}
}

// close closes the statements before the connection, because an open statement would keep the
// file open.
func (p *writeConn) close() {
	p.closeStatements()
	p.conn.Close()
}

func (p *writeConn) closeStatements() {
	for _, stmt := range p.prepared {
		stmt.Close()
	}
	p.others.close()
	p.commits.Close()
}

// tx returns the open transaction, in which package parts executes its statements.
func (p *writeConn) tx() *parts.Tx {
	return &parts.Tx{Context: context.Background(), Queryer: p.others}
}

func (p *writeConn) begin(ctx context.Context) error {
	if err := p.openFiles.Check(clock.Steady()); err != nil {
		return err
	}
	_, err := p.beginStmt.ExecContext(ctx)
	return err
}

func (p *writeConn) commit(ctx context.Context) error {
	_, err := p.commitStmt.ExecContext(ctx)
	return err
}

// mergeAt is the number of rows in recent_events at which mergeRecent is called. A higher
// number makes loading a table slower. A merge delays other writes by some milliseconds.
const mergeAt = 1000

// mergeRecent moves all events from the SQL table recent_events to the SQL table events,
// which is ordered by the ID of the game's table.
func (p *writeConn) mergeRecent() (refused, failed error) {
	p.recent = 0 // set before the merge, so that a failed merge is tried again only after mergeAt further events
	if _, err := p.moveEvents.Exec(); err != nil {
		return nil, err
	}
	_, err := p.dropRecent.Exec()
	return nil, err
}

// rollback rolls the open transaction back. It fails only if SQLite has already rolled it
// back, for example because the disk was full at a commit.
func (p *writeConn) rollback(ctx context.Context) {
	clear(p.last)
	p.rollbackStmt.ExecContext(ctx)
}
