package command

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"quadrille/internal/club"
	"quadrille/internal/player"
)

func (r *request) adminBan() *cobra.Command {
	var lasts, reason string
	var force bool
	c := &cobra.Command{
		Use:   "ban NAME|FINGERPRINT|ADDRESS --reason WHY [--for TIME] [--force]",
		Short: "let in nobody of that name, with that key, or from that address or range",
		Args:  between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			b, err := r.banOf(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			if b.Range.IsValid() && b.Range.Contains(r.From) && !force {
				return errors.New("you come from there yourself, and would be kept out too; say --force if you mean it")
			}
			if lasts != "" {
				open, err := parseLasting(lasts)
				if err != nil {
					return err
				}
				b.Until = time.Now().Add(open).UTC()
			}
			b.Reason = reason
			if b, err = r.House.Ban(cmd.Context(), r.Player.ID, b); err != nil {
				return err
			}
			fmt.Fprintf(r.Out, "ban %d holds %s\n", b.Number, until(b.Until))
			return nil
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "")
	c.Flags().StringVar(&lasts, "for", "", "")
	c.Flags().BoolVar(&force, "force", false, "")
	return c
}

// banOf is a ban of what a word means: a key's fingerprint, an address or a range
// of them, or somebody's name.
func (r *request) banOf(ctx context.Context, word string) (club.Ban, error) {
	if strings.HasPrefix(word, "SHA256:") {
		return club.Ban{Key: fingerprintOf(word)}, nil
	}
	if strings.ContainsAny(word, "/:") || strings.Count(word, ".") == 3 {
		p, err := club.ParseRange(word)
		return club.Ban{Range: p}, err
	}
	p, err := r.whose(ctx, word)
	return club.Ban{Whom: p.ID}, err
}

func fingerprintOf(word string) player.Fingerprint {
	return player.Fingerprint("SHA256:" + strings.TrimPrefix(word, "SHA256:"))
}

func (r *request) adminBans() *cobra.Command {
	type ban struct {
		Number int64     `json:"number"`
		Name   string    `json:"name,omitempty"`
		Key    string    `json:"key,omitempty"`
		Range  string    `json:"range,omitempty"`
		Until  time.Time `json:"until,omitzero"`
		By     string    `json:"by"`
		Reason string    `json:"reason"`
	}
	var asJSON bool
	c := &cobra.Command{
		Use:   "bans [--json]",
		Short: "who is kept out, until when and why",
		Args:  between(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			var list []ban
			for _, b := range r.House.Bans() {
				one := ban{Number: b.Number, Key: string(b.Key), Until: b.Until, By: r.called(cmd.Context(), b.By), Reason: b.Reason}
				if b.Whom != "" {
					one.Name = r.called(cmd.Context(), b.Whom)
				}
				if b.Range.IsValid() {
					one.Range = b.Range.String()
				}
				list = append(list, one)
			}
			return each(r, asJSON, list, func(b ban) []string {
				return []string{strconv.FormatInt(b.Number, 10), b.Name + b.Key + b.Range, until(b.Until), "by " + b.By, b.Reason}
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "")
	return c
}

func (r *request) adminUnban() *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use:   "unban N [--reason WHY]",
		Short: "a ban holds no more",
		Args:  between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := strconv.ParseInt(args[0], 10, 64)
			if err != nil {
				return fmt.Errorf("%q is no number of a ban; admin bans lists them", args[0])
			}
			if err := r.House.Unban(cmd.Context(), r.Player.ID, n, reason); err != nil {
				return err
			}
			fmt.Fprintf(r.Out, "ban %d holds no more\n", n)
			return nil
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "")
	return c
}
