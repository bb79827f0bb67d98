package lobby

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
)

// columnID identifies a column of the list of tables, numbered from left to right.
type columnID int

const (
	gameColumn columnID = iota
	clockColumn
	statusColumn
	termsColumn
	playersColumn
	openerColumn
	ageColumn
	watchersColumn
	columnCount
)

// columns describes the columns of the list. If there is no room for all of them, the list
// shows those with the lowest ranks. A column is as wide as its widest text, up to `most`
// cells.
var columns = [columnCount]struct {
	name       string
	rank, most int
	text       func(*Screen, *view.Summary) string
}{
	gameColumn:     {"Game", 0, 20, func(_ *Screen, s *view.Summary) string { game, _ := kit.GameAndClock(s); return game }},
	clockColumn:    {"Clock", 1, 7, func(_ *Screen, s *view.Summary) string { _, clock := kit.GameAndClock(s); return clock }},
	statusColumn:   {"Status", 2, 24, func(_ *Screen, s *view.Summary) string { status, _ := kit.Summary(s, 24); return status }},
	termsColumn:    {"Terms", 3, 36, func(_ *Screen, s *view.Summary) string { return strings.Join(terms(s), ", ") }},
	playersColumn:  {"Players", 4, 76, func(_ *Screen, s *view.Summary) string { return strings.Join(players(s), ", ") }},
	openerColumn:   {"Opened by", 5, 16, func(_ *Screen, s *view.Summary) string { return s.Host.Shown(16) }},
	ageColumn:      {"Age", 6, 4, func(l *Screen, s *view.Summary) string { return age(l.env.Now, s) }},
	watchersColumn: {"Watching", 7, 8, func(_ *Screen, s *view.Summary) string { return watchers(s) }},
}

// terms returns the terms of a table and the average rating of its players. It omits the
// game and the clock, which are shown separately.
func terms(s *view.Summary) []string {
	words := present.Terms(&s.Terms)
	if s.InTeams() && !slices.Contains(words, "teams") {
		words = append([]string{"teams"}, words...)
	}
	if s.Strength > 0 {
		words = append(words, fmt.Sprintf("average rating %d", s.Strength))
	}
	return words
}

// players returns the names of the players in seat order, with "-" for an open seat.
func players(s *view.Summary) (names []string) {
	for seat := range rules.Seat(rules.SeatCount) {
		switch at := &s.Seats[seat]; {
		case at.Closed:
		case at.Player.ID == "":
			names = append(names, "-")
		default:
			names = append(names, at.Player.Shown(player.MaxNameCells))
		}
	}
	return names
}

// age returns the time since a table was opened or since its game ended, such as "5m" or
// "3h".
func age(now time.Time, s *view.Summary) string {
	from := s.Opened
	if s.Phase == table.Finished {
		from = s.Ended
	}
	switch since := now.Sub(from); {
	case from.IsZero():
		return ""
	case since < time.Minute:
		return "<1m"
	case since < time.Hour:
		return fmt.Sprintf("%dm", since/time.Minute)
	case since < table.Day:
		return fmt.Sprintf("%dh", since/time.Hour)
	default:
		return fmt.Sprintf("%dd", since/table.Day)
	}
}

func watchers(s *view.Summary) string {
	if s.Watchers == 0 {
		return ""
	}
	return fmt.Sprint(s.Watchers)
}

// widths contains the width of each column, or 0 if the column is not shown.
type widths [columnCount]int

// measure sets the field `widest` to the width of the widest text in each column.
func (t *tableList) measure() {
	t.widest = widths{}
	for _, i := range t.items {
		if i.table == nil {
			continue
		}
		for c := range columns {
			t.widest[c] = max(t.widest[c], min(columns[c].most, draw.TextWidth(columns[c].text(t.l, i.table))))
		}
	}
}

// fit returns the widths of the columns that a list has room for. The parameter `room` is
// the width of the list, in cells. The column of players may be narrower than its widest
// text.
func (t *tableList) fit(room int) (w widths) {
	const gap, least = 2, 12
	for rank := range int(columnCount) {
		for c := range columns {
			if columns[c].rank != rank || t.widest[c] == 0 {
				continue
			}
			want := max(t.widest[c], len(columns[c].name))
			if c == int(playersColumn) {
				want = min(want, max(least, room-gap))
			}
			if want+gap <= room {
				w[c], room = want, room-want-gap
			}
		}
	}
	return w
}

// drawColumns draws one line of the list, in columns.
func (t *tableList) drawColumns(g *draw.Grid, x, y int, w *widths, look draw.Style, text func(columnID) string) {
	for c, width := range w {
		if width > 0 {
			g.Text(x, y, width, text(columnID(c)), look)
			x += width + 2
		}
	}
}
