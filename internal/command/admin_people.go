package command

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"quadrille/internal/club"
	"quadrille/internal/player"
)

// member is somebody, as lists have him.
type member struct {
	Name  string    `json:"name"`
	ID    player.ID `json:"account"`
	Role  string    `json:"role"`
	Since time.Time `json:"since,omitzero"`
	Used  time.Time `json:"key_used,omitzero"` // the last day one of his keys was
	Muted bool      `json:"muted"`
	Keys  []keyLine `json:"keys,omitempty"`
}

type keyLine struct {
	Fingerprint player.Fingerprint `json:"fingerprint"`
	Added       time.Time          `json:"added"`
	Used        time.Time          `json:"used"`
}

func (r *request) memberOf(ctx context.Context, p club.Person) (member, error) {
	m := member{Name: r.called(ctx, p.ID), ID: p.ID, Role: p.Role.String(), Since: p.Since, Muted: r.House.Muted(p.ID)}
	keys, err := r.Keyring.Keys(ctx, p.ID)
	for _, k := range keys {
		m.Keys = append(m.Keys, keyLine{k.Fingerprint, k.Added, k.Used})
		if k.Used.After(m.Used) {
			m.Used = k.Used
		}
	}
	return m, err
}

func (r *request) adminMembers() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "members [--json]",
		Short: "who belongs to the house, and when a key of his was last used",
		Args:  between(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			var list []member
			for _, p := range r.House.People() {
				m, err := r.memberOf(cmd.Context(), p)
				if err != nil {
					return err
				}
				list = append(list, m)
			}
			return each(r, asJSON, list, func(m member) []string {
				words := []string{m.Name, m.Role, "since " + m.Since.Format(time.DateOnly), "seen " + m.Used.Format(time.DateOnly)}
				if m.Muted {
					words = append(words, "muted")
				}
				return words
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "")
	return c
}

func (r *request) adminMember() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "member NAME [--json]",
		Short: "all that is known of somebody",
		Args:  between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx := cmd.Context()
			p, err := r.whose(ctx, args[0])
			if err != nil {
				return err
			}
			person := club.Person{ID: p.ID, Role: r.House.Role(p.ID)}
			for _, other := range r.House.People() {
				if other.ID == p.ID {
					person = other
				}
			}
			m, err := r.memberOf(ctx, person)
			if err != nil {
				return err
			}
			if asJSON {
				return each(r, true, []member{m}, nil)
			}
			fmt.Fprintf(r.Out, "%s, %s\naccount %s\n", m.Name, m.Role, m.ID)
			if m.Muted {
				fmt.Fprintln(r.Out, "muted")
			}
			for _, b := range r.House.Bans() {
				if b.Whom == p.ID {
					fmt.Fprintf(r.Out, "banned %s: %s\n", until(b.Until), b.Reason)
				}
			}
			return each(r, false, m.Keys, func(k keyLine) []string {
				return []string{string(k.Fingerprint), "added " + k.Added.Format(time.DateOnly), "used " + k.Used.Format(time.DateOnly)}
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "")
	return c
}

// to is a command that does something to somebody, and says so. Where use has no
// word of a reason, there has to be one.
func (r *request) to(use, short string, words int, do func(ctx context.Context, whom player.Player, args []string, reason string) (done string, err error)) *cobra.Command {
	var reason string
	if !strings.Contains(use, "--reason") {
		use += " --reason WHY"
	}
	c := &cobra.Command{
		Use:   use,
		Short: short,
		Args:  between(words, words),
		RunE: func(cmd *cobra.Command, args []string) error {
			whom, err := r.whose(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			done, err := do(cmd.Context(), whom, args[1:], reason)
			if err == nil {
				fmt.Fprintln(r.Out, done)
			}
			return err
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "")
	return c
}

func (r *request) adminRole() *cobra.Command {
	return r.to("role NAME ROLE [--reason WHY]", "make somebody guest, member, moderator or owner", 2,
		func(ctx context.Context, whom player.Player, args []string, reason string) (string, error) {
			role, err := club.ParseRole(args[0])
			if err != nil {
				return "", err
			}
			if role == club.Guest {
				err = r.House.Remove(ctx, r.Player.ID, whom.ID, reason)
			} else {
				err = r.House.Appoint(ctx, r.Player.ID, whom.ID, role, reason)
			}
			return fmt.Sprintf("%s is %v now", whom.Name, role), err
		})
}

func (r *request) adminRemove() *cobra.Command {
	return r.to("remove NAME", "somebody is no member any more", 1,
		func(ctx context.Context, whom player.Player, _ []string, reason string) (string, error) {
			return whom.Name + " is a guest now", r.House.Remove(ctx, r.Player.ID, whom.ID, reason)
		})
}

func (r *request) adminMute(mute bool) *cobra.Command {
	use, short, done := "mute NAME --reason WHY [--for TIME]", "nobody hears what somebody says", " is muted"
	if !mute {
		use, short, done = "unmute NAME [--reason WHY]", "somebody is heard again", " is heard again"
	}
	var lasts string
	c := r.to(use, short, 1, func(ctx context.Context, whom player.Player, _ []string, reason string) (string, error) {
		end := time.Time{}
		if lasts != "" {
			d, err := parseLasting(lasts)
			if err != nil {
				return "", err
			}
			end = time.Now().Add(d).UTC()
		}
		if mute {
			done += " " + until(end)
		}
		return whom.Name + done, r.House.Mute(ctx, r.Player.ID, whom.ID, mute, end, reason)
	})
	if mute {
		c.Flags().StringVar(&lasts, "for", "", "")
	}
	return c
}

func (r *request) adminRename() *cobra.Command {
	return r.to("rename NAME NEW", "give somebody another name", 2,
		func(ctx context.Context, whom player.Player, args []string, reason string) (string, error) {
			if err := r.House.MayDealWith(r.Player.ID, whom.ID, reason); err != nil {
				return "", err
			}
			renamed, err := r.Directory.Claim(ctx, whom.ID, args[0])
			if err != nil {
				return "", err
			}
			return whom.Name + " is called " + renamed.Name + " now",
				r.House.Note(ctx, club.Deed{By: r.Player.ID, Verb: club.Renamed, Whom: whom.ID, Value: renamed.Name, Reason: reason})
		})
}

func (r *request) adminKeys() *cobra.Command {
	return r.to("key NAME FINGERPRINT", "take a key off somebody's account, and end what it has open", 2,
		func(ctx context.Context, whom player.Player, args []string, reason string) (string, error) {
			if err := r.House.MayDealWith(r.Player.ID, whom.ID, reason); err != nil {
				return "", err
			}
			key := fingerprintOf(args[0])
			if err := r.Keyring.Remove(ctx, whom.ID, key); err != nil {
				return "", err
			}
			r.KeyRemoved(key)
			return fmt.Sprintf("%s leads to %s no more", key, whom.Name),
				r.House.Note(ctx, club.Deed{By: r.Player.ID, Verb: club.KeyRemoved, Whom: whom.ID, Key: string(key), Reason: reason})
		})
}
