package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"quadrille/internal/present"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/share"
	"quadrille/internal/service/view"
	"quadrille/internal/setup"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// nameCells is the maximum width of a name, in terminal cells.
const nameCells = 20

// nameless is printed for a host without a name. No player can choose this name.
const nameless = "somebody"

// tablesAtOnce is the default value of --limit.
const tablesAtOnce = 100

const tablesHelp = `Prints the tables of the lobby: your own, marked "yours"; waiting ones; playing
ones, most active first; and the newest finished ones. With --after, prints all
open tables by number, page by page.

  --after N         the tables with numbers above N; 0 for the first page
  --limit N         the number of tables
  --json            one JSON object per line; the last line {"next":N} has the
                    value of --after for the next page`

func (r tableCommands) tables(c *call) {
	var after int64
	var limit int
	l := r.lister(c, append([]string{"TABLE", "STATE", "GAME", "OPTIONS", "SEATS", "PROGRESS"}, present.TableHeadings()...)...)
	c.run = func([]string) error {
		if limit < 1 || limit > lobby.MaxPage || after < 0 {
			return fmt.Errorf("--limit must be from 1 to %d; --after must be the number of a table", lobby.MaxPage)
		}
		if c.Changed("after") {
			l.none = fmt.Sprintf("There is no open table with a number above %d", after)
			list, next := r.Lobby.Tables(r.Player.ID, table.ID(after), limit)
			return r.listTables(l, list, next)
		}
		all := r.Lobby.ViewFor(r.Player.ID)
		ordered, _ := all.OwnFirst(r.Player.ID)
		l.none = "There are no tables yet: to open one, type \"new\""
		list := ordered[:min(limit, len(ordered))]
		if err := r.listTables(l, list, 0); err != nil || l.json {
			return err
		}
		if more := len(all.Tables) + all.More() - len(list); more > 0 {
			return l.remark(fmt.Sprintf("%d more: run \"tables --after 0\" to list all open tables", more))
		}
		return nil
	}
	c.Int64Var(&after, "after", 0, "")
	c.IntVar(&limit, "limit", tablesAtOnce, "")
}

// listTables prints tables. Unless next is 0, it also prints the command for the next page.
func (r tableCommands) listTables(l *lister, list []*view.Summary, next table.ID) error {
	err := eachAs(l, list, func(t **view.Summary) any { return r.tableJSON(*t) }, func(at **view.Summary) []string {
		t := *at
		if l.Spoken {
			return []string{present.OwnTableLine(t, r.Player.ID)}
		}
		last := progress(t)
		if t.IsOwn(r.Player.ID) {
			last += " yours"
		}
		cells := []string{itoa(t.ID), t.Phase.String(), t.Title, present.TermsOptions(&t.Terms), seating(t), last}
		return append(cells, present.TableCells(t)...)
	})
	switch {
	case err != nil || next == 0:
		return err
	case l.json:
		return json.NewEncoder(r.Out).Encode(struct {
			Next table.ID `json:"next"`
		}{next})
	}
	return l.remark(fmt.Sprintf("there are more tables: run \"tables --after %d\"", next))
}

// tableJSON returns the JSON form of a table.
func (r *request) tableJSON(t *view.Summary) share.Table {
	return share.NewTable(t, r.Player.ID, present.TableValues(t))
}

func seating(t *view.Summary) string {
	var parts []string
	for seat, view := range t.Seats {
		who := "-"
		switch {
		case view.Closed:
			continue
		case view.Player.ID != "":
			who = view.Player.Shown(nameCells)
		}
		parts = append(parts, t.SeatNames[seat]+"="+who)
	}
	return strings.Join(parts, " ")
}

func progress(t *view.Summary) string {
	if t.Phase == table.Finished {
		whole, _ := present.TableResult(t)
		return whole
	}
	return fmt.Sprintf("moves=%d", t.Moves)
}

func (r tableCommands) newTable(c *call) {
	var key string
	c.run = func(args []string) error {
		if len(args) == 0 {
			return fmt.Errorf("\"new\" needs a game; the games are: %s", strings.Join(setup.GameNames(), ", "))
		}
		terms, err := setup.ParseTerms(args)
		if err != nil {
			return err
		}
		host := r.Player
		switch {
		case r.Named:
		case terms.Rated:
			return &table.Refusal{Reason: table.AccountsOnly}
		default:
			host.Name = nameless
		}
		t, err := r.makeTable(r.ctx, host, terms, key)
		if err != nil {
			return err
		}
		id := t.View().ID
		if r.Spoken {
			r.open = &Open{Table: id, Seat: rules.NoSeat}
			return r.say(fmt.Sprintf("Table %d is open", id))
		}
		_, err = fmt.Fprintln(r.Out, id)
		return err
	}
	c.StringVar(&key, "password", "", "")
}

// find returns the table with the given number.
func (r *request) find(word string) (*live.Table, error) {
	n, err := tableNumber(word)
	if err != nil {
		return nil, err
	}
	var t *live.Table
	if r.onMachine() {
		t, err = r.Lobby.AnyTable(r.ctx, n)
	} else {
		t, err = r.Lobby.TableFor(r.ctx, r.Player.ID, n)
	}
	if errors.Is(err, table.ErrNoTable) {
		return nil, fmt.Errorf("no table %d; run \"tables\" to list them", n)
	}
	return t, err
}
