package board_test

import (
	"image/color"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"quadrille/assets"
	"quadrille/internal/tui/board"
	"quadrille/rules"
	"quadrille/rules/variants"
)

func newView(t testing.TB, turned int, size board.Size) *board.View {
	t.Helper()
	v, err := variants.New("chess4", nil)
	if err != nil {
		t.Fatal(err)
	}
	p := v.Start()
	return &board.View{
		Facts: v.Facts(), Position: &p, Turned: turned, Size: size,
		Look: board.LookFor(size), Theme: assets.Themes[0],
	}
}

func draw(v *board.View) *board.Grid {
	g := board.NewGrid(v.Width(), v.Height(), board.Style{})
	v.Draw(g, 0, 0)
	return g
}

func line(g *board.Grid, y int) string {
	var b strings.Builder
	for _, c := range g.Row(y) {
		b.WriteString(c.Text)
	}
	return b.String()
}

func TestEverySeatHasItsArmyAtTheBottom(t *testing.T) {
	kingColumn := map[string]int{"white": 6, "silver": 6, "black": 6, "gold": 6} // C2: each king left of its queen
	for seat := range rules.Seat(rules.SeatCount) {
		v := newView(t, 0, board.Sizes[0])
		v.Turned = board.Toward(v.Facts.Home[seat])
		bottom := line(draw(v), v.Height()-1)
		sign := board.Sign(v.Facts, rules.Army(seat))
		if strings.Count(bottom, sign) != 8 {
			t.Errorf("%s: bottom line %q has not his 8 men", v.Facts.Seats[seat], bottom)
		}
		if x := strings.Index(bottom, "K") - 4; x != 3*kingColumn[v.Facts.Seats[seat]] {
			t.Errorf("%s: king in cell %d of %q", v.Facts.Seats[seat], x, bottom)
		}
	}
}

func TestNamesFollowTheTurn(t *testing.T) {
	for turned, want := range []string{"1  2  3", "N  M  L", "14 13 12", "A  B  C"} {
		if top := line(draw(newView(t, turned, board.Sizes[0])), 0); !strings.Contains(top, want) {
			t.Errorf("turned %d: %q lacks %q", turned, top, want)
		}
	}
	if left := line(draw(newView(t, 0, board.Sizes[0])), 1); !strings.HasPrefix(left, " A ") {
		t.Errorf("first rank %q is not called A", left)
	}
}

func TestACellBelongsToTheSquareThatWasDrawnThere(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		v := newView(t, rapid.IntRange(0, 3).Draw(r, "turned"), rapid.SampledFrom(board.Sizes).Draw(r, "size"))
		sq := rapid.SampledFrom(v.Facts.Geometry.Squares).Draw(r, "square")
		x, y := v.Corner(sq)
		x += rapid.IntRange(0, v.Size.W-1).Draw(r, "dx")
		y += rapid.IntRange(0, v.Size.H-1).Draw(r, "dy")
		if got, ok := v.SquareAt(x, y); !ok || got != sq {
			r.Fatalf("cell %d,%d of %s belongs to %s", x, y, v.Facts.Geometry.Name(sq), v.Facts.Geometry.Name(got))
		}
	})
}

func TestNoSquareWhereNoneWasDrawn(t *testing.T) {
	v := newView(t, 0, board.Sizes[0])
	for _, at := range [][2]int{{0, 0}, {2, 5}, {3, 1}, {44, 1}, {45, 7}, {3, 15}, {-1, -1}} {
		if sq, ok := v.SquareAt(at[0], at[1]); ok {
			t.Errorf("cell %v belongs to %s", at, v.Facts.Geometry.Name(sq))
		}
	}
}

func TestSizesFit(t *testing.T) {
	for _, c := range []struct{ w, h, size int }{{46, 16, 0}, {75, 35, 1}, {100, 45, 2}, {120, 58, 3}} {
		if s, ok := newView(t, 0, board.Size{}).Fit(c.w, c.h); !ok || s != board.Sizes[c.size] {
			t.Errorf("room %d x %d: squares of %v", c.w, c.h, s)
		}
	}
	if _, ok := newView(t, 0, board.Size{}).Fit(44, 14); ok {
		t.Error("a board fits where it cannot")
	}
}

func TestMarksAreSeenWithoutColour(t *testing.T) {
	for _, c := range []struct {
		name, square string
		mark         board.Mark
		want         string
	}{
		{"cursor", "n7", board.Cursor, "[K]"},
		{"lifted", "m7", board.Lifted, "wP^"},
		{"lifted under the cursor", "m7", board.Lifted | board.Cursor, "[P^"},
		{"may go here", "k7", board.Target, " o "},
		{"may take here", "b7", board.Target, "bPx"},
		{"last move", "l7", board.Last, "  ~"},
		{"check", "a8", board.Check | board.Last, "bK!"},
		{"mated", "a8", board.Check | board.Mated, "bK#"},
	} {
		v := newView(t, 0, board.Sizes[0])
		sq, _ := v.Facts.Geometry.Square(c.square)
		v.Marks[sq] = c.mark
		x, y := v.Corner(sq)
		g := draw(v)
		if got := g.At(x, y).Text + g.At(x+1, y).Text + g.At(x+2, y).Text; got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestMenOfASeatThatIsOutAreSmall(t *testing.T) {
	v := newView(t, 0, board.Sizes[0])
	v.Position.State[2] = rules.Out
	if top := line(draw(v), 1); !strings.Contains(top, "br bn bb bq bk") {
		t.Errorf("black is out, and his row is %q", top)
	}
}

func TestEverySquareHasTheSameSizeInEveryLook(t *testing.T) {
	for _, size := range board.Sizes {
		for look := range board.LookCount {
			for turned := range 4 {
				v := newView(t, turned, size)
				v.Look = look
				g := draw(v)
				for y := range g.Height {
					for x, c := range g.Row(y) {
						if board.TextWidth(c.Text) != 1 || strings.Contains(c.Text, "\u265f") {
							t.Fatalf("size %v look %d: cell %d,%d is %q", size, look, x, y, c.Text)
						}
					}
				}
			}
		}
	}
}

func TestTheCursorStepsOverCornersAndStopsAtTheEdge(t *testing.T) {
	v := newView(t, 0, board.Sizes[0])
	at := func(name string) rules.Square { sq, _ := v.Facts.Geometry.Square(name); return sq }
	for _, c := range []struct {
		from        string
		right, down int
		want        string
	}{{"m7", 0, -1, "l7"}, {"n11", 1, 0, "n11"}, {"d1", 0, -1, "d1"}, {"d1", 0, 1, "e1"}, {"a4", -1, 0, "a4"}} {
		if got := v.Step(at(c.from), c.right, c.down); got != at(c.want) {
			t.Errorf("from %s by %d,%d to %s, want %s", c.from, c.right, c.down, v.Facts.Geometry.Name(got), c.want)
		}
	}
}

// Armies must differ when a terminal knows 256 colours, and against both shades
// of the board.
func TestThemesTellArmiesApart(t *testing.T) {
	v := newView(t, 0, board.Sizes[0])
	for _, theme := range assets.Themes {
		seen := map[assets.Shade]string{}
		for i, word := range v.Facts.Armies {
			shade := theme.Army(word, i)
			if other, taken := seen[shade]; taken || shade == theme.Light || shade == theme.Dark {
				t.Errorf("theme %s: %s is not told from %s or the board", theme.Name, word, other)
			}
			seen[shade] = word
		}
	}
}

func TestTextKeepsItsBox(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"plain", "plain     "},
		{"much too long for it", "much too …"},
		{"a\x1b[31mb", "a?[31mb   "},
		{"tab\there", "tab?here  "},
		{"a\u202eb", "a?b       "},
		{"北京", "北京      "},
		{"é\u0301\u0301\u0301\u0301", "?         "},
		{"\U0001F468\u200d\U0001F469", "?         "},
	} {
		g := board.NewGrid(12, 1, board.Style{})
		g.Text(0, 0, 10, c.text, board.Style{})
		if got := line(g, 0); !strings.HasPrefix(got, c.want[:len(strings.TrimRight(c.want, " "))]) || g.At(10, 0).Text != " " {
			t.Errorf("%q is drawn as %q", c.text, got)
		}
	}
}

// Sixteen colours are enough to tell the armies apart and from the squares that
// they stand on.
func TestSixteenColoursTellArmiesApart(t *testing.T) {
	v := newView(t, 0, board.Sizes[0])
	sixteen := func(s assets.Shade) color.Color { return colorprofile.ANSI.Convert(ansi.IndexedColor(s)) }
	for _, theme := range assets.Themes {
		seen := map[color.Color]string{}
		for i, word := range v.Facts.Armies {
			shade := sixteen(theme.Army(word, i))
			if other, taken := seen[shade]; taken || shade == sixteen(theme.Light) || shade == sixteen(theme.Dark) {
				t.Errorf("theme %s: %s is not told from %s or the board", theme.Name, word, other)
			}
			seen[shade] = word
		}
	}
}
