package assets_test

import (
	"fmt"
	"image/color"
	"maps"
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
// The colours of two armies must be at least 20 apart, and so must those of an army and of pieces
// that no seat moves; 10 for people with colour vision deficiency. In terminals with only sixteen
// colours, 6 is enough for them, because every piece also shows the sign of its army. The
// backgrounds of squares must be at least 9 apart, or 6 for people with colour vision deficiency.
const (
	armiesApart       = 20
	armiesApartToFew  = 10
	armiesApartIn16   = 6
	groundsApart      = 9
	groundsApartToFew = 6
)

// The minimum contrast of a piece, or of its outline, with its square. WCAG 2.2 requires 3:1 for
// graphics (1.4.11) and 4.5:1 for text (1.4.3). On unmarked squares the high-contrast theme meets
// the requirement for text. Marked squares may have less contrast, because the background shows the
// mark. Pieces that no seat moves are dimmed on purpose, and hollow.
const (
	pieceOnSquare         = 3.0
	pieceOnMark           = 2.6
	pieceOnSquareContrast = 4.5
	pieceOnMarkContrast   = 3.4
	dimmed                = 1.5
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

// vga lists the sixteen default colours of the Linux console.
var vga = [16]string{
	"#000000", "#aa0000", "#00aa00", "#aa5500", "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa",
	"#555555", "#ff5555", "#55ff55", "#ffff55", "#5555ff", "#ff55ff", "#55ffff", "#ffffff",
}

// basic returns the colour in which a terminal with the given sixteen colours shows a shade.
func basic(colours *[16]string, t *assets.Theme, s assets.Shade) colorful.Color {
	c, err := colorful.Hex(colours[t.Tones[s].Basic])
	if err != nil {
		panic(err)
	}
	return c
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
	"16": func(t *assets.Theme, s assets.Shade) colorful.Color { return basic(&xterm, t, s) },
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

// face is a board as a theme draws it: with flat pieces, or with outlined pieces on large squares.
type face struct {
	name    string
	theme   *assets.Theme
	board   *assets.Board
	outline assets.Shade // 0 for flat pieces
	army    func(word string, number int) assets.Shade
}

// faces returns the boards of a theme.
func faces(theme *assets.Theme) []face {
	list := []face{{theme.Name, theme, &theme.Board, 0, theme.Army}}
	if theme.Large != nil {
		list = append(list, face{theme.Name + ", outlined", theme, theme.OutlinedBoard(), theme.Large.Outline, theme.OutlinedArmy})
	}
	return list
}

// allFaces returns the boards of all themes that have colours.
func allFaces() (list []face) {
	for _, theme := range coloured() {
		list = append(list, faces(theme)...)
	}
	return list
}

// pairs calls f with the colours of each pair of armies that occur in the same game.
func (f *face) pairs(call func(a, b assets.Shade, names string)) {
	for _, def := range variants.All() {
		v, err := variants.New(def.Name, nil)
		if err != nil {
			panic(err)
		}
		words := v.Facts().Armies
		for i := range words {
			for j := range i {
				call(f.army(words[i], i), f.army(words[j], j), words[j]+" and "+words[i])
			}
		}
	}
}

// each calls f with the colour of each army.
func (f *face) each(call func(a assets.Shade)) {
	f.pairs(func(a, b assets.Shade, _ string) {
		call(a)
		call(b)
	})
}

// contrast returns the contrast of a piece with its square, or of its outline with both.
func (f *face) contrast(colour func(*assets.Theme, assets.Shade) colorful.Color, army, ground assets.Shade) float64 {
	body, square := colour(f.theme, army), colour(f.theme, ground)
	plain := ratio(body, square)
	if f.outline == 0 {
		return plain
	}
	line := colour(f.theme, f.outline)
	return max(plain, min(ratio(body, line), ratio(line, square)))
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
	for _, face := range allFaces() {
		for depth, colour := range depths {
			if depth == "16" && face.outline != 0 {
				continue // pieces have no outline there
			}
			var normal, few least
			face.pairs(func(a, b assets.Shade, names string) {
				for eye := range eyes {
					d := apart(colour(face.theme, a), colour(face.theme, b), eye)
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
			normal.check(t, face.name+", armies, "+depth, armiesApart)
			few.check(t, face.name+", armies with colour vision deficiency, "+depth, limit)
		}
	}
}

// Pieces that no seat moves have a colour that is far from those of all armies.
func TestDeadArmyDiffersFromLivingArmies(t *testing.T) {
	for _, face := range allFaces() {
		for depth, colour := range depths {
			if depth == "16" && face.outline != 0 {
				continue
			}
			var all least
			face.each(func(army assets.Shade) {
				all.take(apart(colour(face.theme, face.board.Static), colour(face.theme, army), "normal"), fmt.Sprint(army))
			})
			all.check(t, face.name+", dead and living armies, "+depth, armiesApart)
		}
	}
}

// Terminal multiplexers convert true colours to the 256-colour palette, and armies must stay
// distinguishable. A conversion to sixteen colours would give yellow and red armies the same
// colour, so each theme also defines its colours for sixteen-colour terminals.
func TestArmiesSurviveConversion(t *testing.T) {
	for _, face := range allFaces() {
		var all least
		converted := func(s assets.Shade) colorful.Color {
			c := face.theme.Tones[s].True
			mixed, _ := colorful.MakeColor(colorprofile.ANSI256.Convert(color.RGBA{c.R, c.G, c.B, 0xFF}))
			return mixed
		}
		face.pairs(func(a, b assets.Shade, names string) {
			all.take(apart(converted(a), converted(b), "normal"), names)
		})
		all.check(t, face.name+", any colour to 256", convertedApart)
	}
}

// convertedApart is the minimum distance of two armies after a conversion of colours.
const convertedApart = 15

func TestGroundsAreDistinguishable(t *testing.T) {
	for _, face := range allFaces() {
		for _, depth := range []string{"any colour", "256"} {
			var normal, few least
			grounds := face.board.Grounds()
			for i := range grounds {
				for j := range i {
					for eye := range eyes {
						d := apart(depths[depth](face.theme, grounds[i]), depths[depth](face.theme, grounds[j]), eye)
						names := fmt.Sprintf("%d and %d, %s", grounds[j], grounds[i], eye)
						if eye == "normal" {
							normal.take(d, names)
						} else {
							few.take(d, names)
						}
					}
				}
			}
			normal.check(t, face.name+", grounds, "+depth, groundsApart)
			few.check(t, face.name+", grounds with colour vision deficiency, "+depth, groundsApartToFew)
		}
	}
}

func TestPiecesContrastWithTheirSquares(t *testing.T) {
	for _, face := range allFaces() {
		square, mark := pieceOnSquare, pieceOnMark
		if face.theme.Name == "contrast" {
			square, mark = pieceOnSquareContrast, pieceOnMarkContrast
		}
		for _, depth := range []string{"any colour", "256"} {
			colour := depths[depth]
			var plain, marked, idle least
			for i, ground := range face.board.Grounds() {
				on := &plain
				if i > 1 {
					on = &marked
				}
				face.each(func(army assets.Shade) {
					on.take(face.contrast(colour, army, ground), fmt.Sprintf("%d on %d", army, ground))
				})
				for _, ink := range face.board.Inks() {
					d := ratio(colour(face.theme, ink), colour(face.theme, ground))
					if ink == face.board.Static {
						if i < 2 {
							idle.take(d, fmt.Sprintf("%d on %d", ink, ground))
						}
						continue
					}
					on.take(d, fmt.Sprintf("sign %d on %d", ink, ground))
				}
			}
			plain.check(t, face.name+", pieces on squares, "+depth, square)
			marked.check(t, face.name+", pieces on marked squares, "+depth, mark)
			idle.check(t, face.name+", pieces that no seat moves, "+depth, dimmed)
		}
	}
}

func TestStepAndCaptureAreDistinguishable(t *testing.T) {
	for _, face := range allFaces() {
		for _, depth := range []string{"any colour", "256"} {
			var few least
			for eye := range eyes {
				few.take(apart(depths[depth](face.theme, face.board.Step), depths[depth](face.theme, face.board.Take), eye), eye)
			}
			few.check(t, face.name+", step and take, "+depth, groundsApartToFew)
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
		if large := theme.Large; large != nil {
			used = append(used, large.Outline)
			used = slices.Concat(used, slices.Collect(maps.Values(large.Armies)))
			used = slices.Concat(used, theme.OutlinedBoard().Grounds(), theme.OutlinedBoard().Inks())
		}
		if sixteen := theme.Sixteen; sixteen != nil {
			used = append(used, sixteen.Texture)
			used = slices.Concat(used, slices.Collect(maps.Values(sixteen.Plates)))
		}
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

// Light and dark squares differ. All four armies must have a contrast of 3:1 with both, which leaves
// little room where pieces are flat: there the squares also differ in hue. On terminals with sixteen
// colours, a texture distinguishes dark squares.
func TestSquaresDiffer(t *testing.T) {
	for _, face := range allFaces() {
		for depth := range depths {
			if depth == "16" && face.outline != 0 {
				continue
			}
			light, dark := depths[depth](face.theme, face.board.Light), depths[depth](face.theme, face.board.Dark)
			d := apart(light, dark, "normal")
			if t.Logf("%s, %s: squares are %.1f apart", face.name, depth, d); depth == "16" && face.theme.Sixteen != nil {
				if d != 0 || face.theme.InSixteen(false).Textured == false {
					t.Errorf("%s: in sixteen colours, the squares have no texture", face.name)
				}
			} else if d < groundsApart {
				t.Errorf("%s, %s: squares are only %.1f apart", face.name, depth, d)
			}
		}
	}
}

// On terminals with sixteen colours, too, pieces must be legible on unmarked squares. The
// minimum contrast is just below 3, because magenta on xterm's blue has 2.997. Pieces of an army
// that the squares hide have a background of their own. On the Linux console, all backgrounds are dim.
func TestPiecesAreLegibleInSixteenColours(t *testing.T) {
	for _, of := range coloured() {
		for _, console := range []bool{false, true} {
			theme := of.InSixteen(console)
			face, colours := faces(theme)[0], &xterm
			if console {
				colours = &vga
			}
			var plain least
			for _, ground := range []assets.Shade{theme.Board.Light, theme.Board.Dark} {
				if console && theme.Tones[ground].Basic >= 8 {
					t.Errorf("%s: the Linux console has no background %d", theme.Name, theme.Tones[ground].Basic)
				}
				face.each(func(army assets.Shade) {
					under := ground
					if theme.Textured {
						for name, plate := range theme.Sixteen.Plates {
							if theme.Army(name, 0) == army {
								under = plate
							}
						}
					}
					plain.take(ratio(basic(colours, theme, army), basic(colours, theme, under)), fmt.Sprintf("%d on %d", army, under))
				})
			}
			plain.check(t, fmt.Sprintf("%s, pieces on squares, 16, console %v", theme.Name, console), 2.99)
		}
	}
}

// TestThemeOfEarlierVersionDraws reads a theme as files of earlier versions have it: without colours
// for large squares and for sixteen-colour terminals, and with keys that no longer exist.
func TestThemeOfEarlierVersionDraws(t *testing.T) {
	const text = `{"name": "own", "title": "Own", "page": 0, "text": 0, "faint": 245, "rule": 240, "accent": 172, "alarm": 167,
		"good": 71, "bar": 0, "board": {"light": 244, "dark": 59, "last": 94, "cursor": 27, "lifted": 128, "check": 161, "premove": 97,
		"sign": 229, "step": 195, "take": 229, "frozen": 194, "static": 252, "barred": 229}, "armies": {"white": 231},
		"outlined": {"white": "#fffbe8"}, "spare": [231, 157, 16, 226], "tones": {"231": ["#ffffff", 15], "244": ["#7f7f7f", 12]}}`
	theme, err := assets.ParseTheme([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if theme.OutlinedBoard() != &theme.Board || theme.OutlinedArmy("white", 0) != 231 || theme.Army("gold", 3) != 226 {
		t.Errorf("%+v", theme)
	}
	if theme.InSixteen(false).Textured || theme.InSixteen(true).Tones[244].Basic != 5 {
		t.Error("wrong colours for terminals with sixteen colours")
	}
}
