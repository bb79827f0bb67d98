package lobby

import (
	"fmt"
	"slices"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/present"
	"quadrille/internal/service/view"
	"quadrille/internal/setup"
	"quadrille/internal/table"
)

// item is a selectable entry of the list: a table, or an action such as "New table".
type item struct {
	head   string        // heading above the item; empty for most items
	action kit.Action    // the action; NoAction if the item is a table
	table  *view.Summary // the table; nil if the item is an action
	own    bool          // whether the item is one of the player's own tables
}

// same reports whether two items are the same action or the same table.
func (i item) same(other item) bool {
	if i.table == nil || other.table == nil {
		return i.table == other.table && i.action == other.action
	}
	return i.table.ID == other.table.ID
}

// tableList is the list of tables and actions.
type tableList struct {
	l        *Screen
	items    []item
	selected int        // index of the selected item in items
	rows     []lobbyRow // the lines of the list, including headings and empty lines
	top      int        // number of lines scrolled off the top
	box      draw.Box   // where the list was drawn, for the mouse
	filter   filter
	widest   widths // width of the widest text in each column
}

// lobbyRow is a line of the list: a heading, an item, or an empty line.
type lobbyRow struct {
	head string
	item int // index of the item; -1 if the line shows no item
}

// actionRows contains the label and the description of each action in the list.
var actionRows = map[kit.Action]struct{ label, detail string }{
	kit.PlayNow:  {"Play now ...", "Play with whoever wants the same game. Bots fill empty seats after a while."},
	kit.PlayBots: {"Play against bots ...", "Start a game against bots at once. You choose the game, the clock and their level."},
	kit.NewTable: {"New table ...", "Choose a game and its settings, then wait for players or invite them."},
}

func (t *tableList) actions() []kit.Action {
	list := []kit.Action{kit.NewTable}
	if t.l.env.Cfg.Lobby.Bots() {
		list = slices.Insert(list, 0, kit.PlayBots)
	}
	if seeks := t.l.env.Cfg.Seeks; seeks != nil && seeks.Enabled() {
		list = slices.Insert(list, 0, kit.PlayNow)
	}
	return list
}

// filter selects the tables to list, by game and phase. The player's own tables are always
// listed.
type filter struct {
	game  int // 0 for all games, or 1 plus an index in setup.GameNames
	phase int // 0 for all phases, or 1 plus an index in the list `phases`
}

var phases = [...]struct {
	phase      table.Phase
	head, word string
}{
	{table.Waiting, "Waiting for players", "waiting"},
	{table.Playing, "In progress", "in progress"},
	{table.Finished, "Finished", "finished"},
}

// nextGame changes the filter to the next game, and after the last game to all games.
func (f *filter) nextGame() { f.game = (f.game + 1) % (len(setup.GameNames()) + 1) }

// nextPhase changes the filter to the next phase, and after the last phase to all phases.
func (f *filter) nextPhase() { f.phase = (f.phase + 1) % (len(phases) + 1) }

func (f *filter) accepts(s *view.Summary) bool {
	return (f.game == 0 || s.Terms.Game == setup.GameNames()[f.game-1]) && (f.phase == 0 || s.Phase == phases[f.phase-1].phase)
}

// text returns a description of the filter. It is empty if all tables are listed.
func (f *filter) text() string {
	text := ""
	if f.game > 0 {
		text = present.Capital(setup.GameNames()[f.game-1])
	}
	if f.phase > 0 {
		if text != "" {
			text += ", "
		}
		text += phases[f.phase-1].word
	}
	return present.Capital(text)
}

// arrange fills the list: first the player's own tables, then the ways to start a new game,
// then the open seeks, and then the other tables by phase.
func (t *tableList) arrange() {
	t.items = t.items[:0]
	tables, own := t.l.view.OwnFirst(t.l.env.Me.ID)
	var group []item
	for _, s := range tables[:own] {
		group = append(group, item{table: s, own: true})
	}
	t.add("Your tables", group)
	group = nil
	for _, a := range t.actions() {
		group = append(group, item{action: a})
	}
	t.add("New game", group)
	var seeks []item
	for _, s := range tables[own:] {
		if isSeek(s) && t.filter.accepts(s) {
			seeks = append(seeks, item{table: s})
		}
	}
	t.add("Open seeks: press enter to join", seeks)
	for i := range phases {
		group = nil
		for _, s := range tables[own:] {
			if s.Phase == phases[i].phase && !isSeek(s) && t.filter.accepts(s) {
				group = append(group, item{table: s})
			}
		}
		t.add(t.head(i), group)
	}
	t.measure()
}

// isSeek reports whether a table was opened by a seek and waits for players.
func isSeek(s *view.Summary) bool { return s.Terms.Seek && s.Phase == table.Waiting }

func (t *tableList) add(head string, group []item) {
	if len(group) > 0 {
		group[0].head = head
		t.items = append(t.items, group...)
	}
}

// layRows lays out the items of the list and their headings. A narrow terminal omits the
// empty lines between groups, and the first heading unless it is above the player's own
// tables.
func (t *tableList) layRows() {
	t.rows = t.rows[:0]
	for i := range t.items {
		if head := t.items[i].head; head != "" && (t.l.wide() || i > 0 || t.items[i].own) {
			if t.l.wide() && i > 0 {
				t.rows = append(t.rows, lobbyRow{item: -1})
			}
			t.rows = append(t.rows, lobbyRow{head: head, item: -1})
		}
		t.rows = append(t.rows, lobbyRow{item: i})
	}
}

// head returns the heading of the tables in a phase. If the view contains only some of these
// tables, the heading gives the number of tables in the view and the total number.
func (t *tableList) head(i int) string {
	listed := 0
	for n := range t.l.view.Tables {
		if t.l.view.Tables[n].Phase == phases[i].phase {
			listed++
		}
	}
	if total := t.l.view.Total(phases[i].phase); total > listed {
		return fmt.Sprintf("%s (%d of %d)", phases[i].head, listed, total)
	}
	return phases[i].head
}

// current returns the selected item. Before the first view arrives, it returns the zero
// item.
func (t *tableList) current() item {
	if t.selected < len(t.items) {
		return t.items[t.selected]
	}
	return item{}
}

// selectAgain selects the given item after the list has changed. If the list no longer
// contains the item, selectAgain keeps the index of the selection.
func (t *tableList) selectAgain(before item) {
	for i := range t.items {
		if t.items[i].same(before) {
			t.selected = i
			return
		}
	}
	t.selected = max(0, min(t.selected, len(t.items)-1))
}

// game returns the help page about the game of the selected table. If no table is selected,
// it returns the help page about the server's first game.
func (t *tableList) game() nav.Help {
	if s := t.current().table; s != nil {
		return nav.Help{Game: s.Terms.Game}
	}
	return nav.Help{Game: kit.DefaultGame()}
}

// rowOf returns the index of the line that shows the item with the index `selected`.
func (t *tableList) rowOf(selected int) int {
	for i := range t.rows {
		if t.rows[i].item == selected {
			return i
		}
	}
	return 0
}
