package command

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"quadrille/docs"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
)

// WithoutEntry reports whether a command may be run even by players whom the club does not
// admit.
func WithoutEntry(word string) bool {
	return slices.Contains([]string{"about", "account", "help", "join", "keys", "privacy", "version", "whoami"}, word)
}

// WithBan reports whether banned players may run a command line. With these commands they can
// export and delete their data.
func WithBan(words []string) bool {
	return slices.Contains([]string{"account", "privacy", "whoami"}, words[0]) || len(words) == 1 && words[0] == "export"
}

func (r accountCommands) join(c *call) {
	c.run = func(args []string) error {
		if r.Fingerprint == "" {
			return player.KeylessGuest.Refuse()
		}
		role, err := r.Join(r.ctx, args[0])
		if err != nil {
			return err
		}
		fmt.Fprintf(r.Out, "Your role in this club is now %v.\n", role)
		if !r.Named {
			fmt.Fprintln(r.Err, "To choose a name, run \"name NAME\", or connect with ssh -t HOST.")
		}
		return nil
	}
}

// entryPolicies are sentences that describe the entry policies of a club.
var entryPolicies = map[club.EntryPolicy]string{
	club.OpenToAll:     "Everybody may enter and play",
	club.GuestsWelcome: "Everybody may enter; only games of members are rated",
	club.MembersOnly:   "Members only",
}

// schema prints docs/api.schema.json.
func (r aboutCommands) schema(c *call) {
	c.run = func([]string) error {
		_, err := io.WriteString(r.Out, docs.APISchema)
		return err
	}
}

// privacy prints the short form of docs/privacy.md.
func (r aboutCommands) privacy(c *call) {
	c.run = func([]string) error {
		r.Out = addressed{r.Out, r.SSHCommand, r.Spoken}
		fmt.Fprint(r.Out, docs.Privacy())
		return nil
	}
}

func (r aboutCommands) about(c *call) {
	c.run = func([]string) error {
		for _, s := range []club.Setting{club.SetName, club.SetGreeting, club.SetRules} {
			if text, _ := r.Club.Settings.Get(s); text != "" {
				fmt.Fprintln(r.Out, player.Shown(text, 1000))
			}
		}
		key := ""
		if r.KeysOnly {
			key = "; an SSH key is required"
		}
		role, article := r.Club.Role(r.Player.ID), "a"
		if role == club.Owner {
			article = "an"
		}
		fmt.Fprintf(r.Out, "%s%s; you are %s %v.\n", entryPolicies[r.Club.Settings.Entry()], key, article, role)
		return nil
	}
}

// evening prints the help of the evening commands.
func (r aboutCommands) evening(c *call) {
	// Accept unknown flags, so that players who may not run the command get the error for an
	// unknown command even if they add flags.
	c.ParseErrorsAllowlist.UnknownFlags = true
	c.run = func(args []string) error {
		if len(args) == 0 || args[0] == "help" {
			r.explain(c.row)
			return nil
		}
		return fmt.Errorf("no evening command %q; the commands are: %s", args[0], strings.Join(r.names(c.path()), ", "))
	}
}
