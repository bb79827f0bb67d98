package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"quadrille/internal/player"
	"quadrille/internal/server"
	"quadrille/internal/store/datadir"
	"quadrille/internal/store/postgres"
)

func hostKeyCommand() *cobra.Command {
	var data string
	c := &cobra.Command{
		Use:   "hostkey [--data DIR]",
		Short: "Print the fingerprint of the host key, or replace a lost host key",
		Args:  words(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return printHostKey(player.Escaping(cmd.OutOrStdout()), data)
		},
	}
	c.PersistentFlags().StringVar(&data, "data", "./quadrille-data", dataFlag)
	c.AddCommand(&cobra.Command{
		Use:   "new [--data DIR]",
		Short: "Create a host key for a data directory that has none",
		Long: "Create a host key for a data directory that has none. The server creates its key\n" +
			"at its first start and never replaces a lost one, because ssh would warn\n" +
			"everybody who has connected before. Restore the old key from a backup if\n" +
			"possible.",
		Args: words(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := makeHostKey(data); err != nil {
				return err
			}
			return printHostKey(player.Escaping(cmd.OutOrStdout()), data)
		},
	})
	return c
}

func printHostKey(out io.Writer, data string) error {
	fingerprint, err := server.HostKeyOf(data)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no host key in %s; the first start of the server creates it", data)
	}
	if err == nil {
		_, err = fmt.Fprintf(out, "host key %s\n", fingerprint)
	}
	return err
}

// makeHostKey creates a host key. The owner of the data directory becomes the owner of the
// key.
func makeHostKey(data string) error {
	if err := datadir.IsData(data); err != nil {
		return err
	}
	if _, err := server.HostKeyOf(data); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is already a host key in %s; to replace it, first move the file away", data)
	}
	path, err := server.MakeHostKey(data)
	if err != nil {
		return err
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(datadir.GiveTo(file, data), file.Close())
}

// requireHostKey returns an error if the database contains data but the data directory has no
// host key: the key is lost. Without this check, the server would create another key.
func requireHostKey(ctx context.Context, db control, data string) error {
	if _, err := server.HostKeyOf(data); !errors.Is(err, fs.ErrNotExist) {
		return nil // the key exists; if it is invalid, server.New reports that
	}
	used, err := db.Used(ctx)
	if err != nil || !used {
		return err
	}
	return datadir.NoHostKey(data)
}

// shareHostKey gives all servers of a PostgreSQL database the same host key. The first
// server stores the key of its data directory, or a new one, in the database. The other
// servers copy the key from the database.
func shareHostKey(ctx context.Context, db *postgres.Store, data string) error {
	path := server.HostKeyPath(data)
	file, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	stored, err := db.HostKey(ctx)
	if err != nil {
		return err
	}
	if stored == nil {
		made := file == nil
		if made {
			if _, err := server.MakeHostKey(data); err != nil {
				return err
			}
			if file, err = os.ReadFile(path); err != nil {
				return err
			}
		}
		if stored, err = db.SetHostKey(ctx, file); err != nil {
			return err
		}
		if made { // another server may have stored its key first
			file = nil
		}
	}
	switch {
	case file == nil:
		return datadir.WriteWhole(data, datadir.HostKeyName, stored)
	case !bytes.Equal(stored, file):
		return fmt.Errorf("the host key in %s differs from the one in the database; move the file away", path)
	}
	return nil
}
