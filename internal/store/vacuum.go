package store

import (
	"context"
	"errors"
	"log/slog"
	"os"

	"quadrille/internal/store/datadir"
)

// Vacuumed holds the size of a database file in bytes before and after [Vacuum].
type Vacuumed struct{ Before, After int64 }

// Vacuum rewrites the database file of a directory. Deleted data may remain in the file
// until it is rewritten. Vacuum is refused while a server uses the directory. Each error is
// a [*datadir.Refusal].
func Vacuum(ctx context.Context, dir string, logger *slog.Logger) (v *Vacuumed, err error) {
	if err := datadir.IsData(dir); err != nil {
		return nil, err
	}
	s, err := Open(ctx, dir, logger) // open the database, which also completes deletions that a crash interrupted
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	s.writer.close() // so that no other goroutine uses the write connection
	v = &Vacuumed{}
	for _, step := range []struct {
		size *int64
		text string
	}{{&v.Before, `PRAGMA wal_checkpoint(TRUNCATE)`}, {&v.After, `VACUUM`}, {&v.After, `PRAGMA wal_checkpoint(TRUNCATE)`}} {
		if _, err := s.write.ExecContext(ctx, step.text); err != nil {
			return nil, datadir.Trouble(s.dir.Database(), err)
		}
		info, err := os.Stat(s.dir.Database())
		if err != nil {
			return nil, &datadir.Refusal{Reason: datadir.CannotUse, Path: dir, Err: err}
		}
		*step.size = info.Size()
	}
	return v, nil
}
