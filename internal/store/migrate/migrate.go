package migrate

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"

	"quadrille/internal/store"
	"quadrille/internal/store/datadir"
	"quadrille/internal/store/postgres"
)

// nodeName is the node name with which this program opens a PostgreSQL database.
const nodeName = "migrate"

// ToPostgreSQL copies a data directory with its host key into an empty database, and marks the
// directory, so that no server starts from it. Error messages are written for the operator.
func ToPostgreSQL(ctx context.Context, dir, url string, logger *slog.Logger) (*Counts, error) {
	if err := datadir.IsData(dir); err != nil {
		return nil, err
	}
	from, err := store.Open(ctx, dir, logger) // locks the directory
	if err != nil {
		return nil, err
	}
	key, err := os.ReadFile(filepath.Join(dir, datadir.HostKeyName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, errors.Join(err, from.Close())
	}
	var counts *Counts
	err = inDatabase(ctx, url, pgx.TxOptions{}, logger, func(to postgresDB) error {
		if used, err := to.used(ctx); err != nil || used {
			return errors.Join(err, refuseIf(used, datadir.UsedDatabase, url, ""))
		}
		var err error
		if counts, err = move(ctx, sqliteDB{from.Read}, to); err != nil {
			return err
		}
		return to.setHostKey(ctx, key)
	})
	if err == nil {
		if err = datadir.MarkMoved(dir, postgres.NameOf(url)); err != nil {
			err = fmt.Errorf("all data is copied, but the source is not marked (%w); start no server from it", err)
		}
	}
	return counts, errors.Join(err, from.Close())
}

// ToSQLite copies a PostgreSQL database with its host key into a new data directory.
func ToSQLite(ctx context.Context, url, dir string, logger *slog.Logger) (*Counts, error) {
	if list, err := os.ReadDir(dir); !errors.Is(err, fs.ErrNotExist) && (err != nil || len(list) > 0) {
		return nil, &datadir.Refusal{Reason: datadir.NotEmpty, Path: dir}
	}
	unfinished := filepath.Clean(dir) + datadir.Unfinished
	if err := os.RemoveAll(unfinished); err != nil {
		return nil, &datadir.Refusal{Reason: datadir.CannotUse, Path: unfinished, Err: err}
	}
	var counts *Counts
	err := inDatabase(ctx, url, pgx.TxOptions{IsoLevel: pgx.RepeatableRead}, logger, func(from postgresDB) error {
		if err := from.freeze(ctx); err != nil {
			return err
		}
		key, err := from.hostKey(ctx)
		if err != nil {
			return err
		}
		counts, err = fill(ctx, unfinished, from, logger)
		if err == nil && key != nil {
			err = datadir.WriteWhole(unfinished, datadir.HostKeyName, key)
		}
		return err
	})
	if err == nil {
		err = publish(unfinished, dir)
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(unfinished))
	}
	return counts, nil
}

// fill creates a data directory with a copy of all data of the source.
func fill(ctx context.Context, dir string, from source, logger *slog.Logger) (counts *Counts, err error) {
	created, err := store.Open(ctx, dir, logger)
	if err == nil {
		err = created.Close()
	}
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, datadir.DatabaseName)
	db, err := sql.Open("sqlite", datadir.WriterDSN(path))
	if err != nil {
		return nil, err
	}
	defer func() { err = datadir.Trouble(path, errors.Join(err, db.Close())) }()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	if counts, err = move(ctx, from, sqliteDB{tx}); err != nil {
		return nil, errors.Join(err, tx.Rollback())
	}
	return counts, tx.Commit()
}

// publish renames a complete data directory to `dir`. If a directory of that name exists, it
// must be empty, and its owner becomes the owner of the files.
func publish(unfinished, dir string) error {
	if _, err := os.Stat(dir); err == nil {
		list, err := os.ReadDir(unfinished)
		if err != nil {
			return err
		}
		for _, name := range append([]string{"."}, names(list)...) {
			file, err := os.Open(filepath.Join(unfinished, name))
			if err != nil {
				return err
			}
			if err := errors.Join(datadir.GiveTo(file, dir), file.Close()); err != nil {
				return err
			}
		}
	}
	if err := datadir.SyncDirectory(unfinished); err != nil {
		return err
	}
	if err := os.Rename(unfinished, dir); err != nil {
		return &datadir.Refusal{Reason: datadir.CannotUse, Path: dir, Err: err}
	}
	return datadir.SyncDirectory(filepath.Dir(filepath.Clean(dir)))
}

func names(list []os.DirEntry) (names []string) {
	for _, f := range list {
		names = append(names, f.Name())
	}
	return names
}

// inDatabase creates the SQL tables of a PostgreSQL database if they are missing, and calls
// the function `do` in a transaction. It refuses a database that is in use.
func inDatabase(ctx context.Context, url string, options pgx.TxOptions, logger *slog.Logger, do func(postgresDB) error) error {
	created, err := postgres.Open(ctx, postgres.Config{URL: url, Node: nodeName, Logger: logger})
	if err == nil {
		err = created.Close()
	}
	if err != nil {
		return err
	}
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return &datadir.Refusal{Reason: datadir.NoAnswer, Path: postgres.NameOf(url), Err: err}
	}
	defer conn.Close(context.WithoutCancel(ctx))
	err = pgx.BeginTxFunc(ctx, conn, options, func(tx pgx.Tx) error {
		e := postgresDB{tx}
		list, err := e.servers(ctx)
		if err != nil {
			return err
		}
		if err := refuseIf(len(list) > 0, datadir.HasServers, url, strings.Join(list, ", ")); err != nil {
			return err
		}
		return do(e)
	})
	var refusal *datadir.Refusal
	if err != nil && !errors.As(err, &refusal) {
		err = fmt.Errorf("nothing was copied: %w", err)
	}
	return err
}

func refuseIf(refused bool, reason datadir.Reason, url, detail string) error {
	if !refused {
		return nil
	}
	return &datadir.Refusal{Reason: reason, Path: postgres.NameOf(url), Detail: detail}
}
