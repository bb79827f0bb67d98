package command

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

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

func (r memberAdmin) invite(c *call) {
	var role, lasts, name, reason string
	var uses int
	var asJSON bool
	c.run = func([]string) error {
		code, p, err := r.Admin.Issue(r.ctx, role, uses, lasts, name, reason)
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
	c.StringVar(&role, "role", "member", "")
	c.StringVar(&lasts, "for", "7d", "")
	c.StringVar(&name, "name", "", "")
	c.IntVar(&uses, "uses", 1, "")
	c.BoolVar(&asJSON, "json", false, "")
	c.StringVar(&reason, "reason", "", "")
}

func (r memberAdmin) invitations(c *call) {
	l := r.lister(c, "INVITATION", "FOR", "USED", "UNTIL", "BY")
	l.none = "There are no open invitations"
	c.run = func([]string) error {
		return each(l, r.Admin.Invitations(r.ctx), func(i club.InvitationLine) []string {
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
}

func (r memberAdmin) revoke(c *call) {
	var reason string
	c.run = func(args []string) error {
		n, err := strconv.ParseInt(args[0], 10, 64)
		if err != nil {
			return fmt.Errorf("%q is not the number of an invitation; run \"admin invitations\" to list them", args[0])
		}
		done, err := r.Admin.Revoke(r.ctx, n, reason)
		if err == nil {
			fmt.Fprintln(r.Out, done)
		}
		return err
	}
	c.StringVar(&reason, "reason", "", "")
}
