package kit

import (
	"fmt"
	"slices"

	"quadrille/internal/table"
)

// NewShareReader returns a screen that shows the address of a game's web page, and the
// commands that export the game to files. The parameter `at` is the number of moves before the
// position that the board shows.
func NewShareReader(e *Env, v *table.View, at int) *Reader {
	return NewReader(e, "Share this game", func(width int) []TextLine {
		command := e.Cfg.SSHCommand
		if command == "" {
			command = "ssh HOST"
		}
		lines := []TextLine{
			{Text: "Run these commands in your own shell, not here."},
			{},
			{Text: "Picture of this position:"},
			{Text: fmt.Sprintf("  %s picture %d --move %d > board.png", command, v.ID, at)},
			{},
			{Text: "Animated picture of the game:"},
			{Text: fmt.Sprintf("  %s gif %d > game.gif", command, v.ID)},
			{},
			{Text: "Terminal recording, for asciinema:"},
			{Text: fmt.Sprintf("  %s cast %d > game.cast", command, v.ID)},
			{},
			{Text: "Moves as text:"},
			{Text: fmt.Sprintf("  %s record %d > game.txt", command, v.ID)},
		}
		if link := e.PageOf(v); link != "" {
			lines = append(lines, TextLine{}, TextLine{Text: "Web page:"})
			if len(link) <= width-2 || e.Styles.Links {
				return append(lines, TextLine{Text: link, Link: true})
			}
			for part := range slices.Chunk([]byte(link), width-5) {
				lines = append(lines, TextLine{Text: string(part)})
			}
		}
		return lines
	})
}

// PageOf returns the address of a table's web page, or "" if it has none.
func (e *Env) PageOf(v *table.View) string {
	if v.Terms.Private != table.ForAll {
		return ""
	}
	return e.Cfg.Share.Link(v.ID)
}
