package kit

import (
	"strings"

	"quadrille/internal/ui/board"
)

// Cell is a text in a column of that width.
func Cell(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-board.TextWidth(text)))
}
