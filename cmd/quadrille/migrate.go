package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/spf13/cobra"

	"quadrille/internal/player"
	"quadrille/internal/store/datadir"
	"quadrille/internal/store/migrate"
)

func migrateCommand() *cobra.Command {
	var from, to string
	c := &cobra.Command{
		Use:   "migrate --from DIR --to URL, or --from URL --to DIR",
		Short: "Copy all data from SQLite to PostgreSQL, or back",
		Long: "Copy all data and the host key from a data directory to an empty PostgreSQL\n" +
			"database, or from a database to a new data directory. Stop all servers first: a\n" +
			"source in use is refused. During the copy, nobody can write to the source. Then\n" +
			"source and copy are compared. On an error the target stays empty. The data of\n" +
			"the source is not changed. A data directory is marked: servers refuse to start\n" +
			"from it, because its games would then differ from those in the copy.",
		Args: words(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return untilInterrupted(cmd.Context(), errNothingWritten, func(ctx context.Context) error {
				logger := slog.New(slog.NewTextHandler(player.Escaping(cmd.ErrOrStderr()), &slog.HandlerOptions{Level: slog.LevelWarn}))
				counts, serve, err := runMigrate(ctx, from, to, logger)
				if err != nil {
					return err
				}
				_, err = fmt.Fprintf(
					player.Escaping(cmd.OutOrStdout()),
					"copied and compared: %d tables with %d events, %d accounts, %d keys\nstart the server with: %s\n",
					counts.Tables,
					counts.Events,
					counts.Accounts,
					counts.Keys,
					serve,
				)
				return err
			})
		},
	}
	c.Flags().StringVar(&from, "from", "", "the data directory or the URL of the database to copy")
	c.Flags().StringVar(&to, "to", "", "the empty database, or the data directory to create")
	return c
}

// runMigrate copies the data, and returns the command that starts a server on the copy.
func runMigrate(ctx context.Context, from, to string, logger *slog.Logger) (*migrate.Counts, string, error) {
	switch {
	case from == "" || to == "":
		return nil, "", errors.New("name the source with --from and the target with --to")
	case isDatabaseURL(from) == isDatabaseURL(to):
		return nil, "", errors.New("use --from and --to with one data directory and one URL (postgres://HOST/NAME)")
	case isDatabaseURL(to):
		counts, err := migrate.ToPostgreSQL(ctx, from, to, logger)
		return counts, "quadrille serve --data DIR --database URL --node a", err
	}
	counts, err := migrate.ToSQLite(ctx, from, to, logger)
	return counts, "quadrille serve --data " + datadir.ShellQuote(to), err
}

func isDatabaseURL(text string) bool {
	return strings.HasPrefix(text, "postgres://") || strings.HasPrefix(text, "postgresql://")
}
