package store

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	_ "modernc.org/sqlite" // the driver
)

// Store is an open data directory.
type Store struct {
	dir     *directory
	write   *sql.DB // one connection, the writer's
	read    *sql.DB
	reads   reads
	writer  *writer
	now     func() time.Time
	noted   noted
	witness Witness
	trial   trial
	exports chan struct{} // capacity 1: held by the one that is read
	closing sync.Once
	closed  error
}

// Open takes the data directory, made if need be, and brings its database to
// the present schema. The error is a [*Refusal].
func Open(ctx context.Context, dir string, logger *slog.Logger) (*Store, error) {
	d, err := takeDirectory(dir)
	if err != nil {
		return nil, err
	}
	s := &Store{dir: d, now: time.Now, witness: nobody{}, exports: make(chan struct{}, 1)}
	if err := s.open(ctx, logger); err != nil {
		return nil, errors.Join(trouble(d.database(), err), s.release())
	}
	logger.Info("store opened", "path", d.database(), "schema", len(migrations))
	return s, nil
}

func (s *Store) open(ctx context.Context, logger *slog.Logger) error {
	path := s.dir.database()
	found, err := inspect(ctx, path)
	if err != nil {
		return err
	}
	if err := checkCommits(s.dir.path, found.commits); err != nil {
		return err
	}
	version := found.schema
	if version > 0 && version < len(migrations) {
		kept, err := s.dir.keepCopy(ctx, version, s.now())
		if err != nil {
			return err
		}
		logger.Info("schema goes forward", "from", version, "to", len(migrations), "copy", kept)
	}
	if s.write, err = sql.Open("sqlite", writerDSN(path)); err != nil {
		return err
	}
	s.write.SetMaxOpenConns(1)
	if err := migrate(ctx, s.write, version); err != nil {
		return err
	}
	if s.read, err = sql.Open("sqlite", readerDSN(path)); err != nil {
		return err
	}
	// An idle reader keeps the shared index of the WAL alive, so that a failed
	// commit stays forgotten.
	s.read.SetMaxOpenConns(readers)
	s.read.SetMaxIdleConns(readers)
	if err := s.reads.prepare(ctx, s.read); err != nil {
		return err
	}
	if err := layOut(path); err != nil {
		logger.Warn("the WAL was not laid out; writes are slower for a while", "error", err.Error())
	}
	p, err := newPen(ctx, s.write)
	if err != nil {
		return err
	}
	err = p.commits.open(ctx, p.conn, s.dir.path, logger)
	if err == nil {
		p.anchors, err = anchor(path, path+"-wal", path+"-shm", filepath.Join(s.dir.path, commitsName))
	}
	if err != nil {
		p.close()
		return err
	}
	s.writer = startWriter(p, path, logger)
	if err := s.endLeavings(ctx); err != nil { // of a full disk, say: the next start tries again
		logger.Warn("somebody who left is not forgotten yet", "error", err.Error())
	}
	s.writer.submit(ctx, (*pen).fold) // a failure is logged: a full disk is no reason not to start
	return nil
}

// readers is how many may read at once.
const readers = 4

func writerDSN(path string) string {
	return dsn(path, "mode=rw", "_busy_timeout=5000", "_pragma=journal_mode(WAL)", "_pragma=synchronous(FULL)",
		"_pragma=foreign_keys(1)", "_pragma=wal_autocheckpoint("+strconv.Itoa(checkpointPages)+")", "_pragma=secure_delete(ON)", "_txlock=immediate", "_dqs=0")
}

func readerDSN(path string) string {
	return dsn(path, "mode=ro", "_busy_timeout=5000", "_dqs=0")
}

func dsn(path string, parameters ...string) string {
	if absolute, err := filepath.Abs(path); err == nil { // the other form has no place in a URI
		path = absolute
	}
	return (&url.URL{Scheme: "file", Path: path, RawQuery: strings.Join(parameters, "&")}).String()
}

// Close refuses what comes from now on, stores what was accepted, and releases
// the directory. It may be called more than once.
func (s *Store) Close() error {
	s.closing.Do(func() {
		s.writer.close()
		s.closed = s.release()
	})
	return s.closed
}

// release closes what is open. The writer's connection is the last: it folds
// the WAL into the database.
func (s *Store) release() error {
	var errs []error
	if s.read != nil {
		errs = append(errs, s.read.Close())
	}
	if s.write != nil {
		errs = append(errs, s.write.Close())
	}
	return errors.Join(append(errs, s.dir.release())...)
}
