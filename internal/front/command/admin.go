package command

import (
	"fmt"
	"strings"
	"time"

	"quadrille/internal/service/club"
)

// adminHelp is appended to the help of the admin commands.
const adminHelp = `The audit log records each change with its reason; "admin audit" prints it.
TIME is a duration, like 90m, 12h, 7d or 2w. With --json, lists print one object
per line.
Use two pairs of quotes around words with spaces:
ssh HOST 'admin mute "Ann Lee" --reason "two words"'`

// admin prints the help of the admin commands. Players without a role cannot run it.
func (r memberAdmin) admin(c *call) {
	c.run = func(args []string) error {
		if len(args) == 0 || args[0] == "help" {
			r.explain(c.row)
			return nil
		}
		return fmt.Errorf("no admin command %q; the commands are: %s", args[0], strings.Join(r.names(c.path()), ", "))
	}
}

// until describes when something ends, in the time zone of the club.
func (r *request) until(t time.Time) string { return club.Until(t, r.Club.Settings.Zone()) }
