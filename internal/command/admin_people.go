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

func (r *request) adminMembers() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "members [--json]",
		Short: "who belongs to the house, and when a key of his was last used",
		Args:  between(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			list, err := r.desk().Members(cmd.Context())
			if err != nil {
				return err
			}
			return each(r, asJSON, list, func(m club.MemberLine) []string {
				words := []string{m.Name, m.Role, "since " + club.Day(m.Since), "seen " + club.Day(m.Used)}
				words = append(words, silence(m.Silence)...)
				if m.Machine {
					words = append(words, "machine")
				}
				return words
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "")
	c.AddCommand(r.adminAddMembers())
	return c
}

func (r *request) adminHere() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "here [--json]",
		Short: "who is connected now, guests among them, and from which address",
		Args:  between(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return each(r, asJSON, r.desk().Visitors(cmd.Context()), func(v club.VisitorLine) []string {
				return append([]string{v.Name, v.Role, "from " + v.From}, silence(v.Silence)...)
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
			m, err := r.desk().Member(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			if asJSON {
				return each(r, true, []club.MemberLine{m}, nil)
			}
			fmt.Fprintf(r.Out, "%s, %s\naccount %s\n", m.Name, m.Role, m.ID)
			for _, words := range silence(m.Silence) {
				fmt.Fprintln(r.Out, words)
			}
			if m.Machine {
				fmt.Fprintln(r.Out, "machine: a program played for this account")
			}
			for _, b := range r.House.Bans.All() {
				if b.Whom == m.ID {
					fmt.Fprintf(r.Out, "banned %s: %s\n", club.Until(b.Until), b.Reason)
				}
			}
			return each(r, false, m.Keys, func(k club.KeyLine) []string {
				return []string{string(k.Fingerprint), "added " + k.Added.Format(time.DateOnly), "used " + k.Used.Format(time.DateOnly)}
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "")
	return c
}

// silence is "muted" and until when, of somebody whom nobody hears.
func silence(s club.Silence) (words []string) {
	if s.Muted {
		words = append(words, "muted "+club.Until(s.MutedUntil))
	}
	return words
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
			return r.desk().Give(ctx, whom, args[0], reason)
		})
}

func (r *request) adminRemove() *cobra.Command {
	return r.to("remove NAME", "somebody is no member any more", 1,
		func(ctx context.Context, whom player.Player, _ []string, reason string) (string, error) {
			return r.desk().Remove(ctx, whom, reason)
		})
}

func (r *request) adminMute(mute bool) *cobra.Command {
	use, short := "mute NAME --reason WHY [--for TIME]", "nobody hears what somebody says"
	if !mute {
		use, short = "unmute NAME [--reason WHY]", "somebody is heard again"
	}
	var lasts string
	c := r.to(use, short, 1, func(ctx context.Context, whom player.Player, _ []string, reason string) (string, error) {
		return r.desk().Mute(ctx, whom, mute, lasts, reason)
	})
	if mute {
		c.Flags().StringVar(&lasts, "for", "", "")
	}
	return c
}

func (r *request) adminUnmark() *cobra.Command {
	return r.to("unmark NAME", "somebody is no machine after all", 1,
		func(ctx context.Context, whom player.Player, _ []string, reason string) (string, error) {
			return r.desk().Unmark(ctx, whom, reason)
		})
}

func (r *request) adminRename() *cobra.Command {
	return r.to("rename NAME NEW", "give somebody another name", 2,
		func(ctx context.Context, whom player.Player, args []string, reason string) (string, error) {
			return r.desk().Rename(ctx, whom, args[0], reason)
		})
}
