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
		Short: "Check whether the server works",
		Long: "Check whether the server works: request /healthz at metrics.listen, or connect\n" +
			"to server.listen if metrics are off. Print the answer. The exit status is 1 if\n" +
			"the server does not answer, is stopping, or cannot write its database. Use it\n" +
			"for health checks of containers and service managers.",
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
	flags.addListen(c)
	return c
}
