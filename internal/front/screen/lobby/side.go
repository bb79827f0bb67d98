package lobby

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/draw/board"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
)

// preview shows the selected table beside the list.
type preview struct {
	l      *Screen
	id     table.ID
	moves  int // number of moves when the table was loaded
	phase  table.Phase
	view   *table.View // nil until the table is loaded, or if loading failed
	asking bool        // whether the table is being loaded
}

// previewMsg carries the view of the selected table, or nil if it could not be loaded.
type previewMsg struct {
	l    *Screen
	view *table.View
}

// ask loads the selected table if the preview is out of date. It loads only one table at a
// time.
func (p *preview) ask() tea.Cmd {
	s := p.l.list.current().table
	if s == nil || !p.l.wide() || p.asking || p.id == s.ID && p.moves == s.Moves && p.phase == s.Phase {
		return nil
	}
	if p.id != s.ID {
		p.view = nil
	}
	p.id, p.moves, p.phase, p.asking = s.ID, s.Moves, s.Phase, true
	e, id := p.l.env, s.ID
	return func() tea.Msg {
		t, err := e.Cfg.Lobby.TableFor(p.l.ctx, e.Me.ID, id)
		if err != nil {
			return previewMsg{p.l, nil}
		}
		return previewMsg{p.l, t.View()}
	}
}

// loaded shows the table in msg if it is still selected, and otherwise requests the
// selected table.
func (p *preview) loaded(msg previewMsg) tea.Cmd {
	p.asking = false
	if msg.view == nil || msg.view.ID == p.id {
		p.view = msg.view
	}
	return p.ask()
}

// draw draws the board of the selected table and a description of the table. It returns the
// index of the next free line.
func (p *preview) draw(g *draw.Grid, b draw.Box, s *view.Summary) int {
	ink, y := p.l.env.Styles, b.Y
	g.Text(b.X, y, b.Width, heading(s), ink.Accent)
	y += p.drawBoard(g, b, y+1) + 1
	for seat := range rules.Seat(rules.SeatCount) {
		if s.Seats[seat].Closed {
			continue
		}
		sign, look := "  ", ink.Text
		if s.Turn == seat && s.Phase == table.Playing {
			sign, look = "> ", ink.Strong
		}
		g.Text(b.X, y, b.Width, sign+draw.Pad(rules.Title(s.SeatNames[seat]), 10)+" "+p.occupant(s, seat), look)
		y++
	}
	for _, line := range p.l.about(s) {
		for _, text := range draw.Wrap(line, b.Width) {
			g.Text(b.X, y, b.Width, text, ink.Faint)
			y++
		}
	}
	return y + 1
}

// heading returns the number, the game and the clock of a table.
func heading(s *view.Summary) string {
	game, clock := kit.GameAndClock(s)
	text := fmt.Sprintf("Table %d: %s", s.ID, game)
	if clock != "" {
		text += ", " + clock
	}
	return text
}

// occupant returns a description of the player who has a seat.
func (p *preview) occupant(s *view.Summary, seat rules.Seat) string {
	at := &s.Seats[seat]
	switch {
	case at.Player.ID == "":
		return "open"
	case at.Player.ID == p.l.env.Me.ID:
		return at.Player.Shown(player.MaxNameCells) + " (you)"
	case at.Vacant:
		return at.Player.Shown(player.MaxNameCells) + " (open seat)"
	case s.Phase == table.Playing && at.Vacation.After(p.l.env.Now):
		return at.Player.Shown(player.MaxNameCells) + " (vacation)"
	case s.Phase == table.Playing && !at.Present:
		return at.Player.Shown(player.MaxNameCells) + " (away)"
	}
	return at.Player.Shown(player.MaxNameCells)
}

// about returns a description of the terms and the state of a table.
func (l *Screen) about(s *view.Summary) []string {
	status, _ := kit.Summary(s, 200)
	if s.Phase == table.Waiting {
		status += " seats taken"
	}
	if s.Watchers > 0 && s.Phase != table.Playing {
		status += fmt.Sprintf(", %d watching", s.Watchers)
	}
	if v := l.preview.view; v != nil && v.ID == s.ID && len(v.Moves) > 0 {
		last := &v.Moves[len(v.Moves)-1]
		status += ". Last move: " + present.Seat(v.Variant.Facts(), last.By) + " " + present.Action(last)
	}
	lines := []string{present.Capital(status)}
	if words := terms(s); len(words) > 0 {
		lines = append(lines, present.Capital(strings.Join(words, ", ")))
	}
	opened := "Opened by " + s.Host.Shown(player.MaxNameCells)
	if since := l.env.Now.Sub(s.Opened); !s.Opened.IsZero() {
		ago := "less than a minute"
		if since >= time.Minute {
			ago = present.Duration(since.Truncate(time.Minute))
		}
		opened += ", " + ago + " ago"
	}
	if s.Host.Name == "" {
		return lines
	}
	return append(lines, opened)
}

// drawBoard draws the board of the preview with the largest squares that fit, and returns
// the height of the board.
func (p *preview) drawBoard(g *draw.Grid, b draw.Box, y int) int {
	v := p.view
	if v == nil || v.ID != p.id {
		return 0
	}
	home := rules.Seat(0)
	for seat := range rules.Seat(rules.SeatCount) {
		if v.Seats[seat].Player.ID == p.l.env.Me.ID {
			home = seat
			break
		}
	}
	const below = 14 // number of lines to keep free below the board, for the terms of the table and some of the players who are online
	drawn := &board.View{
		Variant: v.Variant, Position: &v.Position, Turned: board.Toward(v.Variant.Facts().Home[home]),
		Theme: p.l.env.Styles.Theme, Pieces: p.l.env.Pieces,
	}
	size, fits := drawn.Fit(b.Width, b.Height-below)
	if !fits {
		return 0
	}
	drawn.Size = size
	for i := len(v.Moves) - 1; i >= 0; i-- {
		if a := v.Moves[i].Action; a.IsBoardAction() {
			for _, sq := range [...]rules.Square{a.From, a.To} {
				if sq != rules.NoSquare {
					drawn.Marks[sq] |= board.Last
				}
			}
			break
		}
	}
	drawn.Draw(g, b.X, y)
	return drawn.Height()
}
