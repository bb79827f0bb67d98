package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"quadrille/internal/config"
	"quadrille/internal/doctor"
	"quadrille/internal/player"
)

func healthCommand() *cobra.Command {
	var flags settingFlags
	c := &cobra.Command{
		Use:   "health",
		Short: "Ask the running server whether people can play",
		Long: "Ask the server of this configuration whether people can play: by /healthz at metrics.listen,\n" +
			"or, where that is not set, by connecting to server.listen. Print the answer. The status is 1\n" +
			"if the server does not answer, stops, or cannot write its database. For health checks of\n" +
			"containers and service managers.",
		Args: words(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			settings, err := config.Load(flags.source(cmd))
			if err != nil {
				return err
			}
			answer, err := doctor.Health(cmd.Context(), settings.Config)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(player.Escaping(cmd.OutOrStdout()), answer)
			return err
		},
	}
	flags.add(c)
	flags.addDoor(c)
	return c
}
