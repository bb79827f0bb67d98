package kit

import (
	"fmt"

	"quadrille/internal/table"
)

// NewShareReader returns a screen with the commands that export a game to files, and with
// the address of the game's web page. at is the number of moves before the position on the
// board.
func NewShareReader(e *Env, v *table.View, at int) *Reader {
	return NewReader(e, "Share this game", func(int) []TextLine {
		command := e.Cfg.SSHCommand
		if command == "" {
			command = "ssh HOST"
		}
		lines := []TextLine{
			{Text: "Run a command in your shell, not here."},
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
		if link := e.Cfg.Share.Link(v.ID); link != "" && v.Terms.Private == table.ForAll {
			lines = append(lines, TextLine{}, TextLine{Text: "Web page:"}, TextLine{Text: "  " + link})
		}
		return lines
	})
}
