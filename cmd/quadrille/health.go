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
	var alive bool
	c := &cobra.Command{
		Use:   "health",
		Short: "Check whether the server works",
		Long: "Check whether the server works: request /readyz at metrics.listen, or connect\n" +
			"to server.listen if metrics are off. Print the answer. The exit status is 1 if\n" +
			"the server does not answer, is stopping, or cannot write its database. With\n" +
			"--alive, request /healthz: the exit status is 1 only if a restart would help.\n" +
			"Use --alive for checks that restart the server.",
		Args: words(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			settings, err := config.Load(flags.source(cmd))
			if err != nil {
				return err
			}
			answer, err := doctor.Health(cmd.Context(), settings.Config, alive)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(player.Escaping(cmd.OutOrStdout()), answer)
			return err
		},
	}
	flags.add(c)
	flags.addListen(c)
	c.Flags().BoolVar(&alive, "alive", false, "fail only if a restart of the server would help")
	return c
}
