// Quadrille serves four-handed chess over ssh, and answers for the rules on the
// command line.
package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

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

func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Say what a command does",
		RunE: func(_ *cobra.Command, args []string) error {
			c, err := called(root, args)
			if err != nil {
				return err
			}
			return c.Help()
		},
	}
}

// called is the command that words name, up to the first flag. Cobra answers one
// that is mistyped by the help of what stands before it, as though all were well.
func called(c *cobra.Command, args []string) (*cobra.Command, error) {
	for _, word := range args {
		if strings.HasPrefix(word, "-") || !c.HasSubCommands() {
			break
		}
		names := commands(c)
		i := slices.Index(names, word)
		switch {
		case i >= 0:
			c, _, _ = c.Find([]string{word})
		case !c.HasParent() && word == "help":
			return c, nil
		default:
			return nil, fmt.Errorf("there is no command %q; the commands are: %s", strings.TrimPrefix(c.CommandPath()+" "+word, c.Root().Name()+" "), strings.Join(names, ", "))
		}
	}
	return c, nil
}

// flagKinds is kinds of values, as flags are asked for them.
var flagKinds = map[string]string{
	"int": "a whole number, like 12", "uint64": "a whole number from 0, like 12", "float64": "a number, like 99.5",
	"duration": "a time, like 90s or 2h", "bool": "true or false",
}

// wrongFlag says what is wrong with a flag in words of ours.
func wrongFlag(c *cobra.Command, err error) error {
	var wrong *pflag.InvalidValueError
	if errors.As(err, &wrong) {
		if kind, ok := flagKinds[wrong.GetFlag().Value.Type()]; ok {
			return fmt.Errorf("--%s is %s; not %q", wrong.GetFlag().Name, kind, wrong.GetValue())
		}
	}
	return fmt.Errorf("%w; say %s --help to see the flags", err, c.CommandPath())
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
			return fmt.Errorf("%s; write %s%s", given(args), strings.TrimSuffix(c.CommandPath(), c.Name()), c.Use)
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
