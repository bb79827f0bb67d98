package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"quadrille/internal/player"
	"quadrille/internal/server"
	"quadrille/internal/store"
	"quadrille/internal/store/datadir"
)

func hostKeyCommand() *cobra.Command {
	var data string
	c := &cobra.Command{
		Use:   "hostkey [--data DIR]",
		Short: "Print the fingerprint of the host key, or create a lost one anew",
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
			"at its first start and never replaces a lost one, because ssh warns all people\n" +
			"who know the old key. Restore the old key from a backup if you can.",
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
		return fmt.Errorf("there is a host key in %s already; move the file away first to replace it", data)
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

// requireHostKey returns an error if the data directory has been used before but has no host
// key: the server would create a new key.
func requireHostKey(ctx context.Context, db *store.Store, data string) error {
	if _, err := server.HostKeyOf(data); !errors.Is(err, fs.ErrNotExist) {
		return nil // server.New reports an invalid key
	}
	used, err := db.Used(ctx)
	if err != nil || !used {
		return err
	}
	return datadir.NoHostKey(data)
}
