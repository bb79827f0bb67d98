package command

import (
	"context"
	"fmt"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/club"
)

func (r memberAdmin) members(c *call) {
	l := r.lister(c, "NAME", "ROLE", "SINCE", "SEEN")
	c.run = func([]string) error {
		zone := r.Club.Settings.Zone()
		list, err := r.Admin.Members(r.ctx)
		if err != nil {
			return err
		}
		return each(l, list, func(m club.MemberLine) []string {
			words := []string{m.Name, m.Role, "since " + club.Day(m.Since.In(zone)), "seen " + club.Day(m.Used.In(zone))}
			words = append(words, muteWords(m.MuteState, zone)...)
			words = append(words, pauseWords(m.PausedUntil, zone)...)
			if m.BotAccount {
				words = append(words, "bot account")
			}
			return words
		})
	}
}

func (r memberAdmin) here(c *call) {
	l := r.lister(c, "NAME", "ROLE", "FROM")
	c.run = func([]string) error {
		return each(l, r.Admin.Visitors(r.ctx), func(v club.VisitorLine) []string {
			return append([]string{v.Name, v.Role, "from " + v.From}, muteWords(v.MuteState, r.Club.Settings.Zone())...)
		})
	}
}

func (r memberAdmin) member(c *call) {
	l := r.lister(c, "KEY", "ADDED", "USED")
	c.run = func(args []string) error {
		m, err := r.Admin.Member(r.ctx, args[0])
		if err != nil {
			return err
		}
		if l.json {
			return r.object(m)
		}
		zone := r.Club.Settings.Zone()
		fmt.Fprintf(r.Out, "%s, %s\naccount %s\n", m.Name, m.Role, m.ID)
		for _, words := range append(muteWords(m.MuteState, zone), pauseWords(m.PausedUntil, zone)...) {
			fmt.Fprintln(r.Out, words)
		}
		if m.BotAccount {
			fmt.Fprintln(r.Out, "bot account: a program has used it to play")
		}
		for _, b := range r.Club.Bans.All() {
			if b.Account == m.ID {
				fmt.Fprintf(r.Out, "banned %s: %s\n", r.until(b.Until), b.Reason)
			}
		}
		return each(l, m.Keys, func(k club.KeyLine) []string {
			return []string{string(k.Fingerprint), "added " + club.Day(k.Added.In(zone)), "used " + club.Day(k.Used.In(zone))}
		})
	}
}

// muteWords returns "muted" and the time when the mute ends, in the time zone `zone`. It returns nil if the player is
// not muted.
func muteWords(s club.MuteState, zone *time.Location) (words []string) {
	if s.Muted {
		words = append(words, "muted "+club.Until(s.MutedUntil, zone))
	}
	return words
}

// pauseWords returns "paused" and the time when a player's pause from pairing ends. It returns nil
// if there is no pause.
func pauseWords(until time.Time, zone *time.Location) (words []string) {
	if !until.IsZero() {
		words = append(words, "paused "+club.Until(until, zone))
	}
	return words
}

func (r memberAdmin) pauses(c *call) {
	l := r.lister(c, "NAME", "LEFT", "UNTIL")
	l.none = "Nobody is paused"
	c.run = func([]string) error {
		return each(l, r.Admin.Paused(r.ctx), func(p club.PauseLine) []string {
			return []string{p.Name, fmt.Sprintf("left %d games", p.Left), r.until(p.Until)}
		})
	}
}

func (r memberAdmin) unpause(ctx context.Context, who player.Player, _ []string, reason string) (string, error) {
	return r.Admin.Unpause(ctx, who, reason)
}

// person is a function that executes an admin command about a player. It returns the
// sentence to print.
type person func(r memberAdmin, ctx context.Context, who player.Player, args []string, reason string) (done string, err error)

// onPerson returns the binding of a command whose first argument is the name of a player.
func onPerson(do person) binding {
	return func(r *request, c *call) {
		reason := c.String("reason", "", "")
		c.run = func(args []string) error {
			who, err := r.playerNamed(r.ctx, args[0])
			if err != nil {
				return err
			}
			done, err := do(memberAdmin{r}, r.ctx, who, args[1:], *reason)
			if err == nil {
				fmt.Fprintln(r.Out, done)
			}
			return err
		}
	}
}

func (r memberAdmin) role(ctx context.Context, who player.Player, args []string, reason string) (string, error) {
	return r.Admin.Give(ctx, who, args[0], reason)
}

func (r memberAdmin) remove(ctx context.Context, who player.Player, _ []string, reason string) (string, error) {
	return r.Admin.Remove(ctx, who, reason)
}

func (r memberAdmin) unmark(ctx context.Context, who player.Player, _ []string, reason string) (string, error) {
	return r.Admin.Unmark(ctx, who, reason)
}

func (r memberAdmin) rename(ctx context.Context, who player.Player, args []string, reason string) (string, error) {
	return r.Admin.Rename(ctx, who, args[0], reason)
}

func (r memberAdmin) mute(c *call) {
	var lasts string
	onPerson(func(r memberAdmin, ctx context.Context, who player.Player, _ []string, reason string) (string, error) {
		return r.Admin.Mute(ctx, who, true, lasts, reason)
	})(r.request, c)
	c.StringVar(&lasts, "for", "", "")
}

func (r memberAdmin) unmute(ctx context.Context, who player.Player, _ []string, reason string) (string, error) {
	return r.Admin.Mute(ctx, who, false, "", reason)
}
