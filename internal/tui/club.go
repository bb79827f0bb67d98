package tui

import (
	"quadrille/internal/club"
	"quadrille/internal/player"
	"quadrille/internal/tui/board"
)

// says is what the house says of itself, empty if nothing. What an owner changes
// is seen with the next frame.
func (e *env) says(s club.Setting) string {
	if e.cfg.House == nil { // where only screens are tried
		return ""
	}
	text, _ := e.cfg.House.Setting(s)
	return text
}

// houseName is whose house this is.
func (e *env) houseName() string {
	if name := e.says(club.SetName); name != "" {
		return player.Shown(name, 40)
	}
	return "Quadrille"
}

// drawGreeting is the house's word for everybody, in a line of its own.
// A notice that stands takes its place.
func (e *env) drawGreeting(g *board.Grid, x, y int) {
	if text := e.notices.line(); text != "" {
		g.Text(x, y, g.Width-x-1, player.Shown(text, g.Width-x-1), e.ink.accent)
		return
	}
	if text := e.says(club.SetGreeting); text != "" {
		g.Text(x, y, g.Width-x-1, player.Shown(text, g.Width-x-1), e.ink.faint)
	}
}

// houseRules are a part of help, if the house has any.
func (e *env) houseRules(width int) []helpLine {
	text := e.says(club.SetRules)
	if text == "" {
		return nil
	}
	lines := []helpLine{{text: "The rules of this house", head: true, part: true}}
	for _, line := range wrap(player.Shown(text, 1000), width-5) {
		lines = append(lines, helpLine{text: line})
	}
	return append(lines, helpLine{})
}
