package main

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/spf13/cobra"

	"quadrille/internal/player"
	"quadrille/internal/store"
)

func vacuumCommand() *cobra.Command {
	var data string
	c := &cobra.Command{
		Use:   "vacuum [--data DIR]",
		Short: "Write the database anew, without the bytes of what was deleted",
		Long: "Write the database anew, without the bytes of what was deleted. Who deletes an account is in\n" +
			"no row of the database any more, but the file may hold bytes of it until then. The server\n" +
			"must not run meanwhile; the disk needs room for the database twice more. Backups, and the\n" +
			"copies from before an upgrade (quadrille-schemaN-TIME.db), stay as they are.",
		Args: words(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return untilInterrupted(cmd.Context(), func(ctx context.Context) error {
				logger := slog.New(slog.NewTextHandler(player.Escaping(cmd.ErrOrStderr()), &slog.HandlerOptions{Level: slog.LevelWarn}))
				v, err := store.Vacuum(ctx, data, logger)
				if err != nil {
					return err
				}
				_, err = fmt.Fprintf(player.Escaping(cmd.OutOrStdout()), "%s: the database was written anew, %d KiB before, %d KiB now\n", data, v.Before>>10, v.After>>10)
				return err
			})
		},
	}
	c.Flags().StringVar(&data, "data", "./quadrille-data", dataFlag)
	return c
}
