package command

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"quadrille/internal/player"
	"quadrille/internal/setup"
	"quadrille/rules/variants"
)

// help tells what there is, or more of one command.
func (r *request) help(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND [SUBCOMMAND]]",
		Short: "what can be said",
		Args:  between(0, 2),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				r.explain(root)
				return nil
			}
			above := root
			for _, word := range args {
				i := slices.IndexFunc(above.Commands(), func(c *cobra.Command) bool { return c.Name() == word })
				switch {
				case i < 0 && !above.HasSubCommands():
					return fmt.Errorf("%s has no commands of its own: say help %s", above.Name(), above.Name())
				case i < 0:
					return fmt.Errorf("there is no command %q to explain; the commands are: %s", word, strings.Join(names(above), ", "))
				}
				above = above.Commands()[i]
			}
			r.explain(above)
			return nil
		},
	}
}

func (r *request) explain(cmd *cobra.Command) {
	if cmd.HasParent() {
		fmt.Fprintf(r.Out, "%s\n  %s\n", usage(cmd), cmd.Short)
		if cmd.Long != "" {
			fmt.Fprintf(r.Out, "\n%s\n", cmd.Long)
		}
		for _, sub := range cmd.Commands() {
			fmt.Fprintf(r.Out, "\n%s\n    %s\n", usage(sub), sub.Short)
		}
		return
	}
	fmt.Fprintln(r.Out, "ssh -t HOST             the screens: who is here, tables, games")
	fmt.Fprintln(r.Out, "ssh -t HOST plain       the same, said line by line")
	fmt.Fprintln(r.Out, "ssh HOST COMMAND        one of these; where it opens a screen, say ssh -t")
	fmt.Fprintln(r.Out)
	for _, sub := range cmd.Commands() {
		list(r.Out, briefly(sub.Use), sub.Short)
	}
	fmt.Fprintf(r.Out, "\nGames: %s. Say help new for their options.\n", strings.Join(gameNames(), ", "))
}

// The list of commands fits into eighty columns: what they do begins in helpColumn
// and is broken before helpWidth.
const helpColumn, helpWidth = 24, 79

func list(out io.Writer, use, short string) {
	line := fmt.Sprintf("  %-*s", helpColumn-2, use)
	if !strings.HasSuffix(line, " ") { // what it does begins below
		fmt.Fprintln(out, line)
		line = strings.Repeat(" ", helpColumn)
	}
	for _, word := range strings.Fields(short) {
		if len(line)+len(word) > helpWidth {
			fmt.Fprintln(out, strings.TrimRight(line, " "))
			line = strings.Repeat(" ", helpColumn)
		}
		line += word + " "
	}
	fmt.Fprintln(out, strings.TrimRight(line, " "))
}

// briefly is how a command is said, without flags: its own help has those.
func briefly(use string) string {
	brief, _, flags := strings.Cut(use, " [--")
	if flags {
		brief += " ..."
	}
	return brief
}

func (r accountCommands) whoami(c *cobra.Command) {
	c.RunE = func(*cobra.Command, []string) error {
		switch {
		case !r.Named:
			fmt.Fprintf(r.Out, "no name yet %s\n", r.Fingerprint)
			fmt.Fprintln(r.Err, "say name NAME to choose one, or ssh -t HOST to be asked for it")
		case r.Fingerprint == "":
			fmt.Fprintf(r.Out, "%s guest\n", player.ShownName(r.Player.Name, nameCells))
		default:
			fmt.Fprintf(r.Out, "%s %s\n", player.ShownName(r.Player.Name, nameCells), r.Fingerprint)
		}
		return nil
	}
}

// name is the first visit's question, for who has no screen to be asked on.
func (r accountCommands) name(c *cobra.Command) {
	c.RunE = func(cmd *cobra.Command, args []string) error {
		p, err := r.Directory.Claim(cmd.Context(), r.Player.ID, strings.Join(args, " "))
		if err != nil {
			return err
		}
		fmt.Fprintln(r.Out, p.Name)
		return nil
	}
}

// maxNameWords is how many words of a name are put together: no name of the
// permitted length has more.
const maxNameWords = 10

func (r aboutCommands) version(c *cobra.Command) {
	c.RunE = func(*cobra.Command, []string) error {
		fmt.Fprintf(r.Out, "quadrille %s\n", r.Version)
		return nil
	}
}

// comeBack is here to be explained only: who somebody is, is settled before a
// command runs.
func (r aboutCommands) comeBack(c *cobra.Command) {
	c.RunE = func(*cobra.Command, []string) error {
		return fmt.Errorf("return stands alone: say ssh -t HOST return CODE")
	}
}

// plain is here to be explained only: it is a conversation, and no command.
func (r aboutCommands) plain(c *cobra.Command) {
	c.RunE = func(*cobra.Command, []string) error {
		return fmt.Errorf("plain stands alone: say ssh -t HOST plain")
	}
}

// api is here to be explained only, like plain.
func (r aboutCommands) api(c *cobra.Command) {
	c.RunE = func(*cobra.Command, []string) error {
		return fmt.Errorf("api stands alone: say ssh HOST api")
	}
}

// games lists what can be played and with which options.
func games() string {
	var b strings.Builder
	for _, def := range variants.All() {
		fmt.Fprintf(&b, "%s: %s\n", def.Name, def.Summary)
		for _, option := range slices.Concat(def.Options, setup.TableOptions(&def)) {
			fmt.Fprintf(&b, "  %s=%s  %s", option.Name, option.Default, option.Help)
			if len(option.Choices) > 0 {
				fmt.Fprintf(&b, " (%s)", strings.Join(option.Choices, ", "))
			}
			b.WriteByte('\n')
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}
