package command

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"quadrille/internal/club"
	"quadrille/internal/player"
)

func (r *request) adminSettings() *cobra.Command {
	type setting struct {
		Name  string `json:"name"`
		Value string `json:"value"`
		Set   bool   `json:"set"` // by an owner, rather than by the configuration
	}
	var asJSON bool
	c := &cobra.Command{
		Use:   "settings [--json]",
		Short: "name, greeting, rules and entry of the house, and who says so",
		Args:  between(0, 0),
		RunE: func(*cobra.Command, []string) error {
			var list []setting
			for _, s := range club.Settings {
				value, said := r.House.Setting(s)
				list = append(list, setting{string(s), value, said})
			}
			return each(r, asJSON, list, func(s setting) []string {
				by := "by the configuration"
				if s.Set {
					by = "by an owner"
				}
				return []string{s.Name, strconv.Quote(s.Value), by}
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
			if err := r.House.Say(cmd.Context(), r.Player.ID, args[0], args[1], reason); err != nil {
				return err
			}
			value, _ := r.House.Setting(club.Setting(args[0]))
			fmt.Fprintf(r.Out, "%s is %q now\n", args[0], value)
			return nil
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
			if err := r.House.Unsay(cmd.Context(), r.Player.ID, args[0], reason); err != nil {
				return err
			}
			value, _ := r.House.Setting(club.Setting(args[0]))
			fmt.Fprintf(r.Out, "%s is %q now\n", args[0], value)
			return nil
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "")
	return c
}

// deed is a line of the audit log.
type deed struct {
	Number int64     `json:"number"`
	At     time.Time `json:"at"`
	By     string    `json:"by"`
	Verb   club.Verb `json:"verb"`
	Object string    `json:"object,omitempty"`
	Reason string    `json:"reason,omitempty"`
}

func (r *request) lineOf(ctx context.Context, d club.Deed) deed {
	return deed{d.Number, d.At, r.called(ctx, d.By), d.Verb, r.objectOf(ctx, d), d.Reason}
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
			deeds, err := r.House.Audit(ctx, 0)
			if err != nil {
				return err
			}
			deeds = slices.DeleteFunc(deeds, func(d club.Deed) bool {
				return by != "" && d.By != author.ID || about != "" && d.Whom != whom.ID
			})
			var list []deed
			for _, d := range deeds[max(0, len(deeds)-last):] {
				list = append(list, r.lineOf(ctx, d))
			}
			return each(r, asJSON, list, func(d deed) []string {
				return []string{strconv.FormatInt(d.Number, 10), d.At.Format("2006-01-02 15:04"), d.By, string(d.Verb), d.Object, d.Reason}
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "")
	c.Flags().StringVar(&by, "by", "", "")
	c.Flags().StringVar(&about, "about", "", "")
	c.Flags().IntVar(&last, "last", 100, "")
	return c
}

// objectOf is whom or what a deed was about, in a few words.
func (r *request) objectOf(ctx context.Context, d club.Deed) string {
	words := ""
	add := func(format string, args ...any) {
		if words != "" {
			words += " "
		}
		words += fmt.Sprintf(format, args...)
	}
	if d.Whom != "" {
		add("%s", r.called(ctx, d.Whom))
	}
	if d.Key+d.Range != "" {
		add("%s", d.Key+d.Range)
	}
	if d.Table != 0 {
		add("table %d", d.Table)
	}
	if d.Of != 0 {
		add("number %d", d.Of)
	}
	if d.Role != club.Guest {
		add("as %v", d.Role)
	}
	if d.Setting+d.Value != "" {
		add("%s", player.Shown(d.Setting+" "+d.Value, 60))
	}
	return words
}
