package command

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
)

// adminHelp is what admin commands have in common.
const adminHelp = "What is done is kept with its reason: admin audit. What has\nblanks is quoted twice, as in ssh HOST 'admin mute \"Ann Lee\" --reason \"two words\"'.\n" +
	"TIME is 90m, 12h, 7d or 2w. Lists have --json, an object a line; so has invite."

// admin explains what is below its word. Who may not run admin commands is told that
// there is no such command.
func (r memberAdmin) admin(c *cobra.Command) {
	c.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) == 0 || args[0] == "help" {
			r.explain(c)
			return nil
		}
		return fmt.Errorf("there is no command admin %q; the commands are: %s", args[0], strings.Join(names(c), ", "))
	}
}

// each prints what a list has, as JSON or as a table of words.
func each[T any](out io.Writer, asJSON bool, list []T, line func(T) []string) error {
	if asJSON {
		encoder := json.NewEncoder(out)
		for _, one := range list {
			if err := encoder.Encode(one); err != nil {
				return err
			}
		}
		return nil
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, one := range list {
		fmt.Fprintln(w, strings.TrimRight(strings.Join(line(one), "\t"), "\t"))
	}
	return w.Flush()
}
