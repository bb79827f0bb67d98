package command

import (
	"fmt"
)

// webhook manages the webhook of the account.
func (r noticeCommands) webhook(c *call) {
	c.run = func(args []string) error { return r.hook(false, args) }
}

// adminWebhook manages the webhook of the club.
func (r noticeCommands) adminWebhook(c *call) {
	c.run = func(args []string) error { return r.hook(true, args) }
}

func (r noticeCommands) hook(ofClub bool, args []string) error {
	lines, err := r.Notify.Hooks.Words(r.ctx, r.Player, r.Named, ofClub, args)
	if err != nil {
		return err
	}
	for _, line := range lines {
		fmt.Fprintln(r.Out, line)
	}
	return nil
}
