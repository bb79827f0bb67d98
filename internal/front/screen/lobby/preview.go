package lobby

import (
	"fmt"
	"strings"
	"time"

	"quadrille/internal/service/view"

	"quadrille/assets"
	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// preview shows the selected table beside the list.
type preview struct {
	me     player.ID
	id     table.ID
	moves  int // number of moves when the table was loaded
	phase  table.Phase
	view   *table.View // nil until the table is loaded, or if loading failed
	asking bool        // whether the table is being loaded
}

// wants reports whether the table must be loaded, because the preview is out of date. Only
// one table is loaded at a time.
func (p *preview) wants(s *view.Summary) bool {
	if s == nil || p.asking || p.id == s.ID && p.moves == s.Moves && p.phase == s.Phase {
		return false
	}
	if p.id != s.ID {
		p.view = nil
	}
	p.id, p.moves, p.phase, p.asking = s.ID, s.Moves, s.Phase, true
	return true
}

// loaded shows a table if it is still selected. The parameter is nil if it could not be
// loaded.
func (p *preview) loaded(v *table.View) {
	p.asking = false
	if v == nil || v.ID == p.id {
		p.view = v
	}
}

// heading returns the number, the game and the clock of a table.
func heading(s *view.Summary) (table, terms string) {
	game, clock := present.GameAndClock(s)
	return fmt.Sprintf("Table %d", s.ID), strings.TrimSpace(game + " " + clock)
}

// draw draws the board of the selected table, its players and a description of the table. Without
// room for all of them it shortens the description.
func (p *preview) draw(g *draw.Grid, b draw.Box, s *view.Summary, now time.Time, pieces *assets.Set, ink *kit.Ink) {
	texts := p.about(s, now)
	var lines []string
	for _, text := range texts {
		lines = append(lines, draw.Wrap(text, b.Width)...)
	}
	y := b.Y
	for _, below := range [...]int{rules.SeatCount + 2 + len(lines), rules.SeatCount + 1} {
		if height := p.drawBoard(g, draw.Box{X: b.X, Y: y, Width: b.Width, Height: b.Height - below}, pieces, ink); height > 0 {
			y += height + 1
			break
		}
	}
	for seat := range rules.Seat(rules.SeatCount) {
		if s.Seats[seat].Closed || y >= b.Y+b.Height {
			continue
		}
		p.drawSeat(g, b.X, y, b.Width, s, seat, now, ink)
		y++
	}
	if y++; y+len(lines) > b.Y+b.Height {
		y--
	}
	for _, text := range lines {
		if y < b.Y+b.Height {
			g.Text(b.X, y, b.Width, text, ink.Faint)
		}
		y++
	}
}

// drawSeat draws the player of a seat, its name, and the time on its clock when the last move
// was played.
func (p *preview) drawSeat(g *draw.Grid, x, y, width int, s *view.Summary, seat rules.Seat, now time.Time, ink *kit.Ink) {
	at, moves := &s.Seats[seat], s.Turn == seat && s.Phase == table.Playing
	if moves {
		g.Set(x, y, ink.Signs.Chosen, ink.Accent)
	}
	sign, look := ink.Dot(kit.ArmyOf(s.SeatNames[seat]), int(seat))
	if at.Player.ID == "" {
		sign, look = ink.Signs.Free, ink.Faint
	}
	g.Set(x+2, y, sign, look)
	name, look := present.SummarySeat(s, seat, p.me, now), ink.Text
	switch {
	case at.Player.ID == "":
		look = ink.Faint
	case moves || at.Player.ID == p.me:
		look = ink.Strong
	}
	const clock, seatName = 8, 9
	room := width - 4
	if v := p.view; v != nil && v.ID == s.ID && v.Clock != nil && s.Phase == table.Playing && v.Terms.Clock.PerMove == 0 {
		text := present.ClockFace(v.Clock.Left[seat])
		g.Text(x+width-draw.TextWidth(text), y, clock, text, ink.Faint)
	}
	room -= clock + seatName + 1
	g.Text(x+4, y, room, name, look)
	g.Text(x+width-clock-seatName, y, seatName, rules.Title(s.SeatNames[seat]), ink.Faint)
}

// about returns a description of the terms and the state of a table.
func (p *preview) about(s *view.Summary, now time.Time) []string {
	status, _ := present.Summary(s, 200)
	if s.Phase == table.Waiting {
		status += " seats taken"
	}
	if s.Watchers > 0 && s.Phase != table.Playing {
		status += fmt.Sprintf(", %d watching", s.Watchers)
	}
	if v := p.view; v != nil && v.ID == s.ID && len(v.Moves) > 0 {
		last := &v.Moves[len(v.Moves)-1]
		status += ". Last move: " + present.Seat(v.Variant.Facts(), last.By) + " " + present.MoveText(last)
	}
	lines := []string{present.Capital(status)}
	if words := append(present.TableTerms(s), present.TableWords(s)...); len(words) > 0 {
		lines = append(lines, present.Capital(strings.Join(words, ", ")))
	}
	if s.Host.Name == "" {
		return lines
	}
	opened := "Opened by " + s.Host.Shown(player.MaxNameCells)
	if since := now.Sub(s.Opened); !s.Opened.IsZero() {
		ago := "less than a minute"
		if since >= time.Minute {
			ago = present.Duration(since.Truncate(time.Minute))
		}
		opened += ", " + ago + " ago"
	}
	return append(lines, opened)
}

// drawBoard draws the board of the table with the largest squares that fit, and returns the
// height of the board.
func (p *preview) drawBoard(g *draw.Grid, b draw.Box, pieces *assets.Set, ink *kit.Ink) int {
	if p.view == nil || p.view.ID != p.id {
		return 0
	}
	return kit.DrawPosition(g, b, p.view, p.me, pieces, ink)
}
