package command

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"quadrille/internal/club"
)

// issued is an invitation with its code, which is told this once.
type issued struct {
	Number int64     `json:"number"`
	Code   string    `json:"code"`
	Role   club.Role `json:"role"`
	Uses   int       `json:"uses"`
	For    string    `json:"for,omitempty"`
	Until  time.Time `json:"until"`
}

func (r *request) adminInvite() *cobra.Command {
	var role, lasts, name, reason string
	var uses int
	var asJSON bool
	c := &cobra.Command{
		Use:   "invite [--role ROLE] [--name NAME | --uses N] [--for TIME] [--reason WHY] [--json]",
		Short: "a code that makes who says it a member; once, for 7d, if nothing else is said",
		Args:  between(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			code, p, err := r.desk().Issue(cmd.Context(), role, uses, lasts, name, reason)
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(r.Out).Encode(issued{p.Number, code, p.Role, p.Uses, p.For, p.Until})
			}
			fmt.Fprintf(r.Out, "%s join %s\n", r.Way, code)
			fmt.Fprintln(r.Err, p.Promise())
			return nil
		},
	}
	c.Flags().StringVar(&role, "role", "member", "")
	c.Flags().StringVar(&lasts, "for", "7d", "")
	c.Flags().StringVar(&name, "name", "", "")
	c.Flags().IntVar(&uses, "uses", 1, "")
	c.Flags().BoolVar(&asJSON, "json", false, "")
	c.Flags().StringVar(&reason, "reason", "", "")
	return c
}

func (r *request) adminInvitations() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "invitations [--json]",
		Short: "those that can still be used; never their codes",
		Args:  between(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return each(r, asJSON, r.desk().Invitations(cmd.Context()), func(i club.InvitationLine) []string {
				role := i.Role
				if i.For != "" {
					role += " " + i.For
				}
				return []string{strconv.FormatInt(i.Number, 10), role, fmt.Sprintf("used %d of %d", i.Used, i.Uses), club.Until(i.Until), "by " + i.By}
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "")
	return c
}

func (r *request) adminRevoke() *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use:   "revoke N [--reason WHY]",
		Short: "take an invitation back",
		Args:  between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := strconv.ParseInt(args[0], 10, 64)
			if err != nil {
				return fmt.Errorf("%q is no number of an invitation; admin invitations lists them", args[0])
			}
			done, err := r.desk().Revoke(cmd.Context(), n, reason)
			if err == nil {
				fmt.Fprintln(r.Out, done)
			}
			return err
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "")
	return c
}
