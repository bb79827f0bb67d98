package command

import (
	"fmt"
	"strconv"
	"strings"

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
		Long: "A range is written 192.0.2.0/24 or 2001:db8::/48. Without --for it holds for good.\n" +
			"A guest, who would come back as another, is kept out by his address; admin here has the addresses of all who are here.\n" +
			"--force: even if you come from there yourself, or an owner does.",
		Args: between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			b, err := r.desk().BanOf(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			done, err := r.desk().Ban(cmd.Context(), b, lasts, reason, force)
			if err == nil {
				fmt.Fprintln(r.Out, done)
			}
			return err
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "")
	c.Flags().StringVar(&lasts, "for", "", "")
	c.Flags().BoolVar(&force, "force", false, "")
	return c
}

func fingerprintOf(word string) player.Fingerprint {
	return player.Fingerprint("SHA256:" + strings.TrimPrefix(word, "SHA256:"))
}

func (r *request) adminBans() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "bans [--json]",
		Short: "who is kept out, until when and why",
		Args:  between(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return each(r, asJSON, r.desk().Bans(cmd.Context()), func(b club.BanLine) []string {
				return []string{strconv.FormatInt(b.Number, 10), b.Name + b.Key + b.Range, club.Until(b.Until), "by " + b.By, b.Reason}
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
			done, err := r.desk().Unban(cmd.Context(), n, reason)
			if err == nil {
				fmt.Fprintln(r.Out, done)
			}
			return err
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "")
	return c
}
