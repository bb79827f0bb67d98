package wire

import (
	"strings"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// answers tells of a TERM whether its terminal may be asked things: whether it
// passes over a question that it does not know. What a terminal says of its
// colours does not come over ssh otherwise.
func answers(term string) bool {
	name, _, _ := strings.Cut(term, "-")
	ofXterm, _ := kin(term)
	return ofXterm && name != "linux" && !strings.HasPrefix(name, "screen")
}

// ask appends what is asked of a terminal about its colours: what its background
// is, and whether it can mix any colour, where that is not known yet. The answers
// come as input, or never.
func (s *Screen) ask(b []byte) []byte {
	if !s.answers || s.profile <= colorprofile.ASCII {
		return b
	}
	b = append(b, ansi.RequestBackgroundColor...)
	if s.profile < colorprofile.TrueColor {
		b = append(b, ansi.RequestTermcap("RGB")...)
	}
	return b
}
