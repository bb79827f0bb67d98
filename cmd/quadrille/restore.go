package main

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"quadrille/internal/config"
	"quadrille/internal/player"
	"quadrille/internal/store/backup"
	"quadrille/internal/store/datadir"
)

func restoreCommand() *cobra.Command {
	var data string
	c := &cobra.Command{
		Use:   "restore FILE [--data DIR]",
		Short: "Make a data directory of a backup",
		Long: "Make a data directory of a backup. The directory is empty before, or not there;\n" +
			"it is made whole or not at all. The files belong to the owner of the directory.",
		Args: words(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return untilInterrupted(cmd.Context(), func(ctx context.Context) error {
				held, err := backup.Restore(ctx, args[0], data, fingerprint)
				if err != nil {
					return err
				}
				out := player.Escaping(cmd.OutOrStdout())
				tell(out, data+" holds", held)
				if len(held.HostKeys()) == 0 && held.Tables+held.Players > 0 {
					fmt.Fprintf(out, "without a host key the server does not start; make one with: quadrille hostkey new --data %s\n", datadir.ShellQuote(data))
				}
				_, err = fmt.Fprintf(out, "start the server with: %s\n", serveRestored(data, held))
				return err
			})
		},
	}
	c.Flags().StringVar(&data, "data", "./quadrille-data", dataFlag+", which is not there yet, or empty")
	return c
}

// serveRestored returns the command that serves from a restored directory. The configuration is
// named if there is one: it may have come from elsewhere and name another data directory, which a
// configuration that is found in the data directory must not. The flags count more than it.
func serveRestored(data string, held *backup.Contents) string {
	command := "quadrille serve"
	if held.Config() {
		command += " --config " + datadir.ShellQuote(filepath.Join(data, config.FileName))
	}
	return command + " --data " + datadir.ShellQuote(data)
}
