package admin

import (
	"context"
	"fmt"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/adjudication"
	"quadrille/internal/lobby"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/internal/ui/kit"
)

var phaseWords = map[table.Phase]string{table.Waiting: "waiting", table.Playing: "playing", table.Finished: "finished"}

// tableRows are the tables of the lobby.
func tableRows(v *lobby.View) (rows []deskRow) {
	for i := range v.Tables {
		s := &v.Tables[i]
		how, who := kit.Summary(s, 40)
		game, _ := kit.GameAndClock(s)
		rows = append(rows, deskRow{
			key: fmt.Sprint(s.ID), number: int64(s.ID), detail: who,
			text: fmt.Sprintf("%5d  %-8s  %-12s  %s", s.ID, phaseWords[s.Phase], game, how),
		})
	}
	return rows
}

// verdict is something that can be decided about a table: what is asked besides the
// reason, and who decides.
type verdict struct {
	head string
	ask  *kit.Field
	do   func(ctx context.Context, c *adjudication.Adjudicator, t *live.Table, word, reason string) (string, error)
}

var verdicts = map[kit.Action]verdict{
	kit.RemoveEntry: {head: "End the table; a game that is on there counts for nothing", do: func(ctx context.Context, c *adjudication.Adjudicator, t *live.Table, _, reason string) (string, error) {
		return c.Close(ctx, t, reason)
	}},
	kit.Adjudicate: {head: "End the game", ask: &kit.Field{Label: "Result (draw, void, or seats: white,black)", Line: kit.Line{Limit: 40}}, do: func(ctx context.Context, c *adjudication.Adjudicator, t *live.Table, word, reason string) (string, error) {
		return c.Adjudicate(ctx, t, word, reason)
	}},
	kit.Unseat: {head: "Make somebody stand up before the game", ask: &kit.Field{Label: "Name", Line: kit.Line{Limit: 40}}, do: func(ctx context.Context, c *adjudication.Adjudicator, t *live.Table, word, reason string) (string, error) {
		return c.Unseat(ctx, t, word, reason)
	}},
	kit.VoidGame: {head: "Have the game count for nothing in the ratings", do: func(ctx context.Context, c *adjudication.Adjudicator, t *live.Table, _, reason string) (string, error) {
		return c.Judge(ctx, t, false, reason)
	}},
	kit.RestoreGame: {head: "Have the game count again", do: func(ctx context.Context, c *adjudication.Adjudicator, t *live.Table, _, reason string) (string, error) {
		return c.Judge(ctx, t, true, reason)
	}},
}

// judging asks what has to be known to decide about a table: its number first, as
// older ones are in no list.
func (d *Screen) judging(what kit.Action) *kit.Form {
	v, row := verdicts[what], d.chosen()
	number := kit.Field{Label: "Table", Line: kit.Line{Limit: 10}}
	if row.number != 0 {
		number.Line.Text = strconv.FormatInt(row.number, 10)
	}
	asks := []kit.Field{number}
	if v.ask != nil {
		asks = append(asks, *v.ask)
	}
	e := d.env
	return &kit.Form{Head: v.head, Note: row.detail, Fields: append(asks, kit.ReasonField()), Do: func(a []string) tea.Cmd {
		court := &adjudication.Adjudicator{Club: e.Cfg.Admin.Club, By: e.Me, Arbiter: e.Cfg.Arbiter}
		return func() tea.Msg {
			msg := deskDoneMsg{d: d}
			id, err := strconv.ParseInt(a[0], 10, 64)
			if err != nil || id < 1 {
				msg.err = fmt.Errorf("%q is not the number of a table: write one like 12", a[0])
				return msg
			}
			t, err := e.Cfg.Lobby.TableFor(e.Ctx, e.Me.ID, table.ID(id))
			if err != nil {
				msg.err = err
				return msg
			}
			msg.done, msg.err = v.do(e.Ctx, court, t, a[1], a[len(a)-1])
			return msg
		}
	}}
}
