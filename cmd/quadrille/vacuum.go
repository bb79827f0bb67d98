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
		Short: "Rewrite the database without the bytes of deleted data",
		Long: "Rewrite the database without the bytes of deleted data. No row of the\n" +
			"database contains a deleted account, but without this command the file may\n" +
			"still contain some bytes of that account. Stop the server first. The disk needs\n" +
			"free space of twice the size of the database. Backups and copies made by\n" +
			"upgrades (quadrille-schemaN-TIME.db) are not changed.",
		Args: words(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return untilInterrupted(cmd.Context(), errNothingWritten, func(ctx context.Context) error {
				logger := slog.New(slog.NewTextHandler(player.Escaping(cmd.ErrOrStderr()), &slog.HandlerOptions{Level: slog.LevelWarn}))
				if err := requireSQLite(cmd, data, "", "VACUUM FULL in psql"); err != nil {
					return err
				}
				v, err := store.Vacuum(ctx, data, logger)
				if err != nil {
					return err
				}
				_, err = fmt.Fprintf(
					player.Escaping(cmd.OutOrStdout()),
					"%s: the database was rewritten: %d KiB before, %d KiB now\n",
					data,
					v.Before>>10,
					v.After>>10,
				)
				return err
			})
		},
	}
	c.Flags().StringVar(&data, "data", "./quadrille-data", dataFlag)
	return c
}
