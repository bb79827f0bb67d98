// Quadrille serves four-handed chess over ssh, and answers for the rules on the
// command line.
package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"quadrille/internal/player"
)

func main() {
	root := root()
	_, err := called(root, os.Args[1:])
	if err == nil {
		err = root.Execute()
	}
	if err != nil {
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
	root.SetFlagErrorFunc(wrongFlag)
	root.SetHelpCommand(helpCommand(root))
	root.Args = words(0, 0)
	root.RunE = func(root *cobra.Command, _ []string) error { return root.Help() }
	return root
}
