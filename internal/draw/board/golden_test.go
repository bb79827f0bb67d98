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
// that stands for the state of a piece. Each game has one in its folder, as position text with two
// more kinds of lines: "mark last k13 k11" and "lift l11".
var scenes = func() map[string]scene {
	all := map[string]scene{}
	for _, def := range variants.All() {
		all[def.Name] = readScene(filepath.Join("../../../rules", def.Name, "testdata/board.txt"))
	}
	return all
}()

var markNames = map[string]board.Mark{"last": board.Last, "cursor": board.Cursor, "premove": board.Premove, "mated": board.Mated}

func readScene(file string) scene {
	text, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	s := scene{marks: map[board.Mark]string{}}
	for line := range strings.Lines(string(text)) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch word {
		case "mark":
			name, squares, _ := strings.Cut(rest, " ")
			s.marks[markNames[name]] = squares
		case "lift":
			s.lifted = rest
		default:
			s.position += line
		}
	}
	return s
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
			for _, set := range []string{"drawn", "chessmen"} {
				v.Pieces = assets.SetNamed(set)
				f(game, fmt.Sprintf("%dx%d, %s", size.W, size.H, set), v)
			}
		}
		for seat := range rules.Seat(rules.SeatCount) {
			facts := s.view(t, board.Sizes[0], assets.Themes[0], 0).Facts()
			f(game, facts.Seats[seat], s.view(t, board.Sizes[0], assets.Themes[0], board.Toward(facts.Home[seat])))
		}
		for _, theme := range assets.Themes[1:] {
			f(game, theme.Name, s.view(t, board.Sizes[0], theme, 0))
		}
		f(game, "5x2, sixteen colours", s.view(t, board.Sizes[1], assets.Themes[0].InSixteen(false), 0))
		f(game, "6x3, mono", s.view(t, board.Sizes[3], assets.Colourless, 0))
		f(game, "8x4, light", s.view(t, board.Sizes[4], assets.Themes[1], 0))
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
