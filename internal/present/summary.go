package present

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
)

// GameAndClock returns short texts for the game and the clock of a table. The text for the
// game is its name, or its title if the options of the game change the title.
func GameAndClock(s *view.Summary) (game, clock string) {
	if s.Terms.Clock != (table.Clock{}) {
		clock = s.Terms.Clock.String()
	}
	game = Capital(s.Terms.Game)
	if s.Title != Game(s.Terms.Game) {
		game = s.Title
	}
	return game, clock
}

// TableColumn is a column of lists of tables that contains a text.
type TableColumn struct {
	Head        string
	Key         string // name of the value in what commands print, and in JSON; empty if they have it elsewhere, or leave it out
	Width, Grow int    // in cells; see kit.Column
	Rank        int
	Right       bool
	Value       func(*view.Summary) string // "" for an empty cell
	Words       string                     // before the value in sentences; empty if they leave it out
	Less        func(a, b *view.Summary) int
}

// TableColumns are the columns that need no more than the summary of a table, after those with
// signs and colours. Every list of tables has them: on screens, in what commands print, in JSON, and in sentences.
var TableColumns = []TableColumn{
	{
		Head: "Moves", Width: 5, Rank: 7, Right: true, Value: func(s *view.Summary) string { return positive(s.Moves) },
		Less: func(a, b *view.Summary) int { return cmp.Compare(b.Moves, a.Moves) },
	},
	{
		Head: "Watching", Width: 8, Rank: 8, Right: true, Value: func(s *view.Summary) string { return positive(s.Watchers) },
		Less: func(a, b *view.Summary) int { return cmp.Compare(b.Watchers, a.Watchers) },
	},
	{Head: "Terms", Width: 6, Grow: 34, Rank: 9, Value: func(s *view.Summary) string { return strings.Join(TableTerms(s), ", ") }},
	{ // only if the texts of all other columns have room
		Head: "Rating", Key: "strength", Width: 6, Rank: 1500, Right: true, Words: "average rating",
		Value: func(s *view.Summary) string { return positive(s.Strength) },
		Less:  func(a, b *view.Summary) int { return cmp.Compare(b.Strength, a.Strength) },
	},
}

// positive formats a number, and 0 as "".
func positive(n int) string {
	if n == 0 {
		return ""
	}
	return itoa(n)
}

// TableHeadings returns the headings of the columns that commands print.
func TableHeadings() (heads []string) {
	for i := range TableColumns {
		if c := &TableColumns[i]; c.Key != "" {
			heads = append(heads, strings.ToUpper(c.Head))
		}
	}
	return heads
}

// TableCells returns the cells under the headings of [TableHeadings], such as "strength=1450".
func TableCells(s *view.Summary) (cells []string) {
	for i := range TableColumns {
		c, cell := &TableColumns[i], ""
		if value := c.Value(s); value != "" {
			cell = c.Key + "=" + value
		}
		if c.Key != "" {
			cells = append(cells, cell)
		}
	}
	return cells
}

// TableValues returns the values of the columns that commands print, by their keys, without empty ones.
func TableValues(s *view.Summary) map[string]string {
	values := map[string]string{}
	for i := range TableColumns {
		c := &TableColumns[i]
		if value := c.Value(s); c.Key != "" && value != "" {
			values[c.Key] = value
		}
	}
	return values
}

// TableWords returns the values of columns that sentences about a table name: "average rating
// 1450".
func TableWords(s *view.Summary) (words []string) {
	for i := range TableColumns {
		c := &TableColumns[i]
		if value := c.Value(s); c.Words != "" && value != "" {
			words = append(words, c.Words+" "+value)
		}
	}
	return words
}

// TableTerms returns the terms of a table, without the game and the clock, and whether it has
// teams.
func TableTerms(s *view.Summary) []string {
	words := termWords(&s.Terms)
	if s.InTeams() && !strings.Contains(strings.Join(words, " "), "teams") {
		words = append([]string{"teams"}, words...)
	}
	if private := "private"; s.Terms.Private != table.ForAll && !slices.Contains(words, private) {
		words = append(words, private)
	}
	return words
}

// Summary returns two texts about a table: its status, and its players. The parameter `room`
// is the number of cells available for the status.
func Summary(s *view.Summary, room int) (how, who string) {
	var names []string
	taken, seats := 0, 0
	for i := range s.Seats {
		if s.Seats[i].Closed {
			continue
		}
		seats++
		if s.Seats[i].Player.ID != "" {
			taken++
			names = append(names, s.Seats[i].Player.Shown(20))
		}
	}
	who = strings.Join(names, ", ")
	if s.Terms.Rated {
		who = "rated  " + who
	}
	if s.Terms.Private != table.ForAll {
		who = "private  " + who
	}
	for _, words := range TableWords(s) {
		who = words + "  " + who
	}
	switch s.Phase {
	case table.Waiting:
		return fmt.Sprintf("%d of %d", taken, seats), who
	case table.Finished:
		return ended(s, room), who
	}
	return progress(s, room), who
}

// progress returns a description of a running game: the number of moves, the seat to move,
// and the number of spectators. A long description is shortened to fit.
func progress(s *view.Summary, room int) string {
	turn, short := "", ""
	switch {
	case s.Adjourned:
		turn, short = ", adjourned", ", adjourned"
	case slices.ContainsFunc(s.Seats[:], func(seat table.SeatView) bool { return seat.Vacant }):
		turn, short = ", open seat", ", open seat"
	case s.Turn < rules.SeatCount:
		turn, short = ", "+rules.Title(s.SeatNames[s.Turn])+" to move", ", "+rules.Title(s.SeatNames[s.Turn])
	}
	text, watched := Count(s.Moves, "move"), ""
	if s.Watchers > 0 {
		watched = fmt.Sprintf(", %d watching", s.Watchers)
	}
	for _, text := range [...]string{text + turn + watched, text + short + watched} {
		if player.Cells(text) <= room {
			return text
		}
	}
	return text + watched
}

// ended returns the result of a game. If the result is wider than `room` cells, ended
// returns only the winner.
func ended(s *view.Summary, room int) string {
	whole, winner := TableResult(s)
	if player.Cells(whole) > room {
		return winner
	}
	return whole
}

// TableStatus returns what happens at a table in a few words: "2 open", "adjourned". It returns "" if a game is
// in progress as usual.
func TableStatus(s *view.Summary) (string, Tone) {
	open, vacant := 0, false
	for i := range s.Seats {
		if s.Seats[i].Player.ID == "" && !s.Seats[i].Closed {
			open++
		}
		vacant = vacant || s.Seats[i].Vacant
	}
	switch {
	case s.Phase == table.Waiting && open > 0:
		return itoa(open) + " open", Good
	case s.Phase == table.Waiting:
		return "starting", Neutral
	case s.Phase == table.Finished:
		_, who := TableResult(s)
		return who, Neutral
	case s.Adjourned:
		return "adjourned", Neutral
	case vacant:
		return "open seat", Good
	}
	return "", Neutral
}

// SummarySeat describes the player of a seat: "Ann (away)", "open".
func SummarySeat(s *view.Summary, seat rules.Seat, me player.ID, now time.Time) string {
	at := &s.Seats[seat]
	name := at.Player.Shown(player.MaxNameCells)
	switch {
	case at.Player.ID == "":
		return "open"
	case at.Player.ID == me:
		return name + " (you)"
	case at.Vacant:
		return name + " (open seat)"
	case s.Phase == table.Playing && at.Vacation.After(now):
		return name + " (vacation)"
	case s.Phase == table.Playing && !at.Present:
		return name + " (away)"
	}
	return name
}

// OwnTableLine describes a table as TableLine does. It begins with "Your table 1" if the table is the viewer's own.
func OwnTableLine(s *view.Summary, viewer player.ID) string {
	if s.IsOwn(viewer) {
		return "Your t" + strings.TrimPrefix(TableLine(s), "T")
	}
	return TableLine(s)
}

// TableLine describes a table in a sentence: "Table 1: GAME, no clock, opened by Ann, waiting for players, white
// open".
func TableLine(s *view.Summary) string {
	text := fmt.Sprintf("Table %d: %s, %s, opened by %s", s.ID, s.Title, Clock(s.Terms.Clock), Name(s.Host))
	switch s.Phase {
	case table.Waiting:
		text += ", waiting for players"
	case table.Playing:
		how := "playing"
		if s.Adjourned {
			how = "adjourned"
		}
		text += ", " + how + ", " + Count(s.Moves, "move") + " so far"
	case table.Finished:
		whole, _ := TableResult(s)
		return strings.Join(append([]string{text + ", finished: " + whole}, TableWords(s)...), ", ")
	}
	for _, words := range TableWords(s) {
		text += ", " + words
	}
	for seat, is := range s.Seats {
		switch {
		case is.Closed:
		case is.Open && is.Player.ID == "":
			text += ", " + s.SeatNames[seat] + " open"
		default:
			text += ", " + s.SeatNames[seat] + " " + Name(is.Player)
		}
	}
	return text
}
