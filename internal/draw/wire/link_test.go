package wire_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"quadrille/internal/draw/wire"
)

func linked(target, text string) string {
	return "\x1b]8;;" + target + "\x1b\\" + text + "\x1b]8;;\x1b\\"
}

// targets returns the hyperlink of each cell of the first line, as text. A cell without a
// hyperlink is "-".
func (t *terminal) targets() (all string) {
	for x := range t.Width() {
		target := "-"
		if c := t.CellAt(x, 0); c != nil && c.Link.URL != "" {
			target = c.Link.URL
		}
		all += target
	}
	return all
}

func TestFramesWithHyperlinks(t *testing.T) {
	for _, c := range []struct {
		term   string
		shared bool
	}{{"xterm", false}, {"vt100", false}, {"xterm", true}} {
		e := newTerminal(c.term, colorprofile.ANSI256, 8, 1)
		all := wire.NewShared()
		for _, one := range []struct{ content, want string }{
			{"no link", "--------"},
			{"a " + linked("X", "bc") + " d", "--XX----"},
			{"a " + linked("Y", "bc") + " d", "--YY----"}, // the same text with a link to another target
			{"a \x1b[1m" + linked("Y", "b\x1b[0mc") + " d", "--YY----"},
			{"a " + linked("Y", "b") + linked("X", "c") + " d", "--YX----"},
			{"a bc d", "--------"},
			{linked("X", "abcdefgh"), "XXXXXXXX"},
			{"", "--------"},
			{linked("a b", "text"), "--------"},
			{linked("a\x1b[1mb", "text"), "--------"},
			{linked(strings.Repeat("x", 301), "text"), "--------"},
			{linked("X", "abcdefgh"), "XXXXXXXX"},
		} {
			view := tea.View{Content: one.content}
			var b []byte
			if c.shared {
				b = e.screen.FrameShared(nil, view, all)
			} else {
				b = e.screen.Frame(nil, view)
			}
			_, _ = e.Write(b)
			if got := e.targets(); got != one.want {
				t.Errorf("%v: %q links %s, want %s, after %q", c, one.content, got, one.want, b)
			}
			if strings.LastIndex(string(b), "\x1b]8;;\x1b\\") < strings.LastIndex(string(b), "\x1b]8;;X") {
				t.Errorf("%v: %q leaves a link open: %q", c, one.content, b)
			}
		}
		e.screen.Redraw()
		_, _ = e.Write(e.screen.Frame(nil, tea.View{Content: "ab"}))
		if got := e.targets(); got != "--------" {
			t.Errorf("%v: %s is linked after a redraw", c, got)
		}
		e.off()
	}
}
