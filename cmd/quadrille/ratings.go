package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/user"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"quadrille/internal/config"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/store"
	"quadrille/internal/store/datadir"
	"quadrille/internal/store/parts"
	"quadrille/internal/store/postgres"
	"quadrille/rules/variants"
)

func ratingsCommand() *cobra.Command {
	var flags settingFlags
	var remake bool
	c := &cobra.Command{
		Use:   "ratings [--remake] [--data DIR or --database URL]",
		Short: "Recompute all ratings from the log and compare them with the stored ones",
		Long: "Recompute all ratings from the log and compare them with the stored ones.\n" +
			"The command \"void\" excludes a game from the ratings, and \"count\" includes it\n" +
			"again; both commands need --reason. Without PostgreSQL, stop the server first.",
		Args: words(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withRatings(cmd, &flags, func(ctx context.Context, _ *parts.Parts, r *parts.Ratings) error {
				if remake {
					if err := r.Reset(ctx); err != nil {
						return err
					}
				}
				return compareRatings(ctx, r, player.Escaping(cmd.OutOrStdout()))
			})
		},
	}
	c.Flags().BoolVar(&remake, "remake", false, "replace the stored ratings with the recomputed ones")
	flags.addTo(c.PersistentFlags())
	c.AddCommand(
		decisionCommand(&flags, "void", "Exclude the game of a table from the ratings", false),
		decisionCommand(&flags, "count", "Include an excluded game in the ratings again", true),
	)
	return c
}

func decisionCommand(flags *settingFlags, name, short string, counts bool) *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use:   name + " TABLE --reason WHY [--data DIR or --database URL]",
		Short: short,
		Args:  words(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := strconv.ParseInt(args[0], 10, 64)
			if err != nil || n < 1 {
				return fmt.Errorf("%q is not the number of a table; write a number like 12", args[0])
			}
			return withRatings(cmd, flags, func(ctx context.Context, data *parts.Parts, r *parts.Ratings) error {
				theClub, err := club.Open(ctx, data.Audit, club.Config{})
				if err != nil {
					return err
				}
				decision := club.RatingsDecision{Table: n, Counts: counts, Author: "host " + login(), Reason: reason}
				if err := r.Decide(ctx, decision); err != nil {
					return err
				}
				verb := map[bool]club.Action{false: club.Voided, true: club.Counted}[counts]
				if err := theClub.Audit.Note(ctx, club.AuditEntry{Action: verb, Table: n, Reason: reason}); err != nil {
					return err
				}
				return compareRatings(ctx, r, player.Escaping(cmd.OutOrStdout()))
			})
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "the reason, which is recorded")
	return c
}

// login returns the login name of the user who runs the command.
func login() string {
	u, err := user.Current()
	if err != nil {
		return strconv.Itoa(os.Getuid())
	}
	return u.Username
}

// withRatings opens the configured database, and passes it and its ratings to the function
// `do`.
func withRatings(cmd *cobra.Command, flags *settingFlags, do func(context.Context, *parts.Parts, *parts.Ratings) error) error {
	return untilInterrupted(cmd.Context(), errPartlyWritten, func(ctx context.Context) (err error) {
		logger := slog.New(slog.NewTextHandler(player.Escaping(cmd.ErrOrStderr()), &slog.HandlerOptions{Level: slog.LevelWarn}))
		settings, err := config.Load(flags.source(cmd))
		if err != nil {
			return err
		}
		data, end, err := openParts(ctx, settings.Server, logger)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, end()) }()
		return do(ctx, data, data.Ratings(variants.New, logger))
	})
}

// openParts opens an existing database for a command. Servers may be using a PostgreSQL
// database at the same time.
func openParts(ctx context.Context, c config.Server, logger *slog.Logger) (data *parts.Parts, end func() error, err error) {
	if c.Database != "" {
		s, err := postgres.Open(ctx, postgres.Config{URL: c.Database, Node: "ratings", Logger: logger})
		if err != nil {
			return nil, nil, err
		}
		return s.Parts, s.Close, nil
	}
	if err := datadir.IsData(c.Data); err != nil {
		return nil, nil, err
	}
	s, err := store.Open(ctx, c.Data, logger)
	if err != nil {
		return nil, nil, err
	}
	return s.Parts, s.Close, nil
}

var errDiffer = errors.New("the stored ratings differ from the log; run quadrille ratings --remake")

// compareRatings prints the decisions to exclude games from the ratings or to include them
// again. Then it compares the stored ratings with newly computed ones, and returns an error
// if any rating differs.
func compareRatings(ctx context.Context, r *parts.Ratings, out io.Writer) error {
	decisions, err := r.Decisions(ctx)
	if err != nil {
		return err
	}
	for _, v := range decisions {
		word := map[bool]string{false: "void", true: "counts"}[v.Counts]
		fmt.Fprintf(out, "table %d: %s since %s, decided by %s: %s\n", v.Table, word, v.At.Format(time.DateTime), v.Author, v.Reason)
	}
	c, err := r.Compare(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "rated games %d, ratings %d\n", c.Games, c.Players)
	for _, line := range c.Differ {
		fmt.Fprintln(out, line)
	}
	if len(c.Differ) > 0 {
		return errDiffer
	}
	fmt.Fprintln(out, "the stored ratings match the log")
	return nil
}
