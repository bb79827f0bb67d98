package board_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"quadrille/assets"
	"quadrille/internal/draw"
	"quadrille/internal/draw/board"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// squareText returns the text of a square, drawn without colours.
func squareText(v *board.View, name string) string {
	sq, _ := v.Facts().Geometry.Square(name)
	x, y := v.Corner(sq)
	g := drawn(v)
	var b strings.Builder
	for dy := range v.Size.H {
		for dx := range v.Size.W {
			b.WriteString(g.At(x+dx, y+dy).Text)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// In a theme without colours, the text of a square shows how the square is marked, and which
// piece is on it.
func TestMonochromeDistinguishesEverything(t *testing.T) {
	if testing.Short() {
		t.SkipNow()
	}
	for _, size := range board.Sizes {
		for _, set := range append(assets.Sets, nil) {
			apart := func(what string, texts map[string]string) {
				t.Helper()
				seen := map[string]string{}
				for name, text := range texts {
					if other, taken := seen[text]; taken {
						t.Errorf("%v, %s: %s and %s are both %q", size, what, other, name, text)
					}
					seen[text] = name
				}
			}
			apart("marks of an empty square", markTexts(t, size, set, "h7", board.Step, board.Take))
			apart("marks of a piece", markTexts(t, size, set, "m7", board.Lifted, board.Take, board.Check, board.Mated, board.Victim))
			for _, mark := range []board.Mark{
				0, board.Take, board.Cursor, board.Cursor | board.Take, board.Check, board.Last,
				board.Premove,
			} {
				apart(fmt.Sprintf("pieces under mark %b", mark), pieceTexts(t, size, set, mark))
			}
			apart("states of a piece", stateTexts(t, size, set))
		}
	}
}

// markTexts draws a square once with each mark, and once with the cursor. It returns the text of
// each drawing, by the name of the mark.
func markTexts(t *testing.T, size board.Size, set *assets.Set, name string, marks ...board.Mark) map[string]string {
	texts := map[string]string{}
	v := newView(t, 0, size)
	v.Theme, v.Pieces = assets.Colourless, set
	sq, _ := v.Facts().Geometry.Square(name)
	for _, mark := range slices.Concat(marks, []board.Mark{0, board.Last, board.Premove}) {
		v.Marks[sq] = mark
		texts[fmt.Sprintf("%b", mark)] = squareText(v, name)
		if mark&(board.Step|board.Take|board.Lifted) != 0 || mark == 0 {
			v.Marks[sq] |= board.Cursor
			texts[fmt.Sprintf("%b under the cursor", mark)] = squareText(v, name)
		}
	}
	return texts
}

func pieceTexts(t *testing.T, size board.Size, set *assets.Set, mark board.Mark) map[string]string {
	texts := map[string]string{}
	v := newView(t, 0, size)
	v.Theme, v.Pieces = assets.Colourless, set
	sq, _ := v.Facts().Geometry.Square("h7")
	v.Marks[sq] = mark
	for army := range rules.Army(rules.SeatCount) {
		for kind := rules.Pawn; kind <= rules.King; kind++ {
			v.Position.Board[sq] = rules.NewPiece(kind, army)
			texts[v.Facts().PieceName(v.Position.Board[sq])] = squareText(v, "h7")
		}
	}
	return texts
}

func stateTexts(t *testing.T, size board.Size, set *assets.Set) map[string]string {
	texts := map[string]string{}
	for name, position := range map[string]string{
		"free":      "variant verney\nwhite K g14\nyellow K h1\nred K a8\nblack K n7\nred P e7",
		"frozen":    "variant verney\nwhite K g14\nyellow K h1\nred K a8\nblack K n7\nred P e7\nfrozen red",
		"reversed":  "variant verney\nwhite K g14\nyellow K h1\nred K a8\nblack K n7\nred P e7\nreversed e7",
		"static":    "variant chess4\nwhite K n7\nsilver K g1\nblack K a8\nsilver P e7\nstatic gold\nout gold -\ngold P e8",
		"conquered": "variant chess4\noption method=2\nwhite K n7\nsilver K g1\nblack K a8\ngold P e8\ncontrol gold silver",
		"barred":    "variant quadrochess\nwhite K d1\nwhite K m1\nblack K d9\nblack K m9\nblack P h7\nturn black-b\nbarred h7",
	} {
		game, _, err := rules.ParsePosition(strings.NewReader(position+"\n"), variants.New, "", nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		v := &board.View{Variant: game.Variant, Position: &game.Position, Size: size, Pieces: set, Theme: assets.Colourless}
		square := map[string]string{"static": "e8", "conquered": "e8", "barred": "h7"}[name]
		if square == "" {
			square = "e7"
		}
		sq, _ := v.Facts().Geometry.Square(square)
		sign := board.Sign(v.Facts(), v.Position.Board[sq].Army())
		texts[name] = strings.Replace(squareText(v, square), sign, "A", 1)
	}
	return texts
}

func TestSampleShowsEveryPiece(t *testing.T) {
	v := newView(t, 0, board.Sizes[0])
	want := map[string]string{
		"letters":  "wK wQ wR wB wN wP sK sQ sR sB sN sP bK bQ bR bB bN bP gK gQ gR gB gN gP ",
		"chessmen": "w♚ w♛ w♜ w♝ w♞ w♙ s♚ s♛ s♜ s♝ s♞ s♙ b♚ b♛ b♜ b♝ b♞ b♙ g♚ g♛ g♜ g♝ g♞ g♙ ",
	}
	want["drawn"], want["fine"] = want["chessmen"], want["chessmen"]
	for _, theme := range assets.Themes {
		for _, set := range assets.Sets {
			g := board.Sample(v.Facts(), theme, set, board.Size{})
			if got := line(g, 0); got != want[set.Name] || g.Height != 1 {
				t.Errorf("%s, %s: %q", theme.Name, set.Name, got)
			}
			if g := board.Sample(v.Facts(), theme, set, board.Sizes[3]); g.Width != 144 || g.Height != 3 {
				t.Errorf("%s, %s: %d x %d", theme.Name, set.Name, g.Width, g.Height)
			}
		}
	}
}

// Drawing allocates no memory, because many sessions draw many boards a second. The captions
// of zones are an exception.
func TestDrawAllocatesNothing(t *testing.T) {
	for _, game := range games() {
		for _, size := range board.Sizes {
			v := scenes[game].view(t, size, assets.Themes[0], 0)
			g := draw.NewGrid(200, 60, draw.Style{})
			limit := float64(9 * len(v.Facts().Zones) * 2)
			if n := testing.AllocsPerRun(10, func() { v.Draw(g, 0, 0) }); n > limit {
				t.Errorf("%s in squares of %v: %v allocations", game, size, n)
			}
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	for _, c := range []struct {
		game string
		size int
	}{{"chess4", 0}, {"chess4", 3}, {"quadrochess", 4}, {"forchess", 6}} {
		b.Run(fmt.Sprintf("%s-%dx%d", c.game, board.Sizes[c.size].W, board.Sizes[c.size].H), func(b *testing.B) {
			v := scenes[c.game].view(b, board.Sizes[c.size], assets.Themes[0], 0)
			g := draw.NewGrid(200, 60, draw.Style{})
			b.ReportAllocs()
			for b.Loop() {
				v.Draw(g, 0, 0)
			}
		})
	}
}
