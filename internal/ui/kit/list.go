package kit

import (
	"strings"

	"quadrille/internal/ui/board"
)

// MoveSelection moves a selection among n things by a key; it stops at both ends.
func MoveSelection(selected, n int, key string) int {
	switch key {
	case "up":
		selected--
	case "down":
		selected++
	case "pgup":
		selected -= 10
	case "pgdown":
		selected += 10
	case "home":
		selected = 0
	case "end":
		selected = n - 1
	}
	return max(0, min(selected, n-1))
}

// Window is the first of n things to show in room places so that the selected
// one is among them.
func Window(selected, n, room int) int {
	return max(0, min(selected-room/2, n-room))
}

// ListTop is the line where the list of tables begins.
const ListTop = 2

// Cell is a text in a column of that width.
func Cell(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-board.TextWidth(text)))
}
