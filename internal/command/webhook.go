package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"quadrille/internal/notify"
)

// webhook is the URL that is told when the caller is to move.
func (r *request) webhook() *cobra.Command {
	return &cobra.Command{
		Use:   notify.HookUsage,
		Short: "a URL that is told when you are to move in a correspondence game",
		Long:  notify.HookHelp,
		Args:  between(0, 2),
		RunE:  func(cmd *cobra.Command, args []string) error { return r.hook(cmd, false, args) },
	}
}

// adminWebhook is the URL that is told when a club evening begins.
func (r *request) adminWebhook() *cobra.Command {
	return &cobra.Command{
		Use:   notify.HookUsage,
		Short: "a URL that is told when an evening begins; for owners",
		Long:  notify.HookHelp,
		Args:  between(0, 2),
		RunE:  func(cmd *cobra.Command, args []string) error { return r.hook(cmd, true, args) },
	}
}

func (r *request) hook(cmd *cobra.Command, ofClub bool, args []string) error {
	lines, err := r.Notify.Hooks.Words(cmd.Context(), r.Player, r.Named, ofClub, args)
	if err != nil {
		return err
	}
	for _, line := range lines {
		fmt.Fprintln(r.Out, line)
	}
	return nil
}
