package command

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"quadrille/internal/club"
	"quadrille/internal/player"
)

// banHelp explains what a ban covers.
const banHelp = "A range is written 192.0.2.0/24 or 2001:db8::/48. Without --for it holds for good.\n" +
	"A guest, who would come back as another, is kept out by his address; admin here has the addresses of all who are here.\n" +
	"--force: even if you come from there yourself, or an owner does."

func (r memberAdmin) ban(c *cobra.Command) {
	var lasts, reason string
	var force bool
	c.RunE = func(cmd *cobra.Command, args []string) error {
		b, err := r.Desk.BanOf(cmd.Context(), args[0])
		if err != nil {
			return err
		}
		done, err := r.Desk.Ban(cmd.Context(), b, lasts, reason, force)
		if err == nil {
			fmt.Fprintln(r.Out, done)
		}
		return err
	}
	c.Flags().StringVar(&reason, "reason", "", "")
	c.Flags().StringVar(&lasts, "for", "", "")
	c.Flags().BoolVar(&force, "force", false, "")
}

func fingerprintOf(word string) player.Fingerprint {
	return player.Fingerprint("SHA256:" + strings.TrimPrefix(word, "SHA256:"))
}

func (r memberAdmin) bans(c *cobra.Command) {
	var asJSON bool
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		return each(r.Out, asJSON, r.Desk.Bans(cmd.Context()), func(b club.BanLine) []string {
			return []string{strconv.FormatInt(b.Number, 10), b.Name + b.Key + b.Range, club.Until(b.Until), "by " + b.By, b.Reason}
		})
	}
	c.Flags().BoolVar(&asJSON, "json", false, "")
}

func (r memberAdmin) unban(c *cobra.Command) {
	var reason string
	c.RunE = func(cmd *cobra.Command, args []string) error {
		n, err := strconv.ParseInt(args[0], 10, 64)
		if err != nil {
			return fmt.Errorf("%q is no number of a ban; admin bans lists them", args[0])
		}
		done, err := r.Desk.Unban(cmd.Context(), n, reason)
		if err == nil {
			fmt.Fprintln(r.Out, done)
		}
		return err
	}
	c.Flags().StringVar(&reason, "reason", "", "")
}
