package kit

import (
	"strings"

	"quadrille/internal/ui/board"
)

// MoveSelection moves the selection in a list of n items by a key. It stops at both ends.
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

// Window returns the index of the first of n items to show in room lines, so that the
// selected item is visible.
func Window(selected, n, room int) int {
	return max(0, min(selected-room/2, n-room))
}

// ListTop is the screen line on which a list of tables starts.
const ListTop = 2

// Cell pads a text with spaces to the width of a column.
func Cell(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-board.TextWidth(text)))
}
