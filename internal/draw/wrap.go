package draw

import "strings"

// Wrap breaks a text into lines of at most the given width. It breaks at spaces, and breaks
// a word only if the word is wider than a line.
func Wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		for TextWidth(word) > width && width > 1 {
			if line != "" {
				lines, line = append(lines, line), ""
			}
			part := beginning(word, width)
			lines, word = append(lines, part), word[len(part):]
		}
		switch {
		case line == "":
			line = word
		case TextWidth(line)+1+TextWidth(word) <= width:
			line += " " + word
		default:
			lines, line = append(lines, line), word
		}
	}
	return append(lines, line)
}

// Prose draws a text in a box, with as many of its lines as fit. It returns the part of the box below the text.
func (g *Grid) Prose(b Box, text string, s Style) Box {
	for _, line := range Wrap(text, b.Width) {
		if b.Height > 0 {
			g.Text(b.X, b.Y, b.Width, line, s)
		}
		b = b.Below(1)
	}
	return b
}

// beginning returns the longest prefix of a word that fits into the given number of cells.
func beginning(word string, cells int) string {
	end := 0
	for i, r := range word {
		if i > 0 && TextWidth(word[:i+len(string(r))]) > cells {
			break
		}
		end = i + len(string(r))
	}
	return word[:end]
}

// Window returns the index of the first item to show in a list of n items. The parameter
// `room` is the number of items that fit on the screen. The selected item is always among the
// items shown.
func Window(selected, n, room int) int {
	return max(0, min(selected-room/2, n-room))
}
