package board_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
	"github.com/mattn/go-runewidth"
	"github.com/rivo/uniseg"

	"quadrille/assets"
	"quadrille/internal/draw"
	"quadrille/internal/draw/board"
	"quadrille/rules"
	"quadrille/rules/variants"
)

var update = flag.Bool("update", false, "rewrite the golden boards")

type scene struct {
	position string
	lifted   string
	marks    map[board.Mark]string
}

// scenes contains positions whose drawings show every [board.Mark], and every character
// that stands for the state of a piece.
var scenes = map[string]scene{
	"chess4": {
		position: `variant chess4
option method=2
turn white
white K n7
white Q k7
white R n4
white B k9
white N l6
white P l11 m5 m6 h7
silver K g1
silver Q h1
silver N k3
silver B e4
silver R f1
silver P f2 g2 h3
black K a8
black Q d5
black P b8 b9 c7
black R a4
gold Q g13
gold R f14
gold N h12
gold P k11 g12 i13
control gold silver
passed k12 k11 white silver black
`,
		lifted: "l11",
		marks:  map[board.Mark]string{board.Last: "k13 k11", board.Cursor: "b9", board.Premove: "m5 k5"},
	},
	"verney": {
		position: `variant verney
turn yellow
yellow K h1
yellow Q e5
yellow R k1
yellow B f1
yellow N g3
yellow P d2 e2 h9 g10
red K a8
red Q b7
red P b5 c6
red R a4
white K g14
white Q f14
white P g13 h12
white N i12
black K n7
black R n11
black B l6
black P m6 l9
frozen red
reversed h9 g10
`,
		lifted: "e5",
		marks:  map[board.Mark]string{board.Last: "l7 l6", board.Cursor: "h8", board.Premove: "m6 k6", board.Mated: "a8"},
	},
	"quadrochess": {
		position: `variant quadrochess
turn black-b
white K d1
white K m1
white Q h2
white R a1
white N c3
white B i4
white P a2 b2 e4 k2 l3 p2
black K d9
black K m9
black R h9
black Q f8
black N k7
black B i6
black P a8 b8 e6 k8 l6 p8
barred f8
`,
		lifted: "i6",
		marks:  map[board.Mark]string{board.Last: "e9 f8", board.Cursor: "l3", board.Premove: "a2 a3"},
	},
	"forchess": {
		position: `variant forchess
option cutthroat=on
turn southwest
southwest K a1
southwest Q b2
southwest R a3
southwest N c3
southwest P d4 c2
northeast K h8
northeast Q g7
northeast R e8
northeast P e5 f6
southeast K h1
southeast B f2
southeast N g3
southeast P e4 g4
northwest N c5
northwest R a8
northwest P b6
static northwest
`,
		lifted: "d4",
		marks:  map[board.Mark]string{board.Last: "f4 e4", board.Cursor: "d5", board.Premove: "g3 f5"},
	},
}

func (s scene) view(t testing.TB, size board.Size, theme *assets.Theme, turned int) *board.View {
	t.Helper()
	game, _, err := rules.ParsePosition(strings.NewReader(oneEach(s.position)), variants.New, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	v := &board.View{Variant: game.Variant, Position: &game.Position, Size: size, Theme: theme, Turned: turned}
	square := func(name string) rules.Square {
		sq, ok := v.Facts().Geometry.Square(name)
		if !ok {
			t.Fatalf("%s is not a square", name)
		}
		return sq
	}
	for mark, names := range s.marks {
		for _, name := range strings.Fields(names) {
			v.Marks[square(name)] |= mark
		}
	}
	for seat := range rules.Seat(rules.SeatCount) {
		if v.Variant.InCheck(v.Position).Has(seat) {
			v.Marks[v.Position.King[seat]] |= board.Check
		}
	}
	v.Lift(square(s.lifted), v.Variant.Legal(v.Position, nil))
	return v
}

// oneEach splits a line such as "white P m5 m6" into one line per piece.
func oneEach(position string) string {
	var b strings.Builder
	for line := range strings.Lines(position) {
		words := strings.Fields(line)
		if len(words) < 4 || len(words[1]) != 1 {
			b.WriteString(line)
			continue
		}
		for _, square := range words[2:] {
			fmt.Fprintln(&b, words[0], words[1], square)
		}
	}
	return b.String()
}

// dump returns a grid as text: its characters, then a letter for the style of each cell,
// then what each letter means.
func dump(g *draw.Grid) string {
	var text, looks, legend strings.Builder
	letters := map[draw.Style]string{}
	for y := range g.Height {
		row := g.Row(y)
		for x, n := 0, 0; x < len(row); x += n {
			text.WriteString(row[x].Text)
			for n = 1; x+n < len(row) && row[x+n].Style == row[x].Style; n++ {
				text.WriteString(row[x+n].Text)
			}
			letter, known := letters[row[x].Style]
			if !known {
				letter = string(rune('a'+len(letters)%26)) + strings.Repeat("'", len(letters)/26)
				letters[row[x].Style] = letter
				fmt.Fprintf(&legend, "%s = %s\n", letter, lookOf(row[x].Style))
			}
			fmt.Fprintf(&looks, "%d%s", n, letter)
		}
		text.WriteString("|\n")
		looks.WriteString("\n")
	}
	return text.String() + looks.String() + legend.String()
}

func lookOf(s draw.Style) string {
	text := strconv.Itoa(int(s.Fg)) + " on " + strconv.Itoa(int(s.Bg))
	for i, name := range []string{", bold", ", underlined", ", reversed"} {
		if s.Attr>>i&1 == 1 {
			text += name
		}
	}
	return text
}

func golden(t *testing.T, game, got string) {
	t.Helper()
	path := filepath.Join("testdata", game+".txt")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got), update it with -update:\n%s", game, diff)
	}
}

// every calls f with boards of each game in different sizes, piece sets, orientations and
// themes.
func every(t *testing.T, f func(game, what string, v *board.View)) {
	for _, game := range games() {
		s := scenes[game]
		for _, size := range board.Sizes {
			v := s.view(t, size, assets.Themes[0], 0)
			if v.Width() <= 200 && v.Height() <= 60 {
				f(game, fmt.Sprintf("%dx%d", size.W, size.H), v)
			}
		}
		for _, size := range board.Sizes[1:3] {
			v := s.view(t, size, assets.Themes[0], 0)
			v.Pieces = assets.SetNamed("fine")
			f(game, fmt.Sprintf("%dx%d, sextants", size.W, size.H), v)
		}
		for seat := range rules.Seat(rules.SeatCount) {
			facts := s.view(t, board.Sizes[0], assets.Themes[0], 0).Facts()
			f(game, facts.Seats[seat], s.view(t, board.Sizes[0], assets.Themes[0], board.Toward(facts.Home[seat])))
		}
		for _, theme := range assets.Themes[1:] {
			f(game, theme.Name, s.view(t, board.Sizes[0], theme, 0))
		}
	}
}

func TestGoldenBoards(t *testing.T) {
	boards := map[string]string{}
	every(t, func(game, what string, v *board.View) {
		boards[game] += "=== " + what + "\n" + dump(drawn(v)) + "\n"
	})
	for game, all := range boards {
		golden(t, game, all)
	}
}

func TestScenesHaveEverySign(t *testing.T) {
	all, texts := board.Mark(0), ""
	every(t, func(_, _ string, v *board.View) {
		for _, m := range v.Marks {
			all |= m
		}
		g := drawn(v)
		for y := range g.Height {
			texts += line(g, y)
		}
	})
	for mark := board.Cursor; mark <= board.Step; mark <<= 1 {
		if all&mark == 0 {
			t.Errorf("no square has mark %b", mark)
		}
	}
	for _, sign := range strings.Split("^ x X % # ! : ~ o * - = < [ ] │ ▌ ▐ █ ▄ ♙ ♞ ♝ ♜ ♛ ♚", " ") {
		if !strings.Contains(texts, sign) {
			t.Errorf("no scene shows %q", sign)
		}
	}
}

// TestDrawnCellsAreOneCellWide checks that every character on the boards is one cell wide,
// whichever method a terminal uses to measure text.
func TestDrawnCellsAreOneCellWide(t *testing.T) {
	every(t, func(game, what string, v *board.View) {
		for _, set := range append(assets.Sets, nil) {
			v.Pieces = set
			g := drawn(v)
			for y := range g.Height {
				text := line(g, y)
				if ansi.StringWidth(text) != g.Width || runewidth.StringWidth(text) != g.Width || uniseg.StringWidth(text) != g.Width {
					t.Fatalf("%s, %s: a line is not %d wide: %q", game, what, g.Width, text)
				}
				if strings.ContainsAny(text, "\u265f\ufe0e\ufe0f") {
					t.Fatalf("%s, %s: %q", game, what, text)
				}
			}
		}
	})
}
