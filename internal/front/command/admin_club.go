package command

import (
	"fmt"
	"strconv"

	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
)

func (r clubAdmin) settings(c *call) {
	l := r.lister(c, "SETTING", "VALUE", "SET BY")
	c.run = func([]string) error {
		return each(l, r.Admin.Settings(), func(s club.SettingLine) []string {
			return []string{s.Name, strconv.Quote(s.Value), s.By()}
		})
	}
}

func (r clubAdmin) set(c *call) {
	var reason string
	c.run = func(args []string) error {
		done, err := r.Admin.Set(r.ctx, args[0], args[1], reason)
		if err == nil {
			fmt.Fprintln(r.Out, done)
		}
		return err
	}
	c.StringVar(&reason, "reason", "", "")
}

func (r clubAdmin) unset(c *call) {
	var reason string
	c.run = func(args []string) error {
		done, err := r.Admin.Unset(r.ctx, args[0], reason)
		if err == nil {
			fmt.Fprintln(r.Out, done)
		}
		return err
	}
	c.StringVar(&reason, "reason", "", "")
}

func (r clubAdmin) audit(c *call) {
	l := r.lister(c, "ENTRY", "TIME", "BY", "ACTION", "ABOUT", "REASON")
	var by, about string
	var last int
	c.run = func([]string) error {
		ctx := r.ctx
		var author, who player.Player
		var err error
		if by != "" {
			if author, err = r.playerNamed(ctx, by); err != nil {
				return err
			}
		}
		if about != "" {
			if who, err = r.playerNamed(ctx, about); err != nil {
				return err
			}
		}
		if last < 1 {
			return fmt.Errorf("--last must be 1 or more, not %d", last)
		}
		list, err := r.Admin.Audit(ctx, last, func(d club.AuditEntry) bool {
			return (by == "" || d.By == author.ID) && (about == "" || r.Admin.About(d, who.ID))
		})
		if err != nil {
			return err
		}
		return each(l, list, func(d club.AuditLine) []string {
			return []string{
				strconv.FormatInt(d.Number, 10),
				clock.Minute(d.At, r.Club.Settings.Zone()),
				d.By,
				string(d.Verb),
				d.Object,
				d.Reason,
			}
		})
	}
	c.StringVar(&by, "by", "", "")
	c.StringVar(&about, "about", "", "")
	c.IntVar(&last, "last", 100, "")
}
