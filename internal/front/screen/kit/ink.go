package kit

import (
	"fmt"
	"slices"

	"charm.land/bubbles/v2/progress"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"quadrille/internal/draw"
	"quadrille/internal/present"
)

// Ink holds the styles of a session's screens, and the signs that its terminal can draw.
type Ink struct {
	draw.Styles
	Selected draw.Style // background of a selected row; the texts in the row keep their colours
	Area     draw.Style // curves
	Badge    draw.Style // a short text that must be noticed, such as a number of unread messages
}

// signsFor returns the signs for a terminal with the given value of TERM.
func signsFor(term string, profile colorprofile.Profile) *draw.Signs {
	switch {
	case term == "linux":
		return &draw.ConsoleSigns
	case term == "dumb" || len(term) > 2 && term[:2] == "vt":
		return &draw.ASCIISigns
	case profile <= colorprofile.ASCII:
		return &draw.MonoSigns
	}
	return &draw.AllSigns
}

// lipEdge returns the border of lipgloss with the given characters.
func lipEdge(e draw.Edge) lipgloss.Border {
	return lipgloss.Border{
		Top: e.Line, Bottom: e.Line, Left: e.Side, Right: e.Side,
		TopLeft: e.TopLeft, TopRight: e.TopRight, BottomLeft: e.BottomLeft, BottomRight: e.BottomRight,
	}
}

// newInk returns styles with those that only some screens need.
func newInk(styles draw.Styles, profile colorprofile.Profile) Ink {
	k, t := Ink{Styles: styles}, styles.Theme
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

// button returns a button of a dialog or form as a text of lipgloss.
func (k *Ink) button(label string, chosen bool) string {
	if chosen {
		return lip(k.Chosen.With(draw.Bold)).Render("[ " + label + " ]")
	}
	return lip(k.Text).Padding(0, 2).Render(label)
}

// Dot returns the sign of an army and its style: a dot in the colour of the army, or its
// letter. The dot of an army that has the colour of the page is a ring.
func (k *Ink) Dot(army string, number int) (string, draw.Style) {
	style := k.Text
	if k.Signs.Letters || k.Theme.Plain {
		return army[:1], style
	}
	style.Fg = k.Theme.Dot(army, number)
	if style.Fg == k.Theme.Ring {
		return k.Signs.Ring, style
	}
	return k.Signs.Here, style
}

// Meter draws a thin bar of the given width. The first part of it is filled, and the rest is blank if the theme has no
// other colour for it. The function `over` adapts a style to the place; nil changes nothing.
func (k *Ink) Meter(g *draw.Grid, x, y, width, part, whole int, full draw.Style, over func(draw.Style) draw.Style) {
	if over == nil {
		over = func(s draw.Style) draw.Style { return s }
	}
	look, rule, sign := over(full), over(k.Rule), []rune(k.Signs.Bar)[0]
	bar := progress.New(progress.WithWidth(width), progress.WithoutPercentage(), progress.WithFillCharacters(sign, sign))
	if look.Fg == rule.Fg {
		bar.Empty = ' '
	}
	bar.FullColor, bar.EmptyColor = lip(look).GetForeground(), lip(rule).GetForeground()
	place(g, x, y, bar.ViewAs(float64(part)/float64(max(1, whole))), look)
}

// DrawPlaces draws a bar for each place in which a player has finished games, from the first to
// the last, with the number of games.
func (k *Ink) DrawPlaces(g *draw.Grid, b draw.Box, places []int) {
	most, games := 0, 0
	for _, n := range places {
		most, games = max(most, n), games+n
	}
	looks := []draw.Style{k.Accent, k.Text, k.Faint, k.Faint}
	for i, n := range places[:min(len(places), b.Height)] {
		y, percent := b.Y+i, 0
		if games > 0 {
			percent = (100*n + games/2) / games
		}
		g.Text(b.X, y, 4, present.Ordinal(i+1), k.Strong)
		k.Meter(g, b.X+5, y, max(0, b.Width-17), n, most, looks[min(i, len(looks)-1)], nil)
		g.Text(b.X+b.Width-11, y, 11, fmt.Sprintf("%5d %3d %%", n, percent), k.Text)
	}
}

// DrawCurve draws numbers as an area: the greatest number reaches the top, the least number is
// one eighth of a line high. The last number has another colour.
func (k *Ink) DrawCurve(g *draw.Grid, b draw.Box, numbers []int) {
	const axis = 6 // cells for the numbers at the left side
	width := b.Width - axis
	if len(numbers) == 0 || width < len(numbers) || b.Height < 2 {
		return
	}
	least, most := slices.Min(numbers), slices.Max(numbers)
	for line, n := range map[int]int{0: most, b.Height - 1: least} {
		g.Text(b.X, b.Y+line, axis-1, fmt.Sprintf("%5d", n), k.Faint)
	}
	each := width / len(numbers)
	for i, n := range numbers {
		look := k.Area
		if i == len(numbers)-1 {
			look = k.Accent
		}
		eighths := 4 * b.Height
		if most > least {
			eighths = 1 + (n-least)*(8*b.Height-1)/(most-least)
		}
		for line := range b.Height {
			level := min(8, eighths-8*(b.Height-1-line))
			for dx := range each {
				if level > 0 {
					g.Set(b.X+axis+i*each+dx, b.Y+line, block(k.Signs, level), look)
				}
			}
		}
	}
}

// block returns a block of the given number of eighths.
func block(s *draw.Signs, eighths int) string {
	if eighths == 8 && !asciiSigns(s) {
		return "█"
	}
	return s.Levels[eighths-1]
}

// asciiSigns reports whether the terminal may show no other characters than those of ASCII.
func asciiSigns(s *draw.Signs) bool { return s.Bar == "=" }
