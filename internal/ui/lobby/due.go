package lobby

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/lobby"
	"quadrille/internal/phrase"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/kit"
	"quadrille/internal/ui/nav"
)

// dueMsg is what waits for the person, the most urgent first.
type dueMsg struct {
	l    *Screen
	list []lobby.Waiting
}

// askDue finds out what waits for the person, at any table.
func (l *Screen) askDue() tea.Cmd {
	e := l.env
	return func() tea.Msg { return dueMsg{l, e.Cfg.Lobby.WaitingFor(e.Me.ID)} }
}

// drawDue tells it in one calm line.
func (l *Screen) drawDue(g *board.Grid, y int) {
	if text := l.dueText(); text != "" {
		ink := l.env.Styles
		x := 1 + g.Text(1, y, g.Width-2, text, ink.Good)
		x += 2 + g.Text(x+2, y, g.Width-x-2, kit.KeyName(kit.LobbyPlaceKeys, kit.GoToDue), ink.Strong)
		g.Text(x+1, y, g.Width-x-1, kit.HintOf(kit.LobbyPlaceKeys, kit.GoToDue).Desc, ink.Faint)
	}
}

func (l *Screen) dueText() string {
	if len(l.due) == 0 {
		return ""
	}
	d := &l.due[0]
	text := phrase.Due(d)
	if !d.Deadline.IsZero() {
		text += ", " + phrase.Left(d.Deadline.Sub(l.env.Now)) + " left"
	}
	if more := len(l.due) - 1; more > 0 {
		text += fmt.Sprintf("; %d more", more)
	}
	return text
}

// openDue goes to the first of what waits.
func (l *Screen) openDue() (kit.Step, tea.Cmd) {
	if len(l.due) == 0 {
		return kit.Stay, nil
	}
	return kit.Visit(nav.Table{ID: l.due[0].Table}), nil
}

const emptyHouse = "There is no table yet. Open one with Enter: choose a game, sit down, and wait for others to come " +
	"and sit down too, or take all seats yourself. Who has never played begins with a lesson: g, then Enter. " +
	"Chessmen, colours and the bell are chosen with ctrl+s."

// drawWelcome tells who comes into an empty house what to do.
func (l *Screen) drawWelcome(g *board.Grid, y, width int) {
	if len(l.view.Tables) > 0 {
		return
	}
	for _, line := range kit.Wrap(emptyHouse, min(width, 60)-4) {
		g.Text(3, y, width, line, l.env.Styles.Faint)
		y++
	}
}
