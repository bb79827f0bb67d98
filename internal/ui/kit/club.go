package kit

import (
	"quadrille/internal/club"
	"quadrille/internal/player"
	"quadrille/internal/ui/board"
)

// says is what the house says of itself, empty if nothing. What an owner changes
// is seen with the next frame.
func (e *Env) says(s club.Setting) string {
	if e.Cfg.Club == nil { // where only screens are tried
		return ""
	}
	text, _ := e.Cfg.Club.Settings.Get(s)
	return text
}

// ClubName is whose house this is.
func (e *Env) ClubName() string {
	if name := e.says(club.SetName); name != "" {
		return player.Shown(name, 40)
	}
	return "Quadrille"
}

// DrawGreeting is the house's word for everybody, in a line of its own.
// A notice that stands takes its place.
func (e *Env) DrawGreeting(g *board.Grid, x, y int) {
	if text := e.Notices.line(); text != "" {
		g.Text(x, y, g.Width-x-1, player.Shown(text, g.Width-x-1), e.Styles.Accent)
		return
	}
	if text := e.says(club.SetGreeting); text != "" {
		g.Text(x, y, g.Width-x-1, player.Shown(text, g.Width-x-1), e.Styles.Faint)
	}
}

// ClubRules are a part of help, if the house has any.
func (e *Env) ClubRules(width int) []TextLine {
	text := e.says(club.SetRules)
	if text == "" {
		return nil
	}
	lines := []TextLine{{Text: "The rules of this house", Head: true, Part: true}}
	for _, line := range Wrap(player.Shown(text, 1000), width-5) {
		lines = append(lines, TextLine{Text: line})
	}
	return append(lines, TextLine{})
}

// CanAdminister reports whether somebody looks after the house, now.
func CanAdminister(e *Env) bool { return e.Cfg.Admin != nil && e.Cfg.Admin.May() }
