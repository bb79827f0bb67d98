package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"quadrille/internal/player"
	"quadrille/internal/store"
)

func restoreCommand() *cobra.Command {
	var data string
	c := &cobra.Command{
		Use:   "restore FILE [--data DIR]",
		Short: "Make a data directory of a backup",
		Long: "Make a data directory of a backup. The directory is empty before, or not there;\n" +
			"it is made whole or not at all.",
		Args: words(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return untilInterrupted(cmd.Context(), func(ctx context.Context) error {
				held, err := store.Restore(ctx, args[0], data, fingerprint)
				if err != nil {
					return err
				}
				out := player.Escaping(cmd.OutOrStdout())
				tell(out, data+" holds", held)
				_, err = fmt.Fprintf(out, "start the server with: quadrille serve --data %s\n", data)
				return err
			})
		},
	}
	c.Flags().StringVar(&data, "data", "./quadrille-data", dataFlag+", which is not there yet, or empty")
	return c
}
