package command

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"quadrille/internal/club"
	"quadrille/internal/player"
)

func (r *request) adminSettings() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "settings [--json]",
		Short: "name, greeting, rules and entry of the house, and who says so",
		Args:  between(0, 0),
		RunE: func(*cobra.Command, []string) error {
			return each(r, asJSON, r.desk().Settings(), func(s club.SettingLine) []string {
				return []string{s.Name, strconv.Quote(s.Value), s.By()}
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "")
	return c
}

func (r *request) adminSet() *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use:   "set NAME VALUE [--reason WHY]",
		Short: "name, greeting or rules of the house; entry: open, guests or members-only",
		Args:  between(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			done, err := r.desk().Set(cmd.Context(), args[0], args[1], reason)
			if err == nil {
				fmt.Fprintln(r.Out, done)
			}
			return err
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "")
	return c
}

func (r *request) adminUnset() *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use:   "unset NAME [--reason WHY]",
		Short: "let the configuration decide again",
		Args:  between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			done, err := r.desk().Unset(cmd.Context(), args[0], reason)
			if err == nil {
				fmt.Fprintln(r.Out, done)
			}
			return err
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "")
	return c
}

func (r *request) adminAudit() *cobra.Command {
	var asJSON bool
	var by, about string
	var last int
	c := &cobra.Command{
		Use:   "audit [--by NAME] [--about NAME] [--last N] [--json]",
		Short: "what was done, by whom and why, the newest last",
		Args:  between(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx := cmd.Context()
			var author, whom player.Player
			var err error
			if by != "" {
				if author, err = r.whose(ctx, by); err != nil {
					return err
				}
			}
			if about != "" {
				if whom, err = r.whose(ctx, about); err != nil {
					return err
				}
			}
			if last < 1 {
				return fmt.Errorf("--last is how many deeds are shown, a number from 1; not %d", last)
			}
			list, err := r.desk().Audit(ctx, last, func(d club.AuditEntry) bool {
				return (by == "" || d.By == author.ID) && (about == "" || r.desk().About(d, whom.ID))
			})
			if err != nil {
				return err
			}
			return each(r, asJSON, list, func(d club.AuditLine) []string {
				return []string{strconv.FormatInt(d.Number, 10), club.Minute(d.At, r.House.Settings.Zone()), d.By, string(d.Verb), d.Object, d.Reason}
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "")
	c.Flags().StringVar(&by, "by", "", "")
	c.Flags().StringVar(&about, "about", "", "")
	c.Flags().IntVar(&last, "last", 100, "")
	return c
}
