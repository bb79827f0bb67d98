package command

import (
	"errors"
	"fmt"
	"strings"

	"quadrille/internal/player"
)

func (r accountCommands) settings(c *call) {
	l := r.lister(c, "SETTING", "VALUE", "HELP")
	c.run = func(args []string) error {
		if l.json && len(args) > 0 {
			return errors.New("--json lists all settings; leave out the name")
		}
		switch len(args) {
		case 2:
			return r.change(args[0], args[1])
		case 1:
			return r.printSetting(args[0])
		}
		return r.listSettings(l)
	}
}

func settingsHelp() string {
	var lines []string
	for _, o := range player.Options {
		lines = append(lines, fmt.Sprintf("%s: %s\n  %s", o.Name, o.Help, strings.Join(o.Values, ", ")))
	}
	return strings.Join(lines, "\n")
}

var errNameless = errors.New("only accounts with a name can save settings; to choose one, run \"name NAME\"")

func (r accountCommands) change(name, value string) error {
	choice, err := player.ParseChoice(name, value)
	switch {
	case err != nil:
		return err
	case !r.Named:
		return errNameless
	}
	if err := r.Memory.Remember(r.ctx, r.Player.ID, choice); err != nil {
		return err
	}
	fmt.Fprintf(r.Out, "%s %s\n", choice.Setting, choice.Value)
	return nil
}

func (r accountCommands) printSetting(name string) error {
	which, err := player.ParseSetting(name)
	if err != nil {
		return err
	}
	chosen, err := r.Memory.Recall(r.ctx, r.Player.ID)
	if err != nil {
		return err
	}
	fmt.Fprintln(r.Out, chosen.Get(which))
	return nil
}

// settingLine is a setting in the list of settings.
type settingLine struct {
	Setting string   `json:"setting"`
	Value   string   `json:"value"`
	Values  []string `json:"values"` // the values to choose from
	Help    string   `json:"help"`
}

func (r accountCommands) listSettings(l *lister) error {
	chosen, err := r.Memory.Recall(r.ctx, r.Player.ID)
	if err != nil {
		return err
	}
	var list []settingLine
	for which, o := range player.Options {
		list = append(list, settingLine{o.Name, chosen.Get(player.Setting(which)), o.Values, o.Help})
	}
	return each(l, list, func(s settingLine) []string {
		if l.Spoken {
			return []string{s.Setting + " is " + s.Value + ": " + s.Help}
		}
		return []string{s.Setting, s.Value, s.Help}
	})
}

// vacation starts or ends a vacation, and prints the number of vacation days that are left.
func (r accountCommands) vacation(c *call) {
	c.run = func(args []string) error {
		me := r.Player
		if !r.Named {
			me.Name = ""
		}
		text, err := r.Vacations.Command(r.ctx, me, strings.Join(args, " "), r.Club.Settings.Zone())
		if err == nil {
			fmt.Fprintln(r.Out, text)
		}
		return err
	}
}
