package wire_test

import (
	"fmt"
	"image/color"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/vt"
	"pgregory.net/rapid"

	"quadrille/assets"
	"quadrille/internal/draw"
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
func (t *terminal) show(f frame) int {
	b := t.screen.Frame(nil, f.view(), nil)
	_, _ = t.Write(b)
	return len(b)
}

// run is a text in one style.
type run struct {
	text  string
	style draw.Style
}

// frame is a list of lines.
type frame [][]run

// plainText returns a frame without styles.
func plainText(text string) (f frame) {
	for _, line := range strings.Split(text, "\n") {
		f = append(f, []run{{line, draw.Style{}}})
	}
	return f
}

const chess = "https://chess.example/"

func (f frame) draw(g *draw.Grid) {
	g.Link = chess
	for y, line := range f {
		x := 0
		for _, r := range line {
			x += g.Text(x, y, g.Width, r.text, r.style)
		}
	}
}

func (f frame) view() wire.View { return wire.View{Draw: f.draw, Key: fmt.Sprint(f), Paste: true} }

// lines returns the lines of a view, in which each cell has the sequences for its whole style.
func lines(v wire.View, width, height int) []string {
	g := draw.NewGrid(width, height, v.Ground)
	v.Draw(g)
	var all []string
	for y := range height {
		var b strings.Builder
		for _, c := range g.Row(y) {
			b.WriteString("\x1b[0")
			for i, code := range []string{";1", ";4", ";7"} {
				if c.Style.Attr&(1<<i) != 0 {
					b.WriteString(code)
				}
			}
			for code, shade := range map[int]assets.Shade{38: c.Style.Fg, 48: c.Style.Bg} {
				if shade != 0 {
					fmt.Fprintf(&b, ";%d;5;%d", code, shade)
				}
			}
			b.WriteString("m")
			if c.Style.Attr&draw.Linked != 0 {
				b.WriteString("\x1b]8;;" + g.Link + "\x1b\\" + c.Text + "\x1b]8;;\x1b\\")
			} else {
				b.WriteString(c.Text)
			}
		}
		all = append(all, b.String())
	}
	return all
}

// fresh returns a new terminal that shows the given lines.
func fresh(lines []string, width, height int) *vt.Emulator {
	e := vt.NewEmulator(width, height)
	for y, line := range lines {
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

var shades = []assets.Shade{0, 0, 16, 94, 231, 236, 250}

var attributes = []draw.Attr{
	0, 0, draw.Bold, draw.Underline, draw.Reverse, draw.Bold | draw.Reverse, draw.Linked, draw.Linked | draw.Underline,
}

// drawLine generates a line of at most the given width, in cells.
func drawLine(r *rapid.T, width int) (line []run) {
	var style draw.Style
	for used := 0; rapid.IntRange(0, 12).Draw(r, "more") > 0; {
		if rapid.Bool().Draw(r, "styled") {
			style = draw.Style{
				Fg: rapid.SampledFrom(shades).Draw(r, "fg"), Bg: rapid.SampledFrom(shades).Draw(r, "bg"),
				Attr: rapid.SampledFrom(attributes).Draw(r, "attributes"),
			}
		}
		piece := rapid.SampledFrom(pieces).Draw(r, "piece")
		if used += draw.TextWidth(piece); used > width {
			break
		}
		line = append(line, run{piece, style})
	}
	return line
}

// drawFrame changes a few lines of a frame, or all of them.
func drawFrame(r *rapid.T, f frame, width, height int) frame {
	f = slices.Clone(f)
	for len(f) < height {
		f = append(f, nil)
	}
	f = f[:height]
	all := rapid.IntRange(0, 3).Draw(r, "all") == 0
	for y := range f {
		if all || rapid.IntRange(0, 3).Draw(r, "this") == 0 {
			f[y] = drawLine(r, width)
		}
	}
	return f
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
	var f frame
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
		f = drawFrame(r, f, width, height)
		if rapid.IntRange(0, 3).Draw(r, "in two steps") == 0 {
			at.showFirst(r, f, drawFrame(r, nil, width, height))
			if rapid.Bool().Draw(r, "at once") {
				continue // the next frame is drawn before the rest of this one
			}
			_, _ = at.Write(at.screen.AppendRest(nil))
		} else {
			at.show(f)
		}
		if why := difference(at.Emulator, fresh(lines(f.view(), width, height), width, height)); why != "" {
			r.Fatalf("%s\nframe %q", why, f)
		}
		if n := at.show(f); n != 0 {
			r.Fatalf("a frame in which nothing is new took %d bytes", n)
		}
	}
}

// showFirst sends a frame over which the terminal shows other cells at first.
func (t *terminal) showFirst(r *rapid.T, f, first frame) {
	v := f.view()
	v.First = first.draw
	_, _ = t.Write(t.screen.Frame(nil, v, nil))
	v.Draw = func(g *draw.Grid) {
		f.draw(g)
		first.draw(g)
	}
	if why := difference(t.Emulator, fresh(lines(v, t.Width(), t.Height()), t.Width(), t.Height())); why != "" {
		r.Fatalf("%s\nat first %q, then frame %q", why, first, f)
	}
}
