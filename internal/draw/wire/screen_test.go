package wire_test

import (
	"fmt"
	"image/color"
	"io"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"pgregory.net/rapid"

	"quadrille/internal/draw/wire"
)

// terminal is an emulator that gets the output of a screen.
type terminal struct {
	*vt.Emulator
	screen *wire.Screen
}

func newTerminal(term string, profile colorprofile.Profile, width, height int) *terminal {
	t := &terminal{vt.NewEmulator(width, height), wire.New(term, profile, width, height)}
	go func() { _, _ = io.Copy(io.Discard, reader{t}) }()
	return t
}

// reader hides the emulator's other methods from io.Copy.
type reader struct{ io.Reader }

// off makes the emulator stop answering queries.
func (t *terminal) off() { _ = t.InputPipe().(*io.PipeWriter).CloseWithError(io.EOF) }

// show sends a frame and returns its size in bytes.
func (t *terminal) show(content string) int {
	b := t.screen.Frame(nil, tea.View{Content: content})
	_, _ = t.Write(b)
	return len(b)
}

// fresh returns a new terminal that shows the given frame. It writes the frame line by line.
func fresh(content string, width, height int) *vt.Emulator {
	e := vt.NewEmulator(width, height)
	for y, line := range strings.Split(content, "\n") {
		if y < height {
			_, _ = e.WriteString(fmt.Sprintf("\x1b[%dH", y+1) + line)
		}
	}
	return e
}

// difference describes a cell that looks different in two terminals. It returns an empty
// string if there is none.
func difference(got, want *vt.Emulator) string {
	for y := range want.Height() {
		for x := range want.Width() {
			g, w := seen(got.CellAt(x, y)), seen(want.CellAt(x, y))
			if g != w {
				return fmt.Sprintf("cell %d,%d is %+v, not %+v", x, y, g, w)
			}
		}
	}
	return ""
}

// look is everything that a person sees of a cell.
type look struct {
	text      string
	width     int
	fg, bg    color.Color
	underline bool
	attrs     uint8
	link      string
}

func seen(c *uv.Cell) look {
	l := look{c.Content, c.Width, c.Style.Fg, c.Style.Bg, c.Style.Underline != 0, c.Style.Attrs, c.Link.URL}
	if c.Width == 0 {
		return look{}
	}
	if c.Content == " " {
		l.link = ""
		l.attrs &= uv.AttrReverse | uv.AttrStrikethrough
		if l.attrs == 0 && !l.underline {
			l.fg = nil
		}
	}
	return l
}

var pieces = []string{
	"a", "b", "K", ".", " ", " ", "          ", "word", "♞", "♙", "█▀▄", "é", "世", "界面", "e\u0301", "~", "│", "0123456789",
	"　", "ｗ", "\u00a0",
}

var styles = []string{
	"\x1b[m", "\x1b[0m", "\x1b[1m", "\x1b[22m", "\x1b[4m", "\x1b[24m", "\x1b[7m", "\x1b[27m", "\x1b[2;3;5;9m", "\x1b[23;25;29m",
	"\x1b[31m", "\x1b[97;40m", "\x1b[107m", "\x1b[39m", "\x1b[49m", "\x1b[38;5;250m", "\x1b[48;5;236m", "\x1b[0;1;38;5;16;48;5;94m",
	"\x1b[38;2;10;200;30m", "\x1b[48;2;0;0;0m", "\x1b[1;2m", "\x1b]8;;https://chess.example/\x1b\\", "\x1b]8;;\x1b\\",
}

// drawLine generates a line of at most the given width, in cells.
func drawLine(r *rapid.T, width int) string {
	var b strings.Builder
	for used := 0; rapid.IntRange(0, 12).Draw(r, "more") > 0; {
		if rapid.Bool().Draw(r, "styled") {
			b.WriteString(rapid.SampledFrom(styles).Draw(r, "style"))
		}
		piece := rapid.SampledFrom(pieces).Draw(r, "piece")
		if used += ansi.StringWidth(piece); used > width {
			break
		}
		b.WriteString(piece)
	}
	return b.String()
}

// drawFrame changes a few lines of a frame, or all of them.
func drawFrame(r *rapid.T, lines []string, width, height int) []string {
	for len(lines) < height {
		lines = append(lines, "")
	}
	lines = lines[:height]
	all := rapid.IntRange(0, 3).Draw(r, "all") == 0
	for y := range lines {
		if all || rapid.IntRange(0, 3).Draw(r, "this") == 0 || ansi.StringWidth(lines[y]) > width {
			lines[y] = drawLine(r, width)
		}
	}
	return lines
}

// TestRandomFrames checks that the terminal shows each frame correctly, whatever it showed
// earlier.
func TestRandomFrames(t *testing.T) {
	rapid.Check(t, randomFrames)
}

func FuzzRandomFrames(f *testing.F) { f.Fuzz(rapid.MakeFuzz(randomFrames)) }

func randomFrames(r *rapid.T) {
	width, height := rapid.IntRange(2, 60).Draw(r, "width"), rapid.IntRange(1, 12).Draw(r, "height")
	term := rapid.SampledFrom([]string{"xterm-256color", "screen", "vt100"}).Draw(r, "term")
	at := newTerminal(term, colorprofile.TrueColor, width, height)
	defer at.off()
	at.screen.SetAtomic(rapid.Bool().Draw(r, "atomic"))
	var lines []string
	for range rapid.IntRange(1, 6).Draw(r, "frames") {
		switch rapid.IntRange(0, 9).Draw(r, "what else") {
		case 0:
			width, height = rapid.IntRange(2, 60).Draw(r, "width"), rapid.IntRange(1, 12).Draw(r, "height")
			at.Resize(width, height)
			at.screen.Resize(width, height)
		case 1:
			_, _ = at.WriteString("\x1b[1;1H\x1b[41mrubbish")
			at.screen.Redraw()
		case 2:
			_, _ = at.Write(at.screen.Raw(nil, "\a\x1b[5;5H\x1b[41m"))
		}
		lines = drawFrame(r, lines, width, height)
		content := strings.Join(lines, "\n")
		at.show(content)
		if why := difference(at.Emulator, fresh(content, width, height)); why != "" {
			r.Fatalf("%s\nframe %q", why, content)
		}
		if n := at.show(content); n != 0 {
			r.Fatalf("a frame in which nothing is new took %d bytes", n)
		}
	}
}
