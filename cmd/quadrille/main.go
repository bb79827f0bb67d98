// Quadrille is a server for four-handed chess over SSH. The same program also has commands
// that administer and check a server, and commands for game records.
package main

import (
	"errors"
	"os"

	"github.com/spf13/cobra"

	"quadrille/internal/config"
	"quadrille/internal/front/command"
	"quadrille/internal/player"
)

func main() {
	root := root()
	args := os.Args[1:]
	if c, _, err := root.Find(args); err == nil {
		c.InitDefaultHelpFlag()
		args = command.Flags(args, c.Flags())
	}
	root.SetArgs(args)
	_, err := called(root, args)
	if err == nil {
		err = root.Execute()
	}
	if err != nil {
		writeFailure(player.Escaping(os.Stderr), err)
		os.Exit(exitStatus(err))
	}
}

// statusBadConfig is the exit status of a command whose configuration is wrong. It is the
// value of EX_CONFIG in sysexits.h, which "systemctl status" shows as 78/CONFIG.
const statusBadConfig = 78

// exitStatus returns the exit status of a command that failed with err.
func exitStatus(err error) int {
	if bad := (*config.Error)(nil); errors.As(err, &bad) {
		return statusBadConfig
	}
	return 1
}

func root() *cobra.Command {
	root := &cobra.Command{
		Use:               "quadrille",
		Short:             "Four-handed chess over ssh",
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	root.AddCommand(
		serveCommand(),
		adminCommand(),
		backupCommand(),
		restoreCommand(),
		vacuumCommand(),
		migrateCommand(),
		ratingsCommand(),
		configCommand(),
		doctorCommand(),
		healthCommand(),
		hostKeyCommand(),
		matchCommand(),
		versionCommand(),
		manCommand(),
	)
	addRules(root)
	root.SetFlagErrorFunc(wrongFlag)
	root.SetHelpCommand(helpCommand(root))
	root.Args = words(0, 0)
	root.RunE = func(root *cobra.Command, _ []string) error { return root.Help() }
	return root
}
