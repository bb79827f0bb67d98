package kit

import (
	"strings"

	"quadrille/internal/front/screen/board"
)

// MoveSelection returns the new selection in a list of n items after a key was pressed. It
// stops at both ends of the list.
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

// Window returns the index of the first item to show in a list of n items. The parameter
// `room` is the number of items that fit on the screen. The selected item is always among the
// items shown.
func Window(selected, n, room int) int {
	return max(0, min(selected-room/2, n-room))
}

// ListTop is the index of the screen line where a list begins.
const ListTop = 2

// Cell pads a text with spaces to the given width.
func Cell(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-board.TextWidth(text)))
}
