package command

import (
	"fmt"

	"github.com/spf13/cobra"
)

// webhook is the URL that is told when the caller is to move.
func (r noticeCommands) webhook(c *cobra.Command) {
	c.RunE = func(cmd *cobra.Command, args []string) error { return r.hook(cmd, false, args) }
}

// adminWebhook is the URL that is told when a club evening begins.
func (r noticeCommands) adminWebhook(c *cobra.Command) {
	c.RunE = func(cmd *cobra.Command, args []string) error { return r.hook(cmd, true, args) }
}

func (r noticeCommands) hook(cmd *cobra.Command, ofClub bool, args []string) error {
	lines, err := r.Notify.Hooks.Words(cmd.Context(), r.Player, r.Named, ofClub, args)
	if err != nil {
		return err
	}
	for _, line := range lines {
		fmt.Fprintln(r.Out, line)
	}
	return nil
}
