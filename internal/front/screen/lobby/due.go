package lobby

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/present"
	"quadrille/internal/service/view"
)

// dueMsg carries the tables that wait for the player, most urgent first.
type dueMsg struct {
	l    *Screen
	list []view.Waiting
}

// askDue requests the list of tables that wait for the player.
func (l *Screen) askDue() tea.Cmd {
	e := l.env
	return func() tea.Msg { return dueMsg{l, e.Cfg.Lobby.WaitingFor(e.Me.ID)} }
}

// takeDue replaces the list of tables that wait for the player, and alerts the player if the
// list contains new tables. The first list causes no alert.
func (l *Screen) takeDue(list []view.Waiting) (cmd tea.Cmd) {
	first := l.due == nil
	l.due = append([]view.Waiting{}, list...)
	for i := range list {
		d := &list[i]
		if l.env.LearnTask(d.Table, d.Task, d.Moves) && !first {
			cmd = tea.Batch(cmd, l.env.Alert(present.Due(d)))
		}
	}
	return cmd
}

// drawDue draws a line about the most urgent table that waits for the player.
func (l *Screen) drawDue(g *draw.Grid, y int) {
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
	text := present.Due(d)
	if !d.Deadline.IsZero() {
		text += ", " + present.Left(d.Deadline.Sub(l.env.Now)) + " left"
	}
	if more := len(l.due) - 1; more > 0 {
		text += fmt.Sprintf("; %d more", more)
	}
	return text
}

// openDue opens the most urgent table that waits for the player.
func (l *Screen) openDue() (kit.Step, tea.Cmd) {
	if len(l.due) == 0 {
		return kit.Stay, nil
	}
	return kit.Visit(nav.Table{ID: l.due[0].Table}), nil
}

const noTables = "No tables yet. Press n to open one: choose a game, take a seat, and wait for other players. New here? " +
	"Press g, then Enter, for a lesson. Press ctrl+s to choose pieces, colours and the bell."

// drawNoTables draws advice on the first steps, in a lobby without tables. It leaves out the
// lines that do not fit.
func (t *tableList) drawNoTables(g *draw.Grid, b draw.Box) {
	for i, line := range draw.Wrap(noTables, min(b.Width, 60)-4) {
		if i < b.Height {
			g.Text(b.X+2, b.Y+i, b.Width, line, t.l.env.Styles.Faint)
		}
	}
}
