package wire

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"quadrille/assets"
	"quadrille/internal/draw"
)

// View describes a frame: its cells, and the title and modes of the terminal.
type View struct {
	Draw   func(*draw.Grid) // draws the cells on a blank grid of the terminal's size; nil leaves it blank
	Ground draw.Style       // style of the blank cells
	Theme  *assets.Theme    // colours of the shades; nil for those of the palette of 256 colours
	// Key is a comparable value that contains everything that the cells depend on, except the
	// size and the colours of the terminal. It is nil if the cells are for one terminal only.
	Key any

	// First draws over these cells what the terminal shows at first. It is nil if the terminal shows the cells at once. A
	// view with a Key has no First.
	First func(*draw.Grid)

	Title string
	Mouse bool // whether the terminal reports the mouse
	Focus bool // whether the terminal reports that its window gains or loses the focus
	Paste bool // whether the terminal marks pasted text
}

// canvas holds the memory in which one frame is drawn.
type canvas struct {
	grid      *draw.Grid
	looks     [256]knownLook // styles of the frame that is being encoded, by [slot]
	cells     []cell         // cells of the new frame
	packed    []draw.Packed  // the cells of the grid before First has drawn over them
	first     []cell         // cells that the new frame has at first
	strokes   []stroke
	distances distances
	dressings []dressing
}

// look holds two cells in one style: one to which a glyph is added, and a space.
type look struct{ styled, blank cell }

// knownLook is the look of a style.
type knownLook struct {
	style draw.Style
	known bool
	look  look
}

// slot returns the place of a style in the field looks of a canvas. Several styles may share a
// place; then the newest of them is kept.
func slot(s draw.Style) uint8 { return uint8(s.Fg) ^ uint8(s.Bg)*31 ^ uint8(s.Attr)<<5 }

// draw draws the cells of a view on a grid, which is valid until the next call.
func (c *canvas) draw(v *View, width, height int) *draw.Grid {
	if c.grid == nil || c.grid.Width != width || c.grid.Height != height {
		c.grid = draw.NewGrid(width, height, v.Ground)
	} else {
		c.grid.Fill(v.Ground)
	}
	if v.Draw != nil {
		v.Draw(c.grid)
	}
	return c.grid
}

// encode converts the cells of a grid to `cells`, which have as many elements. The numbers of
// their styles and grapheme clusters are those of t.
func (c *canvas) encode(g *draw.Grid, t *types, theme *assets.Theme, profile colorprofile.Profile, cells []cell) {
	e := c.encoder(g, t, theme, profile)
	for y := range g.Height {
		e.encode(g.Packed(y), row(cells, g.Width, y))
	}
}

// encodeFirst calls the function First of a view on a grid, and encodes the result as c.first. Before
// the call, the grid must be encoded as c.cells. encodeFirst reports whether First has changed the grid.
func (c *canvas) encodeFirst(g *draw.Grid, t *types, v *View, profile colorprofile.Profile) (differs bool) {
	c.packed = c.packed[:0]
	for y := range g.Height {
		c.packed = append(c.packed, g.Packed(y)...)
	}
	v.First(g)
	c.first = append(c.first[:0], c.cells...)
	e := c.encoder(g, t, v.Theme, profile)
	for y := range g.Height {
		if now := g.Packed(y); !slices.Equal(now, c.packed[y*g.Width:(y+1)*g.Width]) {
			e.encode(now, row(c.first, g.Width, y))
			differs = true
		}
	}
	return differs
}

// encoder converts the lines of a grid to cells.
type encoder struct {
	*canvas
	grid    *draw.Grid
	types   *types
	link    string
	theme   *assets.Theme
	profile colorprofile.Profile
}

func (c *canvas) encoder(g *draw.Grid, t *types, theme *assets.Theme, profile colorprofile.Profile) encoder {
	link := g.Link
	if !linkable(link) {
		link = ""
	}
	clear(c.looks[:])
	return encoder{c, g, t, link, theme, profile}
}

// encode converts a line.
func (e *encoder) encode(line []draw.Packed, to []cell) {
	now := &knownLook{}
	for x := range line {
		one := &line[x]
		if x > 0 && *one == line[x-1] { // most cells
			to[x] = to[x-1]
			continue
		}
		if one.Style != now.style || !now.known {
			if now = &e.looks[slot(one.Style)]; one.Style != now.style || !now.known {
				*now = knownLook{one.Style, true, e.types.look(one.Style, e.link, e.theme, e.profile)}
			}
		}
		l := now.look
		if one.Glyph > ' ' && one.Glyph < 0x7F {
			to[x] = l.styled | cell(one.Glyph)
		} else if one.Glyph == ' ' {
			to[x] = l.blank
		} else {
			to[x] = l.with(e.types.glyph(e.grid, one.Glyph))
		}
	}
}

// with returns the cell that shows a glyph in a style.
func (l look) with(glyph rune) cell {
	if glyph == ' ' {
		return l.blank
	}
	return l.styled | cell(glyph)
}

// glyph returns the number that stands for a glyph of a grid. It is a blank for text that would change the state of
// the terminal.
func (t *types) glyph(g *draw.Grid, glyph draw.Glyph) rune {
	if glyph == draw.RightHalf {
		return rightHalf
	}
	if r, single := glyph.Rune(); single {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}
	text := g.TextOf(glyph)
	if strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || r == utf8.RuneError }) {
		return ' '
	}
	return t.cluster(text)
}

// look returns the cells of a style. The link is that of cells with the attribute
// [draw.Linked].
func (t *types) look(s draw.Style, link string, theme *assets.Theme, profile colorprofile.Profile) look {
	var to style
	if profile > colorprofile.NoTTY {
		to = style{fg: shown(s.Fg, theme, profile), bg: shown(s.Bg, theme, profile), attr: s.Attr &^ draw.Linked}
		if s.Attr&draw.Linked != 0 {
			to.link = link
		}
	}
	return look{cell(t.number(to)) << glyphBits, cell(t.number(to.blank()))<<glyphBits | ' '}
}

// shown returns the colour in which a terminal with the given colour profile shows a shade.
func shown(s assets.Shade, theme *assets.Theme, profile colorprofile.Profile) colour {
	if s == 0 || profile <= colorprofile.ASCII {
		return 0
	}
	if theme != nil {
		if tone, known := theme.Tones[s]; known && profile == colorprofile.ANSI {
			return mixed(basic, int(tone.Basic))
		}
		if to, other := theme.Mixed(s); other && profile == colorprofile.TrueColor {
			return mixed(direct, int(to.R)<<16|int(to.G)<<8|int(to.B))
		}
	}
	if to, ok := profile.Convert(ansi.IndexedColor(s)).(ansi.BasicColor); ok {
		return mixed(basic, int(to))
	}
	return mixed(indexed, int(s))
}

// maxLink is the maximum length of a hyperlink's target, in bytes.
const maxLink = 300

// linkable reports whether a hyperlink may have the given target. A target with spaces,
// semicolons, control characters or characters other than ASCII is refused.
func linkable(target string) bool {
	strange := func(r rune) bool { return r <= ' ' || r > '~' || r == ';' }
	return len(target) <= maxLink && !strings.ContainsFunc(target, strange)
}
