package command

import (
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"quadrille/internal/player"
)

func (r accountCommands) settings(c *cobra.Command) {
	c.RunE = func(cmd *cobra.Command, args []string) error {
		switch len(args) {
		case 2:
			return r.change(cmd, args[0], args[1])
		case 1:
			return r.printSetting(cmd, args[0])
		}
		return r.listSettings(cmd)
	}
}

func settingsHelp() string {
	var lines []string
	for _, o := range player.Options {
		lines = append(lines, fmt.Sprintf("%s: %s\n  %s", o.Name, o.Help, strings.Join(o.Values, ", ")))
	}
	return strings.Join(lines, "\n")
}

var errNameless = errors.New("settings need a name; run name NAME to choose one")

func (r accountCommands) change(cmd *cobra.Command, name, value string) error {
	choice, err := player.ParseChoice(name, value)
	switch {
	case err != nil:
		return err
	case !r.Named:
		return errNameless
	}
	if err := r.Memory.Remember(cmd.Context(), r.Player.ID, choice); err != nil {
		return err
	}
	fmt.Fprintf(r.Out, "%s %s\n", choice.Setting, choice.Value)
	return nil
}

func (r accountCommands) printSetting(cmd *cobra.Command, name string) error {
	which, err := player.ParseSetting(name)
	if err != nil {
		return err
	}
	chosen, err := r.Memory.Recall(cmd.Context(), r.Player.ID)
	if err != nil {
		return err
	}
	fmt.Fprintln(r.Out, chosen.Get(which))
	return nil
}

func (r accountCommands) listSettings(cmd *cobra.Command) error {
	chosen, err := r.Memory.Recall(cmd.Context(), r.Player.ID)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(r.Out, 0, 0, 2, ' ', 0)
	for which, o := range player.Options {
		fmt.Fprintf(w, "%s\t%s\t%s\n", o.Name, chosen.Get(player.Setting(which)), o.Help)
	}
	return w.Flush()
}

// vacation starts or ends a vacation, and prints the days that are left.
func (r accountCommands) vacation(c *cobra.Command) {
	c.RunE = func(cmd *cobra.Command, args []string) error {
		me := r.Player
		if !r.Named {
			me.Name = ""
		}
		text, err := r.Vacations.Command(cmd.Context(), me, strings.Join(args, " "), r.Club.Settings.Zone())
		if err == nil {
			fmt.Fprintln(r.Out, text)
		}
		return err
	}
}
