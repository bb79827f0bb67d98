package command

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"quadrille/internal/service/club"
)

// issued is a new invitation with its code, which is shown only once.
type issued struct {
	Number int64     `json:"number"`
	Code   string    `json:"code"`
	Role   club.Role `json:"role"`
	Uses   int       `json:"uses"`
	For    string    `json:"for,omitempty"`
	Until  time.Time `json:"until"`
}

func (r memberAdmin) invite(c *cobra.Command) {
	var role, lasts, name, reason string
	var uses int
	var asJSON bool
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		code, p, err := r.Admin.Issue(cmd.Context(), role, uses, lasts, name, reason)
		if err != nil {
			return err
		}
		if asJSON {
			return json.NewEncoder(r.Out).Encode(issued{p.Number, code, p.Role, p.Uses, p.For, p.Until})
		}
		fmt.Fprintf(r.Out, "%s join %s\n", r.SSHCommand, code)
		fmt.Fprintln(r.Err, p.Promise(r.Club.Settings.Zone()))
		return nil
	}
	c.Flags().StringVar(&role, "role", "member", "")
	c.Flags().StringVar(&lasts, "for", "7d", "")
	c.Flags().StringVar(&name, "name", "", "")
	c.Flags().IntVar(&uses, "uses", 1, "")
	c.Flags().BoolVar(&asJSON, "json", false, "")
	c.Flags().StringVar(&reason, "reason", "", "")
}

func (r memberAdmin) invitations(c *cobra.Command) {
	var asJSON bool
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		return each(r.Out, asJSON, r.Admin.Invitations(cmd.Context()), func(i club.InvitationLine) []string {
			role := i.Role
			if i.For != "" {
				role += " " + i.For
			}
			return []string{
				strconv.FormatInt(i.Number, 10),
				role,
				fmt.Sprintf("used %d of %d", i.Used, i.Uses),
				r.until(i.Until),
				"by " + i.By,
			}
		})
	}
	c.Flags().BoolVar(&asJSON, "json", false, "")
}

func (r memberAdmin) revoke(c *cobra.Command) {
	var reason string
	c.RunE = func(cmd *cobra.Command, args []string) error {
		n, err := strconv.ParseInt(args[0], 10, 64)
		if err != nil {
			return fmt.Errorf("%q is not the number of an invitation; run \"admin invitations\" to list them", args[0])
		}
		done, err := r.Admin.Revoke(cmd.Context(), n, reason)
		if err == nil {
			fmt.Fprintln(r.Out, done)
		}
		return err
	}
	c.Flags().StringVar(&reason, "reason", "", "")
}
