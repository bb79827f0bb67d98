package command

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/service/notify"
	"quadrille/internal/table"
)

const reportHelp = "Moderators see your name, the player, the reason and the last chat lines that\n" +
	"you can read at table N, or at the table where you both have seats. The player\n" +
	"does not see the report. Run ssh HOST privacy to see how long reports are\n" +
	"stored."

// report files a report, or lists the player's reports.
func (r noticeCommands) report(c *call) {
	l := r.lister(c, "REPORT", "TIME", "PLAYER", "STATE")
	l.none = "You have no reports: to report somebody, type \"report\", a name and a reason"
	var at string
	c.run = func(args []string) error {
		if len(args) == 0 {
			return r.ownReports(r.ctx, l)
		}
		return r.fileReport(strings.Join(args, " "), at, l.json)
	}
	c.StringVar(&at, "table", "", "")
}

func (r noticeCommands) fileReport(words, at string, asJSON bool) error {
	ctx, reports := r.ctx, r.Notify.Reports
	present := r.Lobby.ViewFor(r.Player.ID).Players()
	var seen *table.View
	if at != "" {
		t, err := r.find(at)
		if err != nil {
			return err
		}
		seen = t.Reportable(r.Player.ID)
		present = append(present, notify.People(seen)...)
	}
	who, why, err := reports.SplitName(ctx, words, present)
	if err != nil {
		return err
	}
	if seen == nil {
		seen = r.sharedTable(ctx, who.ID)
	}
	one, err := reports.File(ctx, r.Player, r.Named, who, why, seen)
	switch {
	case err != nil:
		return err
	case asJSON:
		return r.object(r.ownReport(ctx, &one))
	}
	fmt.Fprintln(r.Out, one.Thanks())
	return nil
}

// sharedTable returns the newest table where both the player of the session and another
// player have a seat, or nil if there is none.
func (r noticeCommands) sharedTable(ctx context.Context, who player.ID) *table.View {
	newest := r.Lobby.NewestShared(r.Player.ID, who)
	if newest == 0 {
		return nil
	}
	t, err := r.Lobby.TableFor(ctx, r.Player.ID, newest)
	if err != nil {
		return nil
	}
	return t.Reportable(r.Player.ID)
}

// ownReport holds what the author of a report to the moderators may see of it.
type ownReport struct {
	Number int64     `json:"number"`
	At     time.Time `json:"at"`
	Player string    `json:"player"`
	State  string    `json:"state"` // open or closed
}

func (r noticeCommands) ownReport(ctx context.Context, one *notify.Report) ownReport {
	return ownReport{one.Number, one.At, r.Admin.Called(ctx, one.About), state(one)}
}

func (r noticeCommands) ownReports(ctx context.Context, l *lister) error {
	var list []ownReport
	for _, one := range r.Notify.Reports.By(r.Player.ID) {
		list = append(list, r.ownReport(ctx, &one))
	}
	return each(l, list, func(one ownReport) []string {
		return []string{strconv.FormatInt(one.Number, 10), clock.Minute(one.At, r.Club.Settings.Zone()), one.Player, one.State}
	})
}

func state(one *notify.Report) string {
	if one.Open() {
		return "open"
	}
	return "closed"
}

// reportLine is the JSON form of a report.
type reportLine struct {
	Number  int64      `json:"number"`
	At      time.Time  `json:"at"`
	By      string     `json:"by"`
	Player  string     `json:"player"`
	Reason  string     `json:"reason,omitempty"`
	Table   table.ID   `json:"table,omitempty"`
	Lines   []chatLine `json:"lines,omitempty"`
	Closed  time.Time  `json:"closed,omitzero"`
	Outcome string     `json:"outcome,omitempty"`
}

type chatLine struct {
	At      time.Time      `json:"at"`
	By      string         `json:"by"`
	Channel notify.Channel `json:"channel,omitempty"` // channel that the line was sent to; empty for the chat of the table
	Text    string         `json:"text"`
}

// reported converts a report to JSON form, with the players' current names.
func (r *request) reported(ctx context.Context, one notify.Report) reportLine {
	d := r.Admin
	line := reportLine{
		Number: one.Number, At: one.At, By: d.Called(ctx, one.By), Player: d.Called(ctx, one.About), Reason: one.Reason,
		Table: one.Table, Closed: one.Closed, Outcome: one.Outcome,
	}
	for _, l := range one.Lines {
		line.Lines = append(line.Lines, chatLine{l.At, d.Called(ctx, l.By), l.Channel, l.Text})
	}
	return line
}

func (r noticeCommands) adminReports(c *call) {
	l := r.lister(c, "REPORT", "TIME", "WHO", "STATE", "REASON")
	var all bool
	c.run = func([]string) error {
		list, err := r.Notify.Reports.List(r.Player.ID, all)
		if err != nil {
			return err
		}
		var lines []reportLine
		for _, one := range list {
			lines = append(lines, r.reported(r.ctx, one))
		}
		return each(l, lines, func(l reportLine) []string {
			state := "open"
			if !l.Closed.IsZero() {
				state = "closed: " + l.Outcome
			}
			return []string{
				strconv.FormatInt(l.Number, 10),
				clock.Minute(l.At, r.Club.Settings.Zone()),
				l.By + " about " + l.Player,
				state,
				l.Reason,
			}
		})
	}
	c.BoolVar(&all, "all", false, "")
}

func (r noticeCommands) adminReport(c *call) {
	var asJSON bool
	c.run = func(args []string) error {
		number, err := reportNumber(args[0])
		if err != nil {
			return err
		}
		one, err := r.Notify.Reports.Find(r.Player.ID, number)
		if err != nil {
			return err
		}
		line := r.reported(r.ctx, one)
		if asJSON {
			return r.object(line)
		}
		r.printReport(&line)
		return nil
	}
	c.BoolVar(&asJSON, "json", false, "")
}

func (r noticeCommands) printReport(l *reportLine) {
	fmt.Fprintf(r.Out, "Report %d, %s: %s about %s\n", l.Number, clock.Minute(l.At, r.Club.Settings.Zone()), l.By, l.Player)
	if l.Table != 0 {
		fmt.Fprintf(r.Out, "At table %d\n", l.Table)
	}
	if l.Reason != "" {
		fmt.Fprintf(r.Out, "Reason: %s\n", l.Reason)
	}
	if !l.Closed.IsZero() {
		fmt.Fprintf(r.Out, "Closed %s: %s\n", clock.Minute(l.Closed, r.Club.Settings.Zone()), l.Outcome)
	}
	for _, line := range l.Lines {
		by := line.By
		switch line.Channel {
		case notify.AtTable:
		case notify.Spectators:
			by = "(" + by + ")"
		default:
			by = string(line.Channel) + " " + by
		}
		fmt.Fprintf(r.Out, "  %s  %s: %s\n", clock.Minute(line.At, r.Club.Settings.Zone()), by, line.Text)
	}
}

func (r noticeCommands) adminResolve(c *call) {
	var reason string
	c.run = func(args []string) error {
		number, err := reportNumber(args[0])
		if err != nil {
			return err
		}
		if err := r.Notify.Reports.Resolve(r.ctx, r.Player.ID, number, reason); err != nil {
			return err
		}
		fmt.Fprintf(r.Out, "Report %d is closed.\n", number)
		return nil
	}
	c.StringVar(&reason, "reason", "", "")
}

func reportNumber(word string) (int64, error) {
	n, err := strconv.ParseInt(word, 10, 64)
	if err != nil || n < 1 {
		return 0, fmt.Errorf(
			"%q is not the number of a report; run \"admin reports\" to list them",
			player.Shown(word, player.MaxNameCells),
		)
	}
	return n, nil
}
