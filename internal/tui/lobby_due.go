package tui

import (
	"fmt"

	"quadrille/internal/tui/nav"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/lobby"
	"quadrille/internal/tui/board"
)

// dueMsg is what waits for the person, the most urgent first.
type dueMsg struct {
	l    *lobbyScreen
	list []lobby.Due
}

// askDue finds out what waits for the person, at any table.
func (l *lobbyScreen) askDue() tea.Cmd {
	e := l.env
	return func() tea.Msg { return dueMsg{l, e.house.dues(e.me.ID)} }
}

// drawDue tells it in one calm line.
func (l *lobbyScreen) drawDue(g *board.Grid, y int) {
	if text := l.dueText(); text != "" {
		ink := l.env.ink
		x := 1 + g.Text(1, y, g.Width-2, text, ink.good)
		x += 2 + g.Text(x+2, y, g.Width-x-2, keyName(houseKeys, goToDue), ink.strong)
		g.Text(x+1, y, g.Width-x-1, hintOf(houseKeys, goToDue)[1], ink.faint)
	}
}

func (l *lobbyScreen) dueText() string {
	if len(l.due) == 0 {
		return ""
	}
	d := &l.due[0]
	text := fmt.Sprintf("%s: table %d, %s, %s", capital(d.Why.String()), d.Table, d.Title, d.SeatName)
	if left := d.Left(l.env.now); left != "" {
		text += ", " + left + " left"
	}
	if more := len(l.due) - 1; more > 0 {
		text += fmt.Sprintf("; %d more", more)
	}
	return text
}

// openDue goes to the first of what waits.
func (l *lobbyScreen) openDue() (step, tea.Cmd) {
	if len(l.due) == 0 {
		return stay, nil
	}
	return visit(nav.Table{ID: l.due[0].Table}), nil
}

const emptyHouse = "There is no table yet. Open one with Enter: choose a game, sit down, and wait for others to come " +
	"and sit down too, or take all seats yourself. Who has never played begins with a lesson: g, then Enter. " +
	"Chessmen, colours and the bell are chosen with ctrl+s."

// drawWelcome tells who comes into an empty house what to do.
func (l *lobbyScreen) drawWelcome(g *board.Grid, y, width int) {
	if len(l.view.Tables) > 0 {
		return
	}
	for _, line := range wrap(emptyHouse, min(width, 60)-4) {
		g.Text(3, y, width, line, l.env.ink.faint)
		y++
	}
}
