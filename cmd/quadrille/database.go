package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/spf13/cobra"

	"quadrille/internal/config"
	"quadrille/internal/service/lobby"
	"quadrille/internal/store"
	"quadrille/internal/store/datadir"
	"quadrille/internal/store/parts"
	"quadrille/internal/store/postgres"
)

// database is an open SQLite or PostgreSQL database.
type database struct {
	control
	*parts.Parts
	Tables  lobby.Store
	name    string             // name of the database in messages
	cluster *postgres.Store    // nil with SQLite
	lock    *datadir.Directory // locked data directory, if the database is PostgreSQL
}

// control contains the methods that concern a whole store rather than one of its parts.
type control interface {
	Used(ctx context.Context) (bool, error)
	Observe(o parts.Observer)
	Queue() int
	Writable(ctx context.Context) error
	FreeSpace() (uint64, error)
	Close() error
}

// answerWithin is the maximum time that people wait for a database that does not answer.
const answerWithin = 5 * time.Second

// openDatabase opens the database that the configuration names.
func openDatabase(ctx context.Context, c config.Server, logger *slog.Logger) (*database, error) {
	if c.Database == "" {
		s, err := store.Open(ctx, c.Data, logger)
		if err != nil {
			return nil, err
		}
		return &database{control: s, Parts: s.Parts, Tables: s.Tables, name: c.Data}, nil
	}
	lock, err := datadir.LockDirectory(c.Data)
	if err != nil {
		return nil, err
	}
	s, err := postgres.Open(ctx, postgres.Config{URL: c.Database, Node: nodeName(c), Logger: logger, AnswerWithin: answerWithin})
	if err != nil {
		return nil, errors.Join(err, lock.Release())
	}
	name := "the PostgreSQL database " + postgres.NameOf(c.Database)
	return &database{control: s, Parts: s.Parts, Tables: s.Tables, name: name, cluster: s, lock: lock}, nil
}

// standbyAway returns a function that reports whether writes wait for the synchronous standby
// of PostgreSQL, or nil with SQLite.
func (d *database) standbyAway() func() bool {
	if d.cluster == nil {
		return nil
	}
	return d.cluster.StandbyAway
}

// Close closes the database. It may be called more than once.
func (d *database) Close() error {
	err := d.control.Close()
	if d.lock != nil {
		err = errors.Join(err, d.lock.Release())
		d.lock = nil
	}
	return err
}

// prepareHostKey makes sure that the server uses the host key that clients already know, or
// creates one for a new server.
func (d *database) prepareHostKey(ctx context.Context, data string) error {
	if d.cluster != nil {
		return shareHostKey(ctx, d.cluster, data)
	}
	return requireHostKey(ctx, d.control, data)
}

// requireSQLite returns an error if the server of a data directory stores its data in
// PostgreSQL. The error names the program to use instead.
func requireSQLite(cmd *cobra.Command, data, file, instead string) error {
	flags := settingFlags{data: data, file: file}
	settings, _ := config.Read(flags.source(cmd)) // ignore errors, because only the address of the database matters here
	if settings.Server.Database == "" {
		return nil
	}
	return fmt.Errorf(
		"the data is in PostgreSQL (%s): use %s instead; see docs/cluster.md",
		postgres.NameOf(settings.Server.Database),
		instead,
	)
}
