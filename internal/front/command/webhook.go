package command

import (
	"fmt"

	"github.com/spf13/cobra"
)

// webhook manages the webhook of the account.
func (r noticeCommands) webhook(c *cobra.Command) {
	c.RunE = func(cmd *cobra.Command, args []string) error { return r.hook(cmd, false, args) }
}

// adminWebhook manages the webhook of the club.
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
