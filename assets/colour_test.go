package assets_test

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/lucasb-eyer/go-colorful"

	"quadrille/assets"
	"quadrille/rules/variants"
)

// The minimum CIEDE2000 distances between colours. A distance of 1 is just visible when two
// colours are side by side; 2.3 is noticeable at a glance.
//
// The colours of two armies must be at least 19.5 apart, or 10 for people with colour vision
// deficiency. In terminals with only sixteen colours, 6 is enough, because every piece also
// shows the sign of its army. The backgrounds of squares must be at least 9 apart, or 6 for
// people with colour vision deficiency. The limits for squares are lower because marked
// squares also show a sign.
const (
	armiesApart       = 19.5
	armiesApartToFew  = 10
	armiesApartIn16   = 6
	groundsApart      = 9
	groundsApartToFew = 6
)

// The minimum contrast of a piece with its square. WCAG 2.2 requires 3:1 for graphics
// (1.4.11) and 4.5:1 for text (1.4.3). On unmarked squares the high-contrast theme meets
// the requirement for text. Marked squares may have less contrast, because a sign beside
// the piece shows the mark too. Pieces that no seat moves are dimmed on purpose.
const (
	pieceOnSquare         = 3.0
	pieceOnMark           = 2.6
	pieceOnSquareContrast = 4.5
	pieceOnMarkContrast   = 3.4
	dimmed                = 2.0
)

// eyes maps each kind of colour vision to the matrix that simulates it in linear RGB. The
// matrices with "Viénot" in their names are from Viénot, Brettel and Mollon, "Digital Video
// Colourmaps for Checking the Legibility of Displays by Dichromats", Color Research and
// Application 24(4), 1999. The other matrices are from Machado, Oliveira and Fernandes, "A
// Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15(6),
// 2009, table 1 at severity 1.0.
var eyes = map[string]*[9]float64{
	"normal": nil,
	"protan": {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
	"deutan": {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
	"tritan": {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900},

	"protan (Viénot)": {0.11238, 0.88762, 0, 0.11238, 0.88762, 0, 0.00401, -0.00401, 1},
	"deutan (Viénot)": {0.29275, 0.70725, 0, 0.29275, 0.70725, 0, -0.02234, 0.02234, 1},
}

func seen(c colorful.Color, eye string) colorful.Color {
	m := eyes[eye]
	if m == nil {
		return c
	}
	r, g, b := c.LinearRgb()
	row := func(i int) float64 { return min(1, max(0, m[i]*r+m[i+1]*g+m[i+2]*b)) }
	return colorful.LinearRgb(row(0), row(3), row(6))
}

func apart(a, b colorful.Color, eye string) float64 {
	return 100 * seen(a, eye).DistanceCIEDE2000(seen(b, eye))
}

// ratio returns the contrast ratio of two colours as WCAG 2.2 defines it.
func ratio(a, b colorful.Color) float64 {
	luminance := func(c colorful.Color) float64 {
		r, g, b := c.LinearRgb()
		return 0.2126*r + 0.7152*g + 0.0722*b
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// xterm lists the sixteen default colours of xterm.
var xterm = [16]string{
	"#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5",
	"#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff",
}

// depths maps each colour depth to a function that returns the colour in which a terminal of
// that depth shows a shade.
var depths = map[string]func(*assets.Theme, assets.Shade) colorful.Color{
	"any colour": func(t *assets.Theme, s assets.Shade) colorful.Color {
		c := t.Tones[s].True
		return colorful.Color{R: float64(c.R) / 255, G: float64(c.G) / 255, B: float64(c.B) / 255}
	},
	"256": func(_ *assets.Theme, s assets.Shade) colorful.Color {
		c, _ := colorful.MakeColor(ansi.IndexedColor(s))
		return c
	},
	"16": func(t *assets.Theme, s assets.Shade) colorful.Color {
		c, err := colorful.Hex(xterm[t.Tones[s].Basic])
		if err != nil {
			panic(err)
		}
		return c
	},
}

func TestPaletteMatchesTerminals(t *testing.T) {
	for s := assets.Shade(16); s >= 16; s++ {
		r, g, b, _ := ansi.IndexedColor(s).RGBA()
		if got, want := assets.Palette(s), (assets.RGB{R: uint8(r >> 8), G: uint8(g >> 8), B: uint8(b >> 8)}); got != want {
			t.Errorf("%d is %v, not %v", s, got, want)
		}
	}
}

func coloured() (themes []*assets.Theme) {
	for _, t := range assets.Themes {
		if !t.Plain {
			themes = append(themes, t)
		}
	}
	return themes
}

// least holds the smallest of several measured values, and the name of what was measured.
type least struct {
	value float64
	of    string
}

func (l *least) take(value float64, of string) {
	if l.of == "" || value < l.value {
		l.value, l.of = value, of
	}
}

func (l *least) check(t *testing.T, what string, limit float64) {
	t.Helper()
	if t.Logf("%s: at least %.2f (%s), wanted %.1f", what, l.value, l.of, limit); l.value < limit || l.of == "" {
		t.Errorf("%s: %.2f (%s) is less than %.1f", what, l.value, l.of, limit)
	}
}

// armiesOf calls f with the colours of each pair of armies that occur in the same game.
func armiesOf(theme *assets.Theme, f func(a, b assets.Shade, names string)) {
	for _, def := range variants.All() {
		v, err := variants.New(def.Name, nil)
		if err != nil {
			panic(err)
		}
		words := v.Facts().Armies
		for i := range words {
			for j := range i {
				f(theme.Army(words[i], i), theme.Army(words[j], j), words[j]+" and "+words[i])
			}
		}
	}
}

func TestColourDistanceMatchesPublishedValue(t *testing.T) {
	// The test values are from Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference
	// Formula", 2005, table 1.
	a, b := colorful.Lab(0.5, 0.026772, -0.797751), colorful.Lab(0.5, 0, -0.827485)
	if got := 100 * a.DistanceCIEDE2000(b); math.Abs(got-2.0425) > 0.001 {
		t.Errorf("%f, published is 2.0425", got)
	}
}

func TestArmiesAreDistinguishable(t *testing.T) {
	for _, theme := range coloured() {
		for depth, colour := range depths {
			var normal, few least
			armiesOf(theme, func(a, b assets.Shade, names string) {
				for eye := range eyes {
					d := apart(colour(theme, a), colour(theme, b), eye)
					if eye == "normal" {
						normal.take(d, names)
					} else {
						few.take(d, names+", "+eye)
					}
				}
			})
			limit := float64(armiesApartToFew)
			if depth == "16" {
				limit = armiesApartIn16
			}
			normal.check(t, theme.Name+", armies, "+depth, armiesApart)
			few.check(t, theme.Name+", armies with colour vision deficiency, "+depth, limit)
		}
	}
}

// Terminal multiplexers convert true colours to the 256-colour palette, and armies must stay
// distinguishable. A conversion to sixteen colours would give yellow and red armies the same
// colour, so each theme also defines its colours for sixteen-colour terminals.
func TestArmiesSurviveConversion(t *testing.T) {
	for _, theme := range coloured() {
		var all least
		converted := func(s assets.Shade) colorful.Color {
			c := theme.Tones[s].True
			mixed, _ := colorful.MakeColor(colorprofile.ANSI256.Convert(color.RGBA{c.R, c.G, c.B, 0xFF}))
			return mixed
		}
		armiesOf(theme, func(a, b assets.Shade, names string) {
			all.take(apart(converted(a), converted(b), "normal"), names)
		})
		all.check(t, theme.Name+", any colour to 256", armiesApart)
	}
}

func TestGroundsAreDistinguishable(t *testing.T) {
	for _, theme := range coloured() {
		for _, depth := range []string{"any colour", "256"} {
			var normal, few least
			grounds := theme.Board.Grounds()
			for i := range grounds {
				for j := range i {
					for eye := range eyes {
						d := apart(depths[depth](theme, grounds[i]), depths[depth](theme, grounds[j]), eye)
						names := fmt.Sprintf("%d and %d, %s", grounds[j], grounds[i], eye)
						if eye == "normal" {
							normal.take(d, names)
						} else {
							few.take(d, names)
						}
					}
				}
			}
			normal.check(t, theme.Name+", grounds, "+depth, groundsApart)
			few.check(t, theme.Name+", grounds with colour vision deficiency, "+depth, groundsApartToFew)
		}
	}
}

func TestPiecesContrastWithTheirSquares(t *testing.T) {
	for _, theme := range coloured() {
		square, mark := pieceOnSquare, pieceOnMark
		if theme.Name == "contrast" {
			square, mark = pieceOnSquareContrast, pieceOnMarkContrast
		}
		for _, depth := range []string{"any colour", "256"} {
			var plain, marked, idle least
			for i, ground := range theme.Board.Grounds() {
				on := &plain
				if i > 1 {
					on = &marked
				}
				armiesOf(theme, func(a, b assets.Shade, names string) {
					for _, army := range []assets.Shade{a, b} {
						on.take(ratio(depths[depth](theme, army), depths[depth](theme, ground)), fmt.Sprintf("%d on %d", army, ground))
					}
				})
				for _, ink := range theme.Board.Inks() {
					if ink == theme.Board.Static {
						idle.take(ratio(depths[depth](theme, ink), depths[depth](theme, ground)), fmt.Sprintf("%d on %d", ink, ground))
						continue
					}
					on.take(ratio(depths[depth](theme, ink), depths[depth](theme, ground)), fmt.Sprintf("sign %d on %d", ink, ground))
				}
			}
			plain.check(t, theme.Name+", pieces on squares, "+depth, square)
			marked.check(t, theme.Name+", pieces on marked squares, "+depth, mark)
			idle.check(t, theme.Name+", pieces that no seat moves, "+depth, dimmed)
		}
	}
}

func TestStepAndCaptureAreDistinguishable(t *testing.T) {
	for _, theme := range coloured() {
		for _, depth := range []string{"any colour", "256"} {
			var few least
			for eye := range eyes {
				few.take(apart(depths[depth](theme, theme.Board.Step), depths[depth](theme, theme.Board.Take), eye), eye)
			}
			few.check(t, theme.Name+", step and take, "+depth, groundsApartToFew)
		}
	}
}

// The map Tones of each theme must have an entry for each shade that the theme uses, and no
// other entries.
func TestThemesAreComplete(t *testing.T) {
	for _, theme := range assets.Themes {
		used := slices.Concat(theme.Spare, theme.Board.Grounds(), theme.Board.Inks(), []assets.Shade{
			theme.Page, theme.Text, theme.Faint, theme.Rule, theme.Accent, theme.Alarm, theme.Good, theme.Bar,
			theme.Selected, theme.Area, theme.Badge, theme.Ring,
		})
		for _, s := range theme.Dots {
			used = append(used, s)
		}
		for _, s := range theme.Armies {
			used = append(used, s)
		}
		for _, s := range used {
			if _, ok := theme.Tones[s]; s != 0 && !ok || s != 0 && s < 16 || s != 0 && theme.Plain {
				t.Errorf("theme %s: shade %d", theme.Name, s)
			}
		}
		for s := range theme.Tones {
			if !slices.Contains(used, s) {
				t.Errorf("theme %s: the tone of %d is not used", theme.Name, s)
			}
		}
		if assets.ThemeNamed(theme.Name) != theme || theme.Title == "" {
			t.Errorf("theme %q is not found", theme.Name)
		}
	}
}

// Light and dark squares differ in lightness (CIE L*) by at least 15. On terminals with few
// colours, some themes cannot meet this limit:
//   - In the 256-colour palette, 13 is enough for themes with a dark page. Their squares must
//     have 3:1 contrast with black and with the lightest red, #ffd7ff. Two colours with this
//     contrast differ by 15 only if one of them is #8700d7, #0087d7, #af5fd7 or #ff005f.
//   - With sixteen colours, 9 is enough for the light theme, whose squares are white and light
//     grey. On any other pair of light colours, four dark armies would not be legible.
func TestSquaresDifferInLightness(t *testing.T) {
	for _, theme := range coloured() {
		for depth, limit := range map[string]float64{"any colour": 15, "256": 15, "16": 15} {
			switch {
			case depth == "256" && theme.Page == 0:
				limit = 13
			case depth == "16" && theme.Name == "light":
				limit = 9
			}
			light, _, _ := depths[depth](theme, theme.Board.Light).Lab()
			dark, _, _ := depths[depth](theme, theme.Board.Dark).Lab()
			if d := 100 * math.Abs(light-dark); d < limit {
				t.Errorf("%s, %s: the lightness of squares differs by %.1f, less than %.0f", theme.Name, depth, d, limit)
			}
		}
	}
}

// On terminals with sixteen colours, too, pieces must be legible on unmarked squares. The
// minimum contrast is just below 3, because magenta on xterm's blue has 2.997.
func TestPiecesAreLegibleInSixteenColours(t *testing.T) {
	for _, theme := range coloured() {
		var plain least
		for _, ground := range []assets.Shade{theme.Board.Light, theme.Board.Dark} {
			armiesOf(theme, func(a, b assets.Shade, _ string) {
				for _, army := range []assets.Shade{a, b} {
					plain.take(ratio(depths["16"](theme, army), depths["16"](theme, ground)), fmt.Sprintf("%d on %d", army, ground))
				}
			})
		}
		plain.check(t, theme.Name+", pieces on squares, 16", 2.99)
	}
}
