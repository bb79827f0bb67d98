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
		Short: "Create a data directory from a backup",
		Long: "Create a data directory from a backup. The directory must be empty or not exist.\n" +
			"If an error occurs, nothing is created. The files get the directory's owner.",
		Args: words(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return untilInterrupted(cmd.Context(), errNothingWritten, func(ctx context.Context) error {
				contents, err := backup.Restore(ctx, args[0], data, fingerprint)
				if err != nil {
					return err
				}
				out := player.Escaping(cmd.OutOrStdout())
				printContents(out, data+" holds", contents)
				if len(contents.HostKeys()) == 0 && contents.Tables+contents.Players > 0 {
					fmt.Fprintf(
						out,
						"without a host key the server does not start; create one with: quadrille hostkey new --data %s\n",
						datadir.ShellQuote(data),
					)
				}
				_, err = fmt.Fprintf(out, "start the server with: %s\n", serveRestored(data, contents))
				return err
			})
		},
	}
	c.Flags().StringVar(&data, "data", "./quadrille-data", dataFlag+"; it must be empty or not exist")
	return c
}

// serveRestored returns the command that starts a server on a restored data directory. The
// restored configuration file may name another data directory; the server accepts such a
// file only with --config. The flag --data overrides the directory that the file names.
func serveRestored(data string, contents *backup.Contents) string {
	command := "quadrille serve"
	if contents.Config() {
		command += " --config " + datadir.ShellQuote(filepath.Join(data, config.FileName))
	}
	return command + " --data " + datadir.ShellQuote(data)
}
