package wire_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"quadrille/internal/draw"
	"quadrille/internal/draw/wire"
)

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
	link, bold := draw.Style{Attr: draw.Linked}, draw.Style{Attr: draw.Linked | draw.Bold}
	for _, c := range []struct {
		term   string
		shared *wire.Shared
	}{{"xterm", nil}, {"vt100", nil}, {"xterm", wire.NewShared()}} {
		e := newTerminal(c.term, colorprofile.ANSI256, 8, 1)
		for i, one := range []struct {
			target string
			line   []run
			want   string
		}{
			{"", []run{{"no link", draw.Style{}}}, "--------"},
			{"X", []run{{"a ", draw.Style{}}, {"bc", link}, {" d", draw.Style{}}}, "--XX----"},
			{"Y", []run{{"a ", draw.Style{}}, {"bc", link}, {" d", draw.Style{}}}, "--YY----"}, // the same text with another target
			{"Y", []run{{"a ", draw.Style{}}, {"b", bold}, {"c", link}, {" d", draw.Style{}}}, "--YY----"},
			{"Y", []run{{"a bc d", draw.Style{}}}, "--------"},
			{"X", []run{{"abcdefgh", link}}, "XXXXXXXX"},
			{"", nil, "--------"},
			{"a b", []run{{"text", link}}, "--------"},
			{"a\x1b[1mb", []run{{"text", link}}, "--------"},
			{strings.Repeat("x", 301), []run{{"text", link}}, "--------"},
			{"X", []run{{"abcdefgh", link}}, "XXXXXXXX"},
		} {
			b := e.screen.Frame(nil, wire.View{Key: i, Draw: func(g *draw.Grid) {
				frame{one.line}.draw(g)
				g.Link = one.target
			}}, c.shared)
			_, _ = e.Write(b)
			if got := e.targets(); got != one.want {
				t.Errorf("%v: %q links %s, want %s, after %q", c, one.line, got, one.want, b)
			}
			if strings.LastIndex(string(b), "\x1b]8;;\x1b\\") < strings.LastIndex(string(b), "\x1b]8;;X") {
				t.Errorf("%v: %q leaves a link open: %q", c, one.line, b)
			}
		}
		e.screen.Redraw()
		_, _ = e.Write(e.screen.Frame(nil, plainText("ab").view(), nil))
		if got := e.targets(); got != "--------" {
			t.Errorf("%v: %s is linked after a redraw", c, got)
		}
		e.off()
	}
}
