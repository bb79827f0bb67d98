// Quadrille serves four-handed chess over ssh, and answers for the rules on the
// command line.
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"quadrille/internal/player"
)

func main() {
	if err := root().Execute(); err != nil {
		fmt.Fprintln(player.Escaping(os.Stderr), err)
		os.Exit(1)
	}
}

func root() *cobra.Command {
	root := &cobra.Command{
		Use:               "quadrille",
		Short:             "Four-handed chess over ssh",
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	root.AddCommand(serveCommand(), backupCommand(), restoreCommand(), ratingsCommand(), configCommand(), doctorCommand(), matchCommand(), versionCommand())
	addRules(root)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return fmt.Errorf("%w; say %s --help to see the flags", err, c.CommandPath())
	})
	root.Args = func(root *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		return fmt.Errorf("there is no command %q; the commands are: %s", args[0], strings.Join(commands(root), ", "))
	}
	root.RunE = func(root *cobra.Command, _ []string) error { return root.Help() }
	return root
}

func commands(root *cobra.Command) []string {
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}

// words is a check that a command got between low and high words besides its
// flags.
func words(low, high int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) < low || len(args) > high {
			return fmt.Errorf("%s; write %s %s", given(args), c.Parent().CommandPath(), c.Use)
		}
		return nil
	}
}

func given(words []string) string {
	switch len(words) {
	case 0:
		return "no words are given"
	case 1:
		return fmt.Sprintf("1 word is given (%s)", words[0])
	}
	return fmt.Sprintf("%d words are given (%s)", len(words), strings.Join(words, " "))
}
