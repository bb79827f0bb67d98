package kit

import (
	"fmt"
	"slices"

	"quadrille/internal/present"
	"quadrille/internal/table"
)

// ReturnCommand returns the command with which a guest comes back to their seats, or "" for
// players with an account.
func (e *Env) ReturnCommand() string {
	if e.Cfg.ReturnCode == "" {
		return ""
	}
	return e.Command("-t", "return "+e.Cfg.ReturnCode)
}

// NewShareReader returns a screen that shows the address of a game's web page, and the
// commands that export the game to files. Each of them can be copied. The parameter `at` is the
// number of moves before the position that the board shows.
func NewShareReader(e *Env, v *table.View, at int) *Reader {
	return NewReader(e, "Share this game", func(width int) []TextLine {
		var lines []TextLine
		number := 0
		item := func(what string) {
			number++
			lines = append(lines, TextLine{Number: fmt.Sprint(number), Text: what})
		}
		if link := e.PageOf(v); link != "" {
			item("Web page:")
			if len(link) <= width-2 || e.Styles.Links {
				lines = append(lines, TextLine{Text: link, Link: true, Copy: link})
			} else {
				for part := range slices.Chunk([]byte(link), width-5) {
					lines = append(lines, TextLine{Text: string(part)})
				}
				lines[len(lines)-1].Copy = link
			}
			lines = append(lines, TextLine{})
		}
		lines = append(lines, TextLine{Text: "Run these commands in your own shell, not here."}, TextLine{})
		for _, one := range [...]struct{ what, command string }{
			{"Picture of this position:", fmt.Sprintf("picture %d --move %d > board.png", v.ID, at)},
			{"Animated picture of the game:", fmt.Sprintf("gif %d > game.gif", v.ID)},
			{"Terminal recording, for asciinema:", fmt.Sprintf("cast %d > game.cast", v.ID)},
			{"Moves as text:", fmt.Sprintf("record %d > game.txt", v.ID)},
		} {
			item(one.what)
			command := e.Command("", one.command)
			lines = append(lines, TextLine{Text: "  " + command, Copy: command}, TextLine{})
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

// Command returns the command for a shell that runs a command of this server. The flags are
// flags of ssh.
func (e *Env) Command(flags, command string) string {
	return present.SSH(e.Cfg.SSHCommand, flags, command)
}
