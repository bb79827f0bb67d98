package wire

import (
	"strings"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// ignoresQueries reports whether terminals with this TERM ignore queries that they do not
// support. Other terminals would print such queries. SSH does not transmit the colours of a
// terminal, so queries are the only way to learn them.
func ignoresQueries(term string) bool {
	name, _, _ := strings.Cut(term, "-")
	ofXterm, _ := xtermFamily(term)
	return ofXterm && name != "linux" && !strings.HasPrefix(name, "screen")
}

// appendQueries appends queries for the terminal's name, focus reports and background colour,
// and for true colour if the profile has fewer colours. The answers arrive as input; some
// terminals do not answer.
func (s *Screen) appendQueries(b []byte) []byte {
	if !s.queries {
		return b
	}
	b = append(b, ansi.RequestNameVersion+ansi.RequestModeFocusEvent...)
	if s.profile <= colorprofile.ASCII {
		return b
	}
	b = append(b, ansi.RequestBackgroundColor...)
	if s.profile < colorprofile.TrueColor {
		b = append(b, ansi.RequestTermcap("RGB")...)
	}
	return b
}
