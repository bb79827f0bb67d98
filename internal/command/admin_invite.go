package command

import (
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"quadrille/internal/club"
)

func (r *request) adminInvite() *cobra.Command {
	var role, lasts, reason string
	var uses int
	c := &cobra.Command{
		Use:   "invite [--role ROLE] [--uses N] [--for TIME] [--reason WHY]",
		Short: "a code that makes who says it a member; once, for 7d, if nothing else is said",
		Args:  between(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			as, err := club.ParseRole(role)
			if err != nil {
				return err
			}
			open, err := parseLasting(lasts)
			if err != nil {
				return err
			}
			code, pass, err := r.House.Invite(cmd.Context(), r.Player.ID, as, uses, open, reason)
			if err != nil {
				return err
			}
			fmt.Fprintf(r.Out, "ssh HOST join %s\n", code)
			fmt.Fprintf(r.Err, "invitation %d: who says that is %v; %s, %s; the code is shown this once\n",
				pass.Number, as, times(uses), until(pass.Until))
			return nil
		},
	}
	c.Flags().StringVar(&role, "role", "member", "")
	c.Flags().StringVar(&lasts, "for", "7d", "")
	c.Flags().IntVar(&uses, "uses", 1, "")
	c.Flags().StringVar(&reason, "reason", "", "")
	return c
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

func (r *request) adminInvitations() *cobra.Command {
	type invitation struct {
		Number int64     `json:"number"`
		Role   string    `json:"role"`
		Uses   int       `json:"uses"`
		Used   int       `json:"used"`
		Until  time.Time `json:"until"`
		By     string    `json:"by"`
	}
	var asJSON bool
	c := &cobra.Command{
		Use:   "invitations [--json]",
		Short: "those that can still be used; never their codes",
		Args:  between(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			var list []invitation
			for _, p := range r.House.Passes() {
				list = append(list, invitation{p.Number, p.Role.String(), p.Uses, p.Used, p.Until, r.called(cmd.Context(), p.By)})
			}
			return each(r, asJSON, list, func(i invitation) []string {
				return []string{strconv.FormatInt(i.Number, 10), i.Role, fmt.Sprintf("used %d of %d", i.Used, i.Uses), until(i.Until), "by " + i.By}
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
			if err := r.House.Revoke(cmd.Context(), r.Player.ID, n, reason); err != nil {
				return err
			}
			fmt.Fprintf(r.Out, "invitation %d is taken back\n", n)
			return nil
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "")
	return c
}
