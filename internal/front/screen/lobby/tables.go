package lobby

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"quadrille/internal/service/view"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/setup"
	"quadrille/internal/table"
	"quadrille/rules"
)

// tableRow is a table in the list, as one player sees it.
type tableRow struct {
	*view.Summary
	own  bool        // whether the player has a seat there, or opened the table
	mine rules.Seats // the player's seats
	task string
	left time.Duration // time left for the task; 0 if there is no limit
	age  time.Duration // time since the last event; negative if it is not known
}

// tables is the list of tables.
type tables struct {
	list   kit.List[tableRow]
	filter filter
	me     player.ID
}

func newTables(me player.ID) *tables {
	return &tables{me: me, list: kit.List[tableRow]{
		Key: func(r tableRow) any { return r.ID },
		Text: func(r tableRow) string {
			game, clock := present.GameAndClock(r.Summary)
			return fmt.Sprint(r.ID, " ", game, " ", clock, " ", strings.Join(players(r.Summary), " "), " ", r.Phase)
		},
		Columns: tableColumns,
		Own:     func(r tableRow) bool { return r.own },
		Empty:   noTables,
	}}
}

// tableColumns are the columns of the list. All sessions share them.
var tableColumns = append([]kit.Column[tableRow]{
	{
		Head: "#", Width: 4, Rank: 0, Right: true, Show: func(p *kit.Pen, r tableRow) { p.End(fmt.Sprint(r.ID), p.Faint) },
		Less: func(a, b tableRow) int { return cmp.Compare(a.ID, b.ID) },
	},
	{Head: "Game", Width: 11, Grow: 12, Rank: 2, Show: func(p *kit.Pen, r tableRow) {
		game, _ := present.GameAndClock(r.Summary)
		p.Put(game, p.Text)
	}, Less: func(a, b tableRow) int { return cmp.Compare(a.Title, b.Title) }},
	{Head: "Clock", Width: 5, Rank: 5, Show: func(p *kit.Pen, r tableRow) {
		_, clock := present.GameAndClock(r.Summary)
		p.Put(clock, p.Faint)
	}},
	{Head: "Seats", Width: 7, Rank: 1, Full: 4*kit.NameRoom - 1, Wide: 6, Grow: 4 * 6, Show: showSeats},
	{Head: "Now", Width: 9, Wide: 6, Grow: 14, Rank: 3, Show: showNow},
	{
		Head: "For", Width: 3, Rank: 4, Right: true, Show: showAge,
		Less: func(a, b tableRow) int { return latest(b.Summary).Compare(latest(a.Summary)) },
	},
}, moreColumns()...)

// moreColumns returns the columns that every list of tables has.
func moreColumns() (list []kit.Column[tableRow]) {
	for i := range present.TableColumns {
		c := &present.TableColumns[i]
		column := kit.Column[tableRow]{
			Head: c.Head, Width: c.Width, Grow: c.Grow, Rank: c.Rank, Right: c.Right,
			Show: func(p *kit.Pen, r tableRow) {
				if c.Right {
					p.End(c.Value(r.Summary), p.Faint)
				} else {
					p.Put(c.Value(r.Summary), p.Faint)
				}
			},
		}
		if c.Less != nil {
			column.Less = func(a, b tableRow) int { return c.Less(a.Summary, b.Summary) }
		}
		list = append(list, column)
	}
	return list
}

const noTables = "No tables yet. Press n to open one: choose a game, take a seat, and wait for other players. New here? " +
	"Press a, then Enter, for a lesson. Press ctrl+s to choose pieces, colours and the bell."

// see shows the tables of a view. The parameter `due` lists the tables that wait for the
// player.
func (t *tables) see(v *view.Lobby, due []view.Waiting, now time.Time) {
	var rows []tableRow
	rowOf := func(s *view.Summary) tableRow {
		row := tableRow{Summary: s, age: -1}
		if at := latest(s); !at.IsZero() {
			row.age = max(0, now.Sub(at))
		}
		for seat := range s.Seats {
			if s.Seats[seat].Player.ID == t.me {
				row.mine = row.mine.With(rules.Seat(seat))
			}
		}
		return row
	}
	all, own := v.OwnFirst(t.me)
	for _, s := range all[:own] {
		row := rowOf(s)
		row.own = true
		for i := range due {
			if d := &due[i]; d.Table == s.ID {
				row.task = present.TaskInBrief(d.Task)
				if !d.Deadline.IsZero() {
					row.left = max(1, d.Deadline.Sub(now))
				}
			}
		}
		rows = append(rows, row)
	}
	for _, seeks := range []bool{true, false} {
		for _, s := range all[own:] {
			if s.IsSeek() == seeks && t.filter.accepts(s) {
				rows = append(rows, rowOf(s))
			}
		}
	}
	t.list.Set(rows)
}

// current returns the selected table, or nil.
func (t *tables) current() *tableRow {
	if r, ok := t.list.Selected(); ok {
		return &r
	}
	return nil
}

// showSeats shows the players.
func showSeats(p *kit.Pen, r tableRow) {
	var cells [rules.SeatCount]kit.SeatCell
	for seat := range cells {
		at := &r.Seats[seat]
		cells[seat] = kit.SeatCell{Army: kit.ArmyOf(r.SeatNames[seat]), Name: at.Player, Look: p.Text, Closed: at.Closed}
		switch {
		case r.mine.Has(rules.Seat(seat)):
			cells[seat].Look = p.Strong
		case at.Player.ID.Bot():
			cells[seat].Look = p.Faint
		}
	}
	p.Seats(cells)
}

// showNow shows what happens at a table.
func showNow(p *kit.Pen, r tableRow) {
	winners := r.Outcome.Winners
	switch text, look := status(r, p.Ink); {
	case r.Phase == table.Finished && !r.Aborted && winners != 0 && winners.Count() < rules.SeatCount:
		for seat := range winners.All() {
			p.Dot(kit.ArmyOf(r.SeatNames[seat]), int(seat))
			p.Skip(1)
		}
		p.Put("won", p.Faint)
	case text != "":
		p.Put(text, look)
	case r.Turn < rules.SeatCount:
		name := rules.Title(r.SeatNames[r.Turn])
		if p.Fits(2 + len(name)) {
			p.Dot(kit.ArmyOf(r.SeatNames[r.Turn]), int(r.Turn))
			p.Skip(1)
		}
		p.Put(name, p.Text)
	}
}

// status returns what happens at a table, or "" if a game is in progress as usual.
func status(r tableRow, ink *kit.Ink) (string, draw.Style) {
	if r.task != "" {
		return r.task, ink.Accent
	}
	text, tone := present.TableStatus(r.Summary)
	if tone == present.Good {
		return text, ink.Good
	}
	return text, ink.Faint
}

// hurry is the time left for a move below which the list shows it as an alarm.
const hurry = 6 * time.Hour

func showAge(p *kit.Pen, r tableRow) {
	switch {
	case r.left > 0 && r.left < hurry:
		p.End(kit.Ago(r.left), p.Alarm)
	case r.left > 0:
		p.End(kit.Ago(r.left), p.Faint)
	case r.age >= 0:
		p.End(kit.Ago(r.age), p.Faint)
	}
}

// latest returns the time of the last event at a table that the list shows: its end, its
// last move, or its opening.
func latest(s *view.Summary) time.Time {
	switch s.Phase {
	case table.Finished:
		return s.Ended
	case table.Playing:
		return s.Active
	}
	return s.Opened
}

// players returns the names of the players in seat order.
func players(s *view.Summary) (names []string) {
	for seat := range s.Seats {
		if at := &s.Seats[seat]; at.Player.ID != "" {
			names = append(names, at.Player.Shown(player.MaxNameCells))
		}
	}
	return names
}

// filter selects the tables to list, by game and phase. The player's own tables are always
// listed.
type filter struct {
	game  int // 0 for all games, or 1 plus an index in setup.GameNames
	phase int // 0 for all phases, or 1 plus a phase
}

// nextGame changes the filter to the next game, and after the last game to all games.
func (f *filter) nextGame() { f.game = (f.game + 1) % (len(setup.GameNames()) + 1) }

// nextPhase changes the filter to the next phase, and after the last phase to all phases.
func (f *filter) nextPhase() { f.phase = (f.phase + 1) % (int(table.Finished) + 2) }

func (f *filter) accepts(s *view.Summary) bool {
	return (f.game == 0 || s.Terms.Game == setup.GameNames()[f.game-1]) && (f.phase == 0 || s.Phase == table.Phase(f.phase-1))
}

// text returns a description of the filter. It is empty if all tables are listed.
func (f *filter) text() string {
	var words []string
	if f.game > 0 {
		words = append(words, present.Capital(setup.GameNames()[f.game-1]))
	}
	if f.phase > 0 {
		words = append(words, table.Phase(f.phase-1).String())
	}
	return strings.Join(words, ", ")
}

// about returns what the list shows: the filters.
func (t *tables) about() string {
	text := t.filter.text()
	if typed := t.list.Filter(); typed != "" {
		text = strings.TrimPrefix(text+"  "+typed, "  ")
	}
	return text
}

// total returns the number of all tables, including those that the view omits.
func total(v *view.Lobby) int { return len(v.Tables) + max(0, v.More()) }
