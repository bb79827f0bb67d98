package tui

import (
	"fmt"
	"strings"

	"quadrille/internal/lobby"
	"quadrille/internal/table"
	"quadrille/internal/tui/board"
	"quadrille/rules"
)

// hereWidth is the column of those who are here.
const hereWidth = 24

func (l *lobbyScreen) draw(g *board.Grid) {
	e := l.env
	e.header(g, "Quadrille", shown(e.me.Name, 20))
	if l.view == nil {
		g.Text(2, listTop, g.Width, "Coming in ...", e.ink.faint)
		return
	}
	l.rows = l.arrange()
	room := g.Height - listTop - 2
	l.scroll(room)
	number := 0
	for i := range l.rows {
		if y := listTop + i - l.top; y >= listTop && y < listTop+room {
			l.drawRow(g, 1, y, g.Width-hereWidth-3, &l.rows[i], number)
		}
		if l.rows[i].head == "" {
			number++
		}
	}
	l.drawHere(g, g.Width-hereWidth, listTop, room)
	e.hints(g, 1, [2]string{"enter", "open"}, [2]string{"n", "new table"}, [2]string{"g", "games to look at, and first lessons"}, [2]string{"?", "help"}, [2]string{"q", "leave"})
}

// scroll keeps the selected line in sight.
func (l *lobbyScreen) scroll(room int) {
	at, number := 0, 0
	for i := range l.rows {
		if l.rows[i].head != "" {
			continue
		}
		if number == l.selected {
			at = i
		}
		number++
	}
	l.top = window(at, len(l.rows), room)
}

func (l *lobbyScreen) drawRow(g *board.Grid, x, y, width int, r *lobbyRow, number int) {
	ink := l.env.ink
	if r.head != "" {
		g.Text(x, y, width, r.head, ink.accent)
		return
	}
	look, sign := ink.text, "  "
	if number == l.selected {
		look, sign = ink.chosen, "> "
		for dx := range width {
			g.Set(x+dx, y, " ", look)
		}
	}
	if r.table == nil {
		g.Text(x, y, width, sign+"New table ...", look)
		return
	}
	s := r.table
	clock := ""
	if s.Terms.Clock != (table.Clock{}) {
		clock = s.Terms.Clock.String()
	}
	g.Text(x, y, 22, fmt.Sprintf("%s%4d  %-8s %-6s", sign, s.ID, s.Title, clock), look)
	g.Text(x+23, y, width-23, summary(s), look)
}

// summary is what one wants to know of a table, in a line.
func summary(s *lobby.Summary) string {
	var names []string
	taken, seats := 0, 0
	for i := range s.Seats {
		if s.Seats[i].Closed {
			continue
		}
		seats++
		if !s.Seats[i].Open {
			taken++
			names = append(names, shown(s.Seats[i].Player.Name, 20))
		}
	}
	who := strings.Join(names, ", ")
	if s.Terms.Rated {
		who = "rated  " + who
	}
	switch s.Phase {
	case table.Waiting:
		return fmt.Sprintf("%d of %d  %s", taken, seats, who)
	case table.Finished:
		return s.Result + "  " + who
	}
	turn := ""
	if s.Turn < rules.SeatCount {
		turn = s.SeatNames[s.Turn] + " to move"
	}
	return fmt.Sprintf("move %d, %s  %s", s.Moves, turn, who)
}

func (l *lobbyScreen) drawHere(g *board.Grid, x, y, room int) {
	ink := l.env.ink
	g.Text(x, y, hereWidth-1, fmt.Sprintf("Here: %d", len(l.view.Here)), ink.accent)
	for i, h := range l.view.Here {
		if i+1 >= room {
			break
		}
		look := ink.text
		if h.Player.ID == l.env.me.ID {
			look = ink.good
		}
		g.Text(x, y+1+i, hereWidth-1, shown(h.Player.Name, 20), look)
	}
}

func (l *lobbyScreen) foot(g *board.Grid, y int) {
	text := "New table"
	if l.view != nil && l.selected > 0 {
		s := &l.view.Tables[l.selected-1]
		text = fmt.Sprintf("Table %d: %s", s.ID, summary(s))
	}
	g.Text(0, y, g.Width, "> "+text, l.env.ink.text)
}
