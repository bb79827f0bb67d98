package tui

import (
	"context"
	"fmt"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/lobby"
	"quadrille/internal/table"
)

var phaseWords = map[table.Phase]string{table.Waiting: "waiting", table.Playing: "playing", table.Finished: "finished"}

// tableRows are the tables of the lobby.
func tableRows(v *lobby.View) (rows []deskRow) {
	for i := range v.Tables {
		s := &v.Tables[i]
		how, who := summary(s, 40)
		game, _ := gameAndClock(s)
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
	ask  *ask
	do   func(ctx context.Context, c *lobby.Court, t *table.Table, word, reason string) (string, error)
}

var verdicts = map[deed]verdict{
	takeAway: {head: "End the table; a game that is on there counts for nothing", do: func(ctx context.Context, c *lobby.Court, t *table.Table, _, reason string) (string, error) {
		return c.Close(ctx, t, reason)
	}},
	adjudicate: {head: "End the game", ask: &ask{"Result (draw, void, or seats: white,black)", line{limit: 40}}, do: func(ctx context.Context, c *lobby.Court, t *table.Table, word, reason string) (string, error) {
		return c.Adjudicate(ctx, t, word, reason)
	}},
	unseat: {head: "Make somebody stand up before the game", ask: &ask{"Name", line{limit: 40}}, do: func(ctx context.Context, c *lobby.Court, t *table.Table, word, reason string) (string, error) {
		return c.Unseat(ctx, t, word, reason)
	}},
	voidGame: {head: "Have the game count for nothing in the ratings", do: func(ctx context.Context, c *lobby.Court, t *table.Table, _, reason string) (string, error) {
		return c.Judge(ctx, t, false, reason)
	}},
	countGame: {head: "Have the game count again", do: func(ctx context.Context, c *lobby.Court, t *table.Table, _, reason string) (string, error) {
		return c.Judge(ctx, t, true, reason)
	}},
}

// judging asks what has to be known to decide about a table: its number first, as
// older ones are in no list.
func (d *desk) judging(what deed) *form {
	v, row := verdicts[what], d.chosen()
	number := ask{"Table", line{limit: 10}}
	if row.number != 0 {
		number.line.text = strconv.FormatInt(row.number, 10)
	}
	asks := []ask{number}
	if v.ask != nil {
		asks = append(asks, *v.ask)
	}
	e := d.env
	return &form{head: v.head, know: row.detail, asks: append(asks, reasonAsk()), do: func(a []string) tea.Cmd {
		court := &lobby.Court{House: e.cfg.Desk.House, By: e.me, Arbiter: e.cfg.Arbiter}
		return func() tea.Msg {
			msg := deskDoneMsg{d: d}
			id, err := strconv.ParseInt(a[0], 10, 64)
			if err != nil || id < 1 {
				msg.err = fmt.Errorf("%q is not the number of a table: write one like 12", a[0])
				return msg
			}
			msg.err = e.house.decide(e.ctx, e.me, table.ID(id), func(t *table.Table) (err error) {
				msg.done, err = v.do(e.ctx, court, t, a[1], a[len(a)-1])
				return err
			})
			return msg
		}
	}}
}
