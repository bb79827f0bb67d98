package store

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"quadrille/internal/store/parts"
)

// dialect contains the SQL that is specific to SQLite.
var dialect = parts.Dialect{
	PrivateTerms: `CASE WHEN json_valid(e.data) THEN json_extract(e.data, '$.terms.private') END IS NOT NULL`,
	SameName:     `name = %s COLLATE NOCASE`,
	EventTables:  []string{"events", "recent_events"},
}

// Update calls `do` in a transaction of the writer; see [parts.Backend].
func (s *database) Update(ctx context.Context, do func(tx *parts.Tx) (refused, failed error)) error {
	return s.writer.submit(ctx, func(p *writeConn) (refused, failed error) { return do(p.tx()) })
}

// Offer asks the writer to call the function `do` at some later time. If the writer is
// busy, it may never call `do`; see [parts.Backend].
func (s *database) Offer(do func(tx *parts.Tx) (refused, failed error)) {
	s.writer.offer(func(p *writeConn) (refused, failed error) { return do(p.tx()) })
}

// emptyWAL waits until the WAL holds no data of a deleted account. It gives up after about a
// second, for example if a backup is reading the database; the writer then empties the WAL
// later.
func (s *database) emptyWAL(ctx context.Context) error {
	err := s.writer.submit(ctx, func(p *writeConn) (refused, failed error) {
		p.staleWAL = true
		return nil, nil
	})
	for range 20 {
		if err != nil {
			return err
		}
		traces := false
		err = s.writer.look(ctx, func(p *writeConn) { traces = p.staleWAL })
		if !traces {
			return err
		}
		time.Sleep(checkpointEvery)
	}
	return err
}

// preparing is a [parts.Queryer] that prepares each statement when it is first used.
type preparing struct {
	prepare func(ctx context.Context, text string) (*sql.Stmt, error)
	direct  parts.Queryer

	mu    sync.Mutex
	stmts map[string]*sql.Stmt
}

// maxPrepared is the maximum number of prepared statements that are kept. Further statements
// are not prepared. Searches combine their conditions freely, so the number of different
// statements is large.
const maxPrepared = 200

// stmt returns a prepared statement. It returns nil if the text cannot be prepared, or if
// maxPrepared other statements are already prepared.
func (p *preparing) stmt(ctx context.Context, text string) *sql.Stmt {
	p.mu.Lock()
	defer p.mu.Unlock()
	if stmt := p.stmts[text]; stmt != nil || len(p.stmts) >= maxPrepared {
		return stmt
	}
	stmt, err := p.prepare(ctx, text)
	if err != nil {
		return nil
	}
	if p.stmts == nil {
		p.stmts = map[string]*sql.Stmt{}
	}
	p.stmts[text] = stmt
	return stmt
}

func (p *preparing) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, stmt := range p.stmts {
		stmt.Close()
	}
	p.stmts = nil
}

// ExecContext executes a statement; see [parts.Queryer].
func (p *preparing) ExecContext(ctx context.Context, text string, values ...any) (sql.Result, error) {
	if stmt := p.stmt(ctx, text); stmt != nil {
		return stmt.ExecContext(ctx, values...)
	}
	return p.direct.ExecContext(ctx, text, values...)
}

// QueryContext returns the rows of a query; see [parts.Queryer].
func (p *preparing) QueryContext(ctx context.Context, text string, values ...any) (*sql.Rows, error) {
	if stmt := p.stmt(ctx, text); stmt != nil {
		return stmt.QueryContext(ctx, values...)
	}
	return p.direct.QueryContext(ctx, text, values...)
}

// QueryRowContext returns the first row of a query; see [parts.Queryer].
func (p *preparing) QueryRowContext(ctx context.Context, text string, values ...any) *sql.Row {
	if stmt := p.stmt(ctx, text); stmt != nil {
		return stmt.QueryRowContext(ctx, values...)
	}
	return p.direct.QueryRowContext(ctx, text, values...)
}
