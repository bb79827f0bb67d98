package command

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"quadrille/internal/club"
	"quadrille/internal/player"
)

// admin is what moderators and owners do. Who is neither is told that there is no
// such command.
func (r *request) admin() *cobra.Command {
	c := &cobra.Command{
		Use:   "admin COMMAND",
		Short: "look after the house: help admin tells how",
		Long: "What is done is kept with its reason: admin audit. What has\nblanks is quoted twice, as in ssh HOST 'admin mute \"Ann Lee\" --reason \"two words\"'.\n" +
			"TIME is 90m, 12h, 7d or 2w. Lists have --json, an object a line; so has invite.",
		Args: func(*cobra.Command, []string) error { return nil },
	}
	c.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) == 0 || args[0] == "help" {
			r.explain(c)
			return nil
		}
		return fmt.Errorf("there is no command admin %q; the commands are: %s", args[0], strings.Join(names(c), ", "))
	}
	c.AddCommand(
		r.adminHere(), r.adminMembers(), r.adminMember(), r.adminRole(), r.adminRemove(), r.adminRename(), r.adminKeys(), r.adminErase(),
		r.adminInvite(), r.adminInvitations(), r.adminRevoke(),
		r.adminBan(), r.adminBans(), r.adminUnban(), r.adminMute(true), r.adminMute(false), r.adminUnmark(),
		r.adminSettings(), r.adminSet(), r.adminUnset(), r.adminAudit(),
		r.adminAnnounce(), r.adminGames(), r.adminReports(), r.adminReport(), r.adminResolve(), r.adminWebhook(),
	)
	c.AddCommand(r.adminOnTables()...)
	return c
}

// desk is the caller's administration of the club.
func (r *request) desk() *club.Admin { return r.Desk }

// whose is who has that name.
func (r *request) whose(ctx context.Context, name string) (player.Player, error) {
	return r.desk().Whose(ctx, name)
}

// each prints what a list has, as JSON or as a table of words.
func each[T any](r *request, asJSON bool, list []T, line func(T) []string) error {
	if asJSON {
		out := json.NewEncoder(r.Out)
		for _, one := range list {
			if err := out.Encode(one); err != nil {
				return err
			}
		}
		return nil
	}
	w := tabwriter.NewWriter(r.Out, 0, 0, 2, ' ', 0)
	for _, one := range list {
		fmt.Fprintln(w, strings.TrimRight(strings.Join(line(one), "\t"), "\t"))
	}
	return w.Flush()
}
