package command

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"quadrille/internal/player"
	"quadrille/internal/service/club"
)

func (r clubAdmin) settings(c *cobra.Command) {
	var asJSON bool
	c.RunE = func(*cobra.Command, []string) error {
		return each(r.Out, asJSON, r.Admin.Settings(), func(s club.SettingLine) []string {
			return []string{s.Name, strconv.Quote(s.Value), s.By()}
		})
	}
	c.Flags().BoolVar(&asJSON, "json", false, "")
}

func (r clubAdmin) set(c *cobra.Command) {
	var reason string
	c.RunE = func(cmd *cobra.Command, args []string) error {
		done, err := r.Admin.Set(cmd.Context(), args[0], args[1], reason)
		if err == nil {
			fmt.Fprintln(r.Out, done)
		}
		return err
	}
	c.Flags().StringVar(&reason, "reason", "", "")
}

func (r clubAdmin) unset(c *cobra.Command) {
	var reason string
	c.RunE = func(cmd *cobra.Command, args []string) error {
		done, err := r.Admin.Unset(cmd.Context(), args[0], reason)
		if err == nil {
			fmt.Fprintln(r.Out, done)
		}
		return err
	}
	c.Flags().StringVar(&reason, "reason", "", "")
}

func (r clubAdmin) audit(c *cobra.Command) {
	var asJSON bool
	var by, about string
	var last int
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		ctx := cmd.Context()
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
		return each(r.Out, asJSON, list, func(d club.AuditLine) []string {
			return []string{
				strconv.FormatInt(d.Number, 10),
				club.Minute(d.At, r.Club.Settings.Zone()),
				d.By,
				string(d.Verb),
				d.Object,
				d.Reason,
			}
		})
	}
	c.Flags().BoolVar(&asJSON, "json", false, "")
	c.Flags().StringVar(&by, "by", "", "")
	c.Flags().StringVar(&about, "about", "", "")
	c.Flags().IntVar(&last, "last", 100, "")
}
