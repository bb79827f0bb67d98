package store

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"sync"

	_ "modernc.org/sqlite" // the SQLite driver

	"quadrille/internal/clock"
	"quadrille/internal/store/datadir"
	"quadrille/internal/store/parts"
)

// Store is an open data directory. Its parts share one database. Each part stores the data
// of one package.
type Store struct {
	*database
	*parts.Parts
	Tables *Tables
}

// database is the open database, with the goroutine that writes and the connections that
// read.
type database struct {
	dir        *datadir.Directory
	write      *sql.DB // the only connection that writes
	read       *sql.DB
	writer     *writer
	logger     *slog.Logger
	observer   Observer
	writeCheck writeCheck
	closing    sync.Once
	closed     error
}

// Open opens a data directory. It creates the directory if necessary, and migrates its
// database to the current schema. Each error is a [*datadir.Refusal].
func Open(ctx context.Context, dir string, logger *slog.Logger) (*Store, error) {
	d, err := datadir.TakeDirectory(dir)
	if err != nil {
		return nil, err
	}
	db := &database{dir: d, logger: logger, observer: parts.NoObserver{}}
	shared := parts.New(&parts.DB{Backend: db, Dialect: dialect, Name: d.Database(), Deleted: db.emptyWAL})
	s := &Store{database: db, Parts: shared, Tables: &Tables{&parts.Tables{DB: shared.DB}, db}}
	if err := s.open(ctx, logger); err != nil {
		return nil, errors.Join(datadir.Trouble(d.Database(), err), s.release())
	}
	logger.Info("store opened", "path", d.Database(), "schema", len(datadir.Migrations))
	return s, nil
}

func (s *Store) open(ctx context.Context, logger *slog.Logger) error {
	path := s.dir.Database()
	found, err := datadir.Inspect(ctx, path)
	if err != nil {
		return err
	}
	if err := datadir.PrepareCommits(s.dir.Path, found); err != nil {
		return err
	}
	version := found.Schema
	if version > 0 && version < len(datadir.Migrations) {
		kept, err := s.dir.KeepCopy(ctx, version, clock.Wall())
		if err != nil {
			return err
		}
		logger.Info("upgrading the schema", "from", version, "to", len(datadir.Migrations), "copy", kept)
	}
	if s.write, err = sql.Open("sqlite", datadir.WriterDSN(path)); err != nil {
		return err
	}
	s.write.SetMaxOpenConns(2) // two while the writer replaces its connection, otherwise one
	if err := datadir.Migrate(ctx, s.write, version); err != nil {
		return err
	}
	if s.read, err = sql.Open("sqlite", datadir.ReaderDSN(path)); err != nil {
		return err
	}
	// Keep a read connection open, so that SQLite does not rebuild the shared index of
	// the WAL. A new index could include a failed commit, because the data of such a commit
	// may be in the WAL.
	s.read.SetMaxOpenConns(readers)
	s.read.SetMaxIdleConns(readers)
	s.Read = &preparing{prepare: s.read.PrepareContext, direct: s.read}
	if err := datadir.ExtendWAL(path); err != nil {
		logger.Warn("cannot extend the WAL; writes are slower at first", "error", err.Error())
	}
	s.writer, err = startWriter(ctx, func(ctx context.Context) (*writeConn, error) {
		p, err := newWriteConn(ctx, s.write)
		if err != nil {
			return nil, err
		}
		if err := p.commits.Open(ctx, p.conn, s.dir.Path, logger); err != nil {
			p.close()
			return nil, err
		}
		return p, nil
	}, path, logger)
	if err != nil {
		return err
	}
	if err := s.Accounts.ResumeDeletions(ctx); err != nil { // may fail on a full disk; the next start tries again
		logger.Warn("cannot complete the deletion of an account; the next start tries again", "error", err.Error())
	}
	s.writer.submit(ctx, (*writeConn).mergeRecent) // the server starts even if this fails, for example on a full disk
	return nil
}

// readers is the number of read connections.
const readers = 4

// Close refuses new requests, completes accepted ones, and unlocks the directory. It may be
// called more than once.
func (s *database) Close() error {
	s.closing.Do(func() {
		s.writer.close()
		s.closed = s.release()
	})
	return s.closed
}

// release closes all connections and unlocks the directory. It closes the write connection
// last, so that SQLite moves the WAL into the database.
func (s *database) release() error {
	var errs []error
	if s.read != nil {
		errs = append(errs, s.read.Close())
	}
	if s.write != nil {
		errs = append(errs, s.write.Close())
	}
	return errors.Join(append(errs, s.dir.Release())...)
}

// Used reports whether the database has a named account or a table. If so, clients may
// already know the server's host key.
func (s *database) Used(ctx context.Context) (bool, error) {
	used, err := datadir.UsedIn(ctx, s.read)
	return used, datadir.Trouble(s.dir.Database(), err)
}

// Trouble turns an error of SQLite into an error for people; see [parts.Backend].
func (s *database) Trouble(err error) error {
	return datadir.ForPeople(s.logger, datadir.Trouble(s.dir.Database(), err))
}

// FreeSpace returns the number of bytes that are free on the disk of the data directory.
func (s *database) FreeSpace() (uint64, error) { return datadir.FreeSpace(s.dir.Path) }
