package command

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"quadrille/internal/service/club"
)

const banHelp = "Write a range like 192.0.2.0/24 or 2001:db8::/48. Without --for the ban does not\n" +
	"expire. Guests can only be banned by address: \"admin here\" lists everybody who\n" +
	"is connected, with addresses. With --force, the range may contain your own\n" +
	"address, or that of a connected moderator or owner. Owners can still connect\n" +
	"from a banned address with their keys, and so can moderators if a moderator\n" +
	"made the ban. A moderator can ban ranges up to /24 (IPv4) or /48 (IPv6)."

func (r memberAdmin) ban(c *cobra.Command) {
	var lasts, reason string
	var force bool
	c.RunE = func(cmd *cobra.Command, args []string) error {
		bans, err := r.Admin.BansOf(cmd.Context(), args[0])
		if err != nil {
			return err
		}
		done, err := r.Admin.Ban(cmd.Context(), bans, lasts, reason, force)
		if err == nil {
			fmt.Fprintln(r.Out, done)
		}
		return err
	}
	c.Flags().StringVar(&reason, "reason", "", "")
	c.Flags().StringVar(&lasts, "for", "", "")
	c.Flags().BoolVar(&force, "force", false, "")
}

func (r memberAdmin) bans(c *cobra.Command) {
	var asJSON bool
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		return each(r.Out, asJSON, r.Admin.Bans(cmd.Context()), func(b club.BanLine) []string {
			return []string{strconv.FormatInt(b.Number, 10), b.Name + b.Key + b.Range, r.until(b.Until), "by " + b.By, b.Reason}
		})
	}
	c.Flags().BoolVar(&asJSON, "json", false, "")
}

func (r memberAdmin) unban(c *cobra.Command) {
	var reason string
	c.RunE = func(cmd *cobra.Command, args []string) error {
		n, err := strconv.ParseInt(args[0], 10, 64)
		if err != nil {
			return fmt.Errorf("%q is not the number of a ban; run \"admin bans\" to list them", args[0])
		}
		done, err := r.Admin.Unban(cmd.Context(), n, reason)
		if err == nil {
			fmt.Fprintln(r.Out, done)
		}
		return err
	}
	c.Flags().StringVar(&reason, "reason", "", "")
}
