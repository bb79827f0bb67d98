package admin

import (
	"context"
	"fmt"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/present"
	"quadrille/internal/service/adjudication"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
)

func tableRows(v *view.Lobby) (rows []listRow) {
	for _, s := range v.Tables {
		how, who := present.Summary(s, 40)
		game, _ := present.GameAndClock(s)
		cells := []string{fmt.Sprint(s.ID), s.Phase.String(), game, how}
		for i := range present.TableColumns {
			cells = append(cells, present.TableColumns[i].Value(s))
		}
		rows = append(rows, listRow{key: fmt.Sprint(s.ID), number: int64(s.ID), table: s, detail: who, cells: cells})
	}
	return rows
}

// tableAction is an action on a table. If the field `ask` is not nil, it is an input field
// that the form shows before the field for the reason.
type tableAction struct {
	head string
	ask  *kit.Field
	do   func(ctx context.Context, c *adjudication.Adjudicator, t *live.Table, word, reason string) (string, error)
}

var tableActions = map[kit.Action]tableAction{
	kit.RemoveEntry: {
		head: "Close the table without rating a running game",
		do: func(ctx context.Context, c *adjudication.Adjudicator, t *live.Table, _, reason string) (string, error) {
			return c.Close(ctx, t, reason)
		},
	},
	kit.Adjudicate: {
		head: "Adjudicate the game",
		ask:  &kit.Field{Label: "Result", Help: "draw, void, or the winners: white,black", Line: kit.Line{Limit: 40}},
		do: func(ctx context.Context, c *adjudication.Adjudicator, t *live.Table, word, reason string) (string, error) {
			return c.Adjudicate(ctx, t, word, reason)
		},
	},
	kit.Unseat: {
		head: "Remove a player from a seat before the game",
		ask:  &kit.Field{Label: "Name", Line: kit.Line{Limit: 40}},
		do: func(ctx context.Context, c *adjudication.Adjudicator, t *live.Table, word, reason string) (string, error) {
			return c.Unseat(ctx, t, word, reason)
		},
	},
	kit.VoidGame: {
		head: "Void the game: remove it from the ratings",
		do: func(ctx context.Context, c *adjudication.Adjudicator, t *live.Table, _, reason string) (string, error) {
			return c.SetRated(ctx, t, false, reason)
		},
	},
	kit.RestoreGame: {
		head: "Restore the game: count it in the ratings again",
		do: func(ctx context.Context, c *adjudication.Adjudicator, t *live.Table, _, reason string) (string, error) {
			return c.SetRated(ctx, t, true, reason)
		},
	},
}

// tableForm returns the form for an action on a table. It asks for the number of the table
// first, because old tables are not listed.
func (d *Screen) tableForm(what kit.Action) *kit.Form {
	v, row := tableActions[what], d.chosen()
	number := kit.Field{Label: "Table", Line: kit.Line{Limit: 10}, Replace: true, Check: kit.IsTable}
	if row.number != 0 {
		number.Line.Text = strconv.FormatInt(row.number, 10)
	}
	asks := []kit.Field{number}
	if v.ask != nil {
		asks = append(asks, *v.ask)
	}
	e := d.env
	return &kit.Form{Head: v.head, Note: row.detail, Fields: append(asks, kit.ReasonField()), Do: func(a []string) tea.Cmd {
		adjudicator := &adjudication.Adjudicator{Club: e.Cfg.Admin.Club, By: e.Me, Decider: e.Cfg.Decider}
		return func() tea.Msg {
			msg := doneMsg{d: d}
			id, _ := strconv.ParseInt(a[0], 10, 64) // no error: the field was checked
			t, err := e.Cfg.Lobby.TableFor(e.Ctx, e.Me.ID, table.ID(id))
			if err != nil {
				msg.err = err
				return msg
			}
			msg.done, msg.err = v.do(e.Ctx, adjudicator, t, a[1], a[len(a)-1])
			return msg
		}
	}}
}
