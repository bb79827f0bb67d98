package kit

import (
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"quadrille/assets"
	"quadrille/internal/draw"
)

// Ink holds the styles of a session's screens, and the signs that its terminal can draw.
type Ink struct {
	draw.Styles
	Selected draw.Style // background of a selected row; the texts in the row keep their colours
	Area     draw.Style // curves
	Badge    draw.Style // a short text that must be noticed, such as a number of unread messages
	Signs    *Signs
}

// Signs are the characters of marks and lines. Each of them is one cell wide.
type Signs struct {
	Chosen, Own, Here, Free, Up, Down, Same, Done, Bar, Brand string
	Levels                                                    [8]string // blocks of eight heights
	Letters                                                   bool      // whether the letter of an army replaces its dot
	Border                                                    lipgloss.Border
}

var (
	signs = Signs{
		Chosen: "▸", Own: "★", Here: "●", Free: "○", Up: "▲", Down: "▼", Same: "─", Done: "✓", Bar: "━", Brand: "▚",
		Levels: [8]string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "▇"}, Border: lipgloss.RoundedBorder(),
	}
	// monoSigns are for terminals that show no colours.
	monoSigns = func() Signs {
		s := signs
		s.Letters = true
		return s
	}()
	// poorSigns are for terminals that may not show characters outside of ASCII.
	poorSigns = Signs{
		Chosen: ">", Own: "*", Here: "+", Free: "-", Up: "^", Down: "v", Same: "-", Done: "x", Bar: "=", Brand: "#",
		Levels: [8]string{"_", "_", ".", ".", "-", "-", "=", "="}, Letters: true, Border: lipgloss.ASCIIBorder(),
	}
	// consoleSigns are for the Linux console, whose fonts have few characters.
	consoleSigns = func() Signs {
		s := poorSigns
		s.Letters, s.Border = false, lipgloss.NormalBorder()
		return s
	}()
)

// signsFor returns the signs for a terminal with the given value of TERM.
func signsFor(term string, profile colorprofile.Profile) *Signs {
	switch {
	case term == "linux":
		return &consoleSigns
	case term == "dumb" || len(term) > 2 && term[:2] == "vt":
		return &poorSigns
	case profile <= colorprofile.ASCII:
		return &monoSigns
	}
	return &signs
}

// NewInk returns the styles and signs for a theme on a terminal.
func NewInk(t *assets.Theme, profile colorprofile.Profile, term string) Ink {
	k := Ink{Styles: draw.NewStyles(t), Signs: signsFor(term, profile)}
	k.Selected = draw.Style{Attr: draw.Reverse}
	if t.Selected != 0 && profile > colorprofile.ANSI {
		k.Selected = draw.Style{Bg: t.Selected}
	}
	k.Area, k.Badge = k.Accent, k.Accent.With(draw.Reverse)
	k.Area.Attr = 0
	if t.Area != 0 {
		k.Area.Fg = t.Area
	}
	if t.Badge != 0 && profile > colorprofile.ASCII {
		k.Badge = draw.Style{Fg: t.Badge, Bg: t.Accent, Attr: draw.Bold}
	}
	return k
}

// Over returns the style of a text in a selected row.
func (k *Ink) Over(s draw.Style) draw.Style {
	if k.Selected.Attr != 0 {
		return draw.Style{Fg: k.Text.Fg, Bg: k.Text.Bg, Attr: s.Attr | k.Selected.Attr}
	}
	if s == k.Text {
		s = k.Strong
	}
	return s.On(k.Selected.Bg)
}

// Dot returns the sign of an army and its style: a dot in the colour of the army, or its
// letter. The dot of an army that has the colour of the page is a ring.
func (k *Ink) Dot(army string, number int) (string, draw.Style) {
	style := k.Text
	if k.Signs.Letters {
		return army[:1], style
	}
	shade, known := k.Theme.Dots[army]
	if !known {
		shade = k.Theme.Army(army, number)
	}
	style.Fg = shade
	if shade == k.Theme.Ring {
		return "◉", style
	}
	return k.Signs.Here, style
}

// Level returns the block whose height stands for a number between least and most.
func (k *Ink) Level(n, least, most int) string {
	at := len(k.Signs.Levels) / 2
	if most > least {
		at = (n - least) * (len(k.Signs.Levels) - 1) / (most - least)
	}
	return k.Signs.Levels[at]
}

// Meter draws a thin bar of the given width. The first part of it is filled.
func (k *Ink) Meter(g *draw.Grid, x, y, width, part, whole int, full draw.Style) {
	filled := 0
	if whole > 0 {
		filled = (part*width + whole/2) / whole
	}
	for dx := range width {
		look := k.Rule
		if dx < filled {
			look = full
		}
		g.Set(x+dx, y, k.Signs.Bar, look)
	}
}
