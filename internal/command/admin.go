package command

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"quadrille/internal/player"
)

// admin is what moderators and owners do. Who is neither is told that there is no
// such command.
func (r *request) admin() *cobra.Command {
	c := &cobra.Command{
		Use:   "admin COMMAND",
		Short: "look after the house: help admin tells how",
		Long:  "What is done is kept with its reason: admin audit. A name with blanks is quoted.\nLists have --json, an object a line.",
		Args:  func(*cobra.Command, []string) error { return nil },
	}
	c.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			r.explain(c)
			return nil
		}
		return fmt.Errorf("there is no command admin %q; the commands are: %s", args[0], strings.Join(names(c), ", "))
	}
	c.AddCommand(
		r.adminMembers(), r.adminMember(), r.adminRole(), r.adminRemove(), r.adminRename(), r.adminKeys(),
		r.adminInvite(), r.adminInvitations(), r.adminRevoke(),
		r.adminBan(), r.adminBans(), r.adminUnban(), r.adminMute(true), r.adminMute(false),
		r.adminSettings(), r.adminSet(), r.adminUnset(), r.adminAudit(),
	)
	c.AddCommand(r.adminOnTables()...)
	return c
}

// whose is who has that name. Names are told apart as they are claimed.
func (r *request) whose(ctx context.Context, name string) (player.Player, error) {
	p, ok, err := r.Ladder.Called(ctx, name)
	if err == nil && !ok {
		err = fmt.Errorf("nobody is called %q here; write the name as it is shown, in quotes if it has blanks", player.Shown(name, nameCells))
	}
	return p, err
}

// called is the name of an account, for lists.
func (r *request) called(ctx context.Context, id player.ID) string {
	switch p, ok, err := r.Directory.Lookup(ctx, id); {
	case id == "":
		return "the machine"
	case err == nil && ok:
		return player.ShownName(p.Name, nameCells)
	}
	return string(id)
}

// each prints what a list has, as JSON or as a table of words.
func each[T any](r *request, asJSON bool, list []T, line func(T) []string) error {
	if asJSON {
		out := json.NewEncoder(r.Out)
		for _, one := range list {
			if err := out.Encode(one); err != nil {
				return err
			}
		}
		return nil
	}
	w := tabwriter.NewWriter(r.Out, 0, 0, 2, ' ', 0)
	for _, one := range list {
		fmt.Fprintln(w, strings.TrimRight(strings.Join(line(one), "\t"), "\t"))
	}
	return w.Flush()
}

// parseLasting reads how long something lasts: 90m, 12h, 7d, 2w.
func parseLasting(text string) (time.Duration, error) {
	days := map[byte]time.Duration{'d': 24 * time.Hour, 'w': 7 * 24 * time.Hour}
	if n := len(text); n > 1 {
		if unit, ok := days[text[n-1]]; ok {
			if count, err := strconv.Atoi(text[:n-1]); err == nil && count > 0 && count < 10000 {
				return time.Duration(count) * unit, nil
			}
		}
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return 0, fmt.Errorf("%q is no length of time: write one like 90m, 12h, 7d or 2w", text)
	}
	return d, nil
}

func until(t time.Time) string {
	if t.IsZero() {
		return "for good"
	}
	return "until " + t.UTC().Format("2006-01-02 15:04 UTC")
}
