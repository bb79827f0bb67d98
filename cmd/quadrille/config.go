package main

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"quadrille/internal/config"
	"quadrille/internal/player"
)

func configCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "config",
		Short: "Check or show the configuration",
		Long: "Check or show the configuration: a TOML file, environment variables and flags.\n" +
			"A flag overrides the environment, the environment overrides the file, and the\n" +
			"file overrides the default.",
	}
	c.AddCommand(configCheckCommand(), configDefaultCommand(), configShowCommand())
	c.Args = words(0, 0)
	c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	return c
}

func configCheckCommand() *cobra.Command {
	var flags settingFlags
	c := &cobra.Command{
		Use:   "check [FILE]",
		Short: "Print all errors of a configuration; change nothing",
		Long: "Print all errors of a configuration file and the environment; change nothing.\n" +
			"Without FILE, check the file that serve would read.",
		Args: words(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			src := flags.source(cmd)
			if len(args) == 1 {
				src.File, src.InDataDir = args[0], false
			}
			if _, err := config.Load(src); err != nil {
				return err
			}
			out := player.Escaping(cmd.OutOrStdout())
			if src.File == "" {
				fmt.Fprintln(out, "no configuration file; using defaults and environment")
				return nil
			}
			fmt.Fprintf(out, "%s is in order\n", src.File)
			return nil
		},
	}
	flags.add(c)
	return c
}

func configDefaultCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "default",
		Short: "Print a configuration file with every key, its meaning and its default",
		Args:  words(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return config.WriteDefault(cmd.OutOrStdout())
		},
	}
}

func configShowCommand() *cobra.Command {
	var flags settingFlags
	var asJSON bool
	c := &cobra.Command{
		Use:   "show",
		Short: "Show each configuration value and where it comes from",
		Args:  words(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			settings, err := config.Load(flags.source(cmd))
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(settings.Values())
			}
			return showValues(player.Escaping(cmd.OutOrStdout()), settings.Values())
		},
	}
	flags.add(c)
	flags.addListen(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON array of objects with the fields key, value and from")
	return c
}

func showValues(out io.Writer, values []config.Value) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, v := range values {
		fmt.Fprintf(table, "%s\t%s\t%s\n", v.Key, v.Text, v.From)
	}
	return table.Flush()
}
