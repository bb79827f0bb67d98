package command

import (
	"fmt"
	"strconv"

	"quadrille/internal/service/club"
)

const banHelp = "Write a range like 192.0.2.0/24 or 2001:db8::/48. Without --for the ban does not\n" +
	"expire. Guests can only be banned by address: \"admin here\" lists everybody who\n" +
	"is connected, with addresses. With --force, the range may contain your own\n" +
	"address, or that of a connected moderator or owner. Owners can still connect\n" +
	"from a banned address with their keys, and so can moderators if a moderator\n" +
	"made the ban. A moderator can ban ranges up to /24 (IPv4) or /48 (IPv6)."

func (r memberAdmin) ban(c *call) {
	var lasts, reason string
	var force bool
	c.run = func(args []string) error {
		bans, err := r.Admin.BansOf(r.ctx, args[0])
		if err != nil {
			return err
		}
		done, err := r.Admin.Ban(r.ctx, bans, lasts, reason, force)
		if err == nil {
			fmt.Fprintln(r.Out, done)
		}
		return err
	}
	c.StringVar(&reason, "reason", "", "")
	c.StringVar(&lasts, "for", "", "")
	c.BoolVar(&force, "force", false, "")
}

func (r memberAdmin) bans(c *call) {
	l := r.lister(c, "BAN", "WHO", "UNTIL", "BY", "REASON")
	l.none = "There are no bans"
	c.run = func([]string) error {
		return each(l, r.Admin.Bans(r.ctx), func(b club.BanLine) []string {
			return []string{strconv.FormatInt(b.Number, 10), b.Name + b.Key + b.Range, r.until(b.Until), "by " + b.By, b.Reason}
		})
	}
}

func (r memberAdmin) unban(c *call) {
	var reason string
	c.run = func(args []string) error {
		n, err := strconv.ParseInt(args[0], 10, 64)
		if err != nil {
			return fmt.Errorf("%q is not the number of a ban; run \"admin bans\" to list them", args[0])
		}
		done, err := r.Admin.Unban(r.ctx, n, reason)
		if err == nil {
			fmt.Fprintln(r.Out, done)
		}
		return err
	}
	c.StringVar(&reason, "reason", "", "")
}
