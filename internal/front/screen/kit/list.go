package kit

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

// ListTop is the index of the screen line where a list begins.
const ListTop = 2
