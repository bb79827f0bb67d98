package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Describe a command",
		RunE: func(_ *cobra.Command, args []string) error {
			c, err := called(root, args)
			if err != nil {
				return err
			}
			return c.Help()
		},
	}
}

// called returns the command that the arguments name, up to the first flag. It returns an
// error for a mistyped subcommand, because Cobra would only print the help, and the command
// would succeed.
func called(c *cobra.Command, args []string) (*cobra.Command, error) {
	for _, word := range args {
		if strings.HasPrefix(word, "-") || !c.HasSubCommands() || word == "help" {
			break
		}
		list := c.Commands()
		i := slices.IndexFunc(list, func(sub *cobra.Command) bool { return sub.Name() == word })
		if i < 0 {
			name := strings.TrimPrefix(c.CommandPath()+" "+word, c.Root().Name()+" ")
			return nil, fmt.Errorf("there is no command %q; the commands are: %s", name, strings.Join(commands(c), ", "))
		}
		c = list[i]
	}
	return c, nil
}

// flagKinds describes the values that a flag accepts, by the pflag type of the flag.
var flagKinds = map[string]string{
	"int": "a whole number, like 12", "uint64": "a whole number, 0 or greater, like 12", "float64": "a number, like 99.5",
	"duration": "a time, like 90s or 2h", "bool": "true or false",
}

// wrongFlag returns the error for a flag that is unknown or has a wrong value.
func wrongFlag(c *cobra.Command, err error) error {
	var wrong *pflag.InvalidValueError
	if errors.As(err, &wrong) {
		if kind, ok := flagKinds[wrong.GetFlag().Value.Type()]; ok {
			return fmt.Errorf("--%s must be %s; not %q", wrong.GetFlag().Name, kind, wrong.GetValue())
		}
	}
	return fmt.Errorf("%w; run %s --help for the flags", err, c.CommandPath())
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

// words returns a check that the number of arguments of a command is from `low` to `high`.
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
		return "no arguments"
	case 1:
		return fmt.Sprintf("1 argument (%s)", words[0])
	}
	return fmt.Sprintf("%d arguments (%s)", len(words), strings.Join(words, " "))
}
