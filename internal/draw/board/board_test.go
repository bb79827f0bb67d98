package board_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"quadrille/assets"
	"quadrille/internal/draw"
	"quadrille/internal/draw/board"
	"quadrille/rules"
	"quadrille/rules/variants"
)

func games() []string {
	var names []string
	for _, def := range variants.All() {
		names = append(names, def.Name)
	}
	return names
}

func newView(t testing.TB, turned int, size board.Size) *board.View {
	t.Helper()
	return viewOf(t, games()[0], turned, size)
}

func viewOf(t testing.TB, game string, turned int, size board.Size) *board.View {
	t.Helper()
	v, err := variants.New(game, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := v.Start()
	return &board.View{
		Variant: v, Position: &p, Turned: turned, Size: size,
		Theme: assets.Themes[0],
	}
}

func drawn(v *board.View) *draw.Grid {
	g := draw.NewGrid(v.Width(), v.Height(), draw.Style{})
	v.Draw(g, 0, 0)
	return g
}

func line(g *draw.Grid, y int) string {
	var b strings.Builder
	for _, c := range g.Row(y) {
		b.WriteString(c.Text)
	}
	return b.String()
}

func TestSeatHasItsArmyAtBottom(t *testing.T) {
	// in Chess4 every king starts to the left of its queen, as its player sees them
	kingColumn := map[string]int{"white": 6, "silver": 6, "black": 6, "gold": 6}
	for seat := range rules.Seat(rules.SeatCount) {
		v := newView(t, 0, board.Sizes[0])
		v.Turned = board.Toward(v.Facts().Home[seat])
		bottom := line(drawn(v), v.Height()-1)
		sign := board.Sign(v.Facts(), rules.Army(seat))
		if strings.Count(bottom, sign) != 8 {
			t.Errorf("%s: the bottom line %q does not contain its 8 pieces", v.Facts().Seats[seat], bottom)
		}
		if x := strings.Index(bottom, "K") - 4; x != 3*kingColumn[v.Facts().Seats[seat]] {
			t.Errorf("%s: king in cell %d of %q", v.Facts().Seats[seat], x, bottom)
		}
	}
}

// Every player sees their own king in the bottom row.
func TestSeatSeesBoardFromItsSide(t *testing.T) {
	for _, game := range games() {
		for seat := range rules.Seat(rules.SeatCount) {
			v := viewOf(t, game, 0, board.Sizes[0])
			f := v.Facts()
			v.Turned = board.Toward(f.Home[seat])
			x, y := v.Corner(v.Position.King[seat])
			_, lowest := v.Corner(v.Order()[len(v.Order())-1])
			if y != lowest {
				t.Errorf("%s, %s: the king is on line %d, the lowest is %d", game, f.Seats[seat], y, lowest)
			}
			if f.Home[seat]%2 == 1 && v.Position.King[seat] != v.Order()[len(v.Order())-f.Geometry.Width] {
				t.Errorf("%s, %s: the corner is not at the bottom left", game, f.Seats[seat])
			}
			if v.Width() < v.Height() {
				t.Errorf("%s, %s: the board is turned by a quarter", game, f.Seats[seat])
			}
			if zone := f.Zone(seat); zone != nil {
				left, _ := v.Corner(zone.Squares[0])
				right, _ := v.Corner(zone.Squares[len(zone.Squares)-1])
				if x < min(left, right) || x > max(left, right) {
					t.Errorf("%s, %s: the king is not in its zone", game, f.Seats[seat])
				}
			}
		}
	}
}

func TestZoneBorderIsDrawn(t *testing.T) {
	for _, size := range board.Sizes {
		for _, turned := range []int{0, 2} {
			v := viewOf(t, "quadrochess", turned, size)
			g := drawn(v)
			at := func(name string) (x, y int) { sq, _ := v.Facts().Geometry.Square(name); return v.Corner(sq) }
			h, _ := at("h5")
			i, top := at("i9")
			_, low := at("i1")
			if turned == 2 {
				h, i, top, low = i, h, low, top
			}
			if i != h+size.W+1 {
				t.Fatalf("size %v: no border between h in cell %d and i in cell %d", size, h, i)
			}
			for y := top; y < low+size.H; y++ {
				if got := g.At(i-1, y).Text; got != "│" {
					t.Fatalf("size %v, line %d of the border: %q", size, y, got)
				}
				if sq, on := v.SquareAt(i-1, y); on {
					t.Fatalf("a cell of the border belongs to square %s", v.Facts().Geometry.Name(sq))
				}
			}
		}
	}
}

func TestZoneCaptionsNameSeats(t *testing.T) {
	v := viewOf(t, "quadrochess", 0, board.Sizes[0])
	for turned, want := range map[int][2][]string{
		0: {{"bA  Black A", "bB  Black B"}, {"wA  White A", "wB  White B"}},
		2: {{"wB  White B", "wA  White A"}, {"bB  Black B", "bA  Black A"}},
	} {
		v.Turned = turned
		g := drawn(v)
		for i, y := range []int{0, v.Height() - 1} {
			text := line(g, y)
			left, right := strings.Index(text, want[i][0]), strings.Index(text, want[i][1])
			if left < 0 || right < left || left > 27 || right < 27 {
				t.Errorf("turned %d: %q lacks %q", turned, text, want[i])
			}
		}
	}
}

func TestPieceStateHasSign(t *testing.T) {
	for _, c := range []struct {
		name, position, square, letters, figures string
	}{
		{"frozen", "variant verney\nyellow K h1\nred K a8\nwhite K g14\nblack K n7\nred P b5\nfrozen red", "b5", "rp*", "r♙*"},
		{"reversed", "variant verney\nyellow K h1\nred K a8\nwhite K g14\nblack K n7\nyellow P h9\nreversed h9", "h9", "yP<", "y♙<"},
		{
			"barred", "variant quadrochess\nwhite K d1\nwhite K m1\nblack K d9\nblack K m9\nblack R h9\nturn black-b\nbarred h9", "h9",
			"bR=", "b♜=",
		},
		{
			"conquered", "variant forchess\nsouthwest K a1\nnortheast K h8\nsoutheast K h1\nnorthwest N c5\ncontrol northwest southwest",
			"c5", "2N1", "2♞1",
		},
		{"nobody's", "variant forchess\noption cutthroat=on\nsouthwest K a1\nnortheast K h8\nsoutheast K h1\nnorthwest N c5\nstatic " +
			"northwest", "c5", "2n-", "2♞-"},
		{
			"gained", "variant chess4\noption method=2\nwhite K n7\nsilver K g1\nblack K a8\ngold Q g9\ncontrol gold silver", "g9", "gQs",
			"g♛s",
		},
	} {
		game, _, err := rules.ParsePosition(strings.NewReader(c.position+"\n"), variants.New, "", nil)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		v := &board.View{Variant: game.Variant, Position: &game.Position, Size: board.Sizes[0], Theme: assets.Themes[0]}
		sq, _ := v.Facts().Geometry.Square(c.square)
		v.Marks[sq] = board.Last // the character of the last-move mark must not replace the character of the piece's state
		x, y := v.Corner(sq)
		for set, want := range map[string]string{"letters": c.letters, "chessmen": c.figures} {
			v.Pieces = assets.SetNamed(set)
			g := drawn(v)
			got := g.At(x, y).Text + g.At(x+1, y).Text + g.At(x+2, y).Text
			if got != want {
				t.Errorf("%s: %q, want %q", c.name, got, want)
			}
		}
		v.Size, v.Pieces, v.Theme = board.Sizes[4], nil, assets.Colourless
		x, y = v.Corner(sq)
		g := drawn(v)
		if got := g.At(x, y+3).Text + g.At(x+7, y+3).Text; got[:1] != c.figures[:1] || got[1:] != c.figures[len(c.figures)-1:] {
			t.Errorf("%s: a drawn piece has the text %q", c.name, got)
		}
	}
}

func TestNamesFollowRotation(t *testing.T) {
	for turned, want := range []string{"1  2  3", "N  M  L", "14 13 12", "A  B  C"} {
		if top := line(drawn(newView(t, turned, board.Sizes[0])), 0); !strings.Contains(top, want) {
			t.Errorf("turned %d: %q lacks %q", turned, top, want)
		}
	}
	if left := line(drawn(newView(t, 0, board.Sizes[0])), 1); !strings.HasPrefix(left, " A ") {
		t.Errorf("the first row is %q", left)
	}
}

func TestSquareAtFindsDrawnSquare(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		v := viewOf(
			t,
			rapid.SampledFrom(games()).Draw(r, "game"),
			rapid.IntRange(0, 3).Draw(r, "turned"),
			rapid.SampledFrom(board.Sizes).Draw(r, "size"),
		)
		sq := rapid.SampledFrom(v.Facts().Geometry.Squares).Draw(r, "square")
		x, y := v.Corner(sq)
		x += rapid.IntRange(0, v.Size.W-1).Draw(r, "dx")
		y += rapid.IntRange(0, v.Size.H-1).Draw(r, "dy")
		if got, ok := v.SquareAt(x, y); !ok || got != sq {
			r.Fatalf("cell %d,%d of %s belongs to %s", x, y, v.Facts().Geometry.Name(sq), v.Facts().Geometry.Name(got))
		}
	})
}

func TestSquareAtOutsideBoard(t *testing.T) {
	v := newView(t, 0, board.Sizes[0])
	for _, at := range [][2]int{{0, 0}, {2, 5}, {3, 1}, {44, 1}, {45, 7}, {3, 15}, {-1, -1}} {
		if sq, ok := v.SquareAt(at[0], at[1]); ok {
			t.Errorf("cell %v belongs to %s", at, v.Facts().Geometry.Name(sq))
		}
	}
}

func TestFit(t *testing.T) {
	for _, c := range []struct{ w, h, size int }{{46, 16, 0}, {75, 35, 1}, {88, 35, 2}, {100, 45, 3}, {120, 58, 4}} {
		if s, ok := newView(t, 0, board.Size{}).Fit(c.w, c.h); !ok || s != board.Sizes[c.size] {
			t.Errorf("room %d x %d: squares of %v", c.w, c.h, s)
		}
	}
	if _, ok := newView(t, 0, board.Size{}).Fit(44, 14); ok {
		t.Error("a board fits into too little room")
	}
}

func TestMarksHaveSigns(t *testing.T) {
	for _, c := range []struct {
		name, square string
		mark         board.Mark
		want         string
	}{
		{"cursor", "n7", board.Cursor, "wK]"},
		{"cursor on an empty square", "k7", board.Cursor, "[.]"},
		{"lifted", "m7", board.Lifted, "wP^"},
		{"lifted under the cursor", "m7", board.Lifted | board.Cursor, "[P^"},
		{"may go here", "k7", board.Step, " o "},
		{"target, under the cursor", "k7", board.Step | board.Cursor, "[o]"},
		{"target of a capture", "b7", board.Take, "bPx"},
		{"target of a capture, under the cursor", "b7", board.Take | board.Cursor, "bPX"},
		{"target of a capture en passant", "k7", board.Take, " x "},
		{"pawn that would be captured en passant", "b7", board.Victim, "bP%"},
		{"a premove", "m7", board.Premove | board.Last, "wP:"},
		{"last move", "l7", board.Last, " :~"},
		{"check", "a8", board.Check | board.Last, "bK!"},
		{"mated", "a8", board.Check | board.Mated, "bK#"},
	} {
		v := newView(t, 0, board.Sizes[0])
		v.Theme = assets.Colourless
		sq, _ := v.Facts().Geometry.Square(c.square)
		v.Marks[sq] = c.mark
		x, y := v.Corner(sq)
		g := drawn(v)
		if got := g.At(x, y).Text + g.At(x+1, y).Text + g.At(x+2, y).Text; got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// In a theme with colours, marks are backgrounds, corners and signs. Both squares of the last move
// have its background at every size.
func TestMarksHaveColours(t *testing.T) {
	b := &assets.Themes[0].Board
	for _, size := range board.Sizes {
		for _, c := range []struct {
			name, square   string
			mark           board.Mark
			ground, corner assets.Shade // 0 for the square's own, and for none
			sign           string
		}{
			{"last move", "m7", board.Last, b.Last, 0, ""},
			{"origin of the last move", "l7", board.Last, b.Last, 0, ""},
			{"lifted", "m7", board.Lifted, b.Lifted, 0, ""},
			{"lifted, the last move", "m7", board.Lifted | board.Last, b.Lifted, 0, ""},
			{"check", "n7", board.Check | board.Last, b.Check, 0, "!"},
			{"mated", "n7", board.Check | board.Mated, b.Check, 0, "#"},
			{"best move", "m7", board.Best, b.Lifted, 0, "A"},
			{"cursor", "m7", board.Cursor, 0, b.Cursor, ""},
			{"capture", "b7", board.Take, 0, b.Take, ""},
			{"capture en passant", "b7", board.Victim, 0, b.Take, ""},
			{"premove", "l7", board.Premove, 0, b.Premove, ""},
			{"premove and cursor", "l7", board.Premove | board.Cursor, 0, b.Cursor, ""},
		} {
			v := newView(t, 0, size)
			sq, _ := v.Facts().Geometry.Square(c.square)
			x, y := v.Corner(sq)
			own := drawn(v).At(x, y).Style.Bg
			if c.ground == 0 {
				c.ground = own
			}
			v.Marks[sq] = c.mark
			g := drawn(v)
			for dy := range size.H {
				for dx := range size.W {
					if bg := g.At(x+dx, y+dy).Style.Bg; bg != c.ground && bg != v.Theme.OutlinedArmy("white", 0) {
						t.Errorf("%v, %s: cell %d,%d has the background %d, not %d", size, c.name, dx, dy, bg, c.ground)
					}
				}
			}
			corner := g.At(x+size.W-1, y)
			if c.corner != 0 && (corner.Text == " " || corner.Style.Fg != c.corner) || c.sign != "" && corner.Text != c.sign {
				t.Errorf("%v, %s: the upper right corner is %q in %d", size, c.name, corner.Text, corner.Style.Fg)
			}
		}
	}
}

// The squares of a dead army are hollow: the drawing of its pieces is the contour of that of living
// pieces, and darker than the board.
func TestDeadArmyIsHollow(t *testing.T) {
	for _, size := range board.Sizes[1:] {
		v := newView(t, 0, size)
		sq, _ := v.Facts().Geometry.Square("n4") // a rook
		x, y := v.Corner(sq)
		ink := func(g *draw.Grid) (cells, points int, shade assets.Shade) {
			for dy := range size.H {
				for dx := 1; dx < size.W-1; dx++ {
					c := g.At(x+dx, y+dy)
					if c.Text != " " && c.Style.Fg != assets.Themes[0].Large.Outline {
						cells, shade = cells+1, c.Style.Fg
					}
					if c.Text == "█" || c.Text == " " && c.Style.Bg == v.Theme.OutlinedArmy("white", 0) {
						points++
					}
				}
			}
			return cells, points, shade
		}
		_, living, _ := ink(drawn(v))
		v.Position.State[0] = rules.Eliminated
		cells, dead, shade := ink(drawn(v))
		if cells == 0 || dead >= living || shade != v.Theme.Board.Static {
			t.Errorf("%v: %d cells, %d full ones and before %d, in %d", size, cells, dead, living, shade)
		}
	}
}

// On a terminal with sixteen colours, dark squares have a texture, and armies that the squares would
// hide a background of their own.
func TestSixteenColoursHaveTextureAndPlates(t *testing.T) {
	for _, size := range board.Sizes {
		v := viewOf(t, "verney", 0, size)
		v.Theme = v.Theme.InSixteen(false)
		g := drawn(v)
		seen := map[bool]bool{}
		for _, sq := range v.Facts().Geometry.Squares {
			x, y := v.Corner(sq)
			piece := v.Position.Board[sq]
			if !piece.IsPiece() {
				seen[g.At(x, y).Text == "░"] = true
				continue
			}
			bg := g.At(x, y+size.H-1).Style.Bg
			if red := v.Facts().Armies[piece.Army()] == "red"; red != (bg == v.Theme.Sixteen.Plates["red"]) {
				t.Fatalf("%v: the sign of a piece has the background %d", size, bg)
			}
		}
		if len(seen) != 2 {
			t.Errorf("%v: squares do not differ", size)
		}
	}
}

func TestEliminatedPiecesAreLowerCase(t *testing.T) {
	v := newView(t, 0, board.Sizes[0])
	v.Position.State[2] = rules.Eliminated
	if top := line(drawn(v), 1); !strings.Contains(top, "br-bn-bb-bq-bk-") {
		t.Errorf("black is eliminated, but its row is %q", top)
	}
}

func TestSquareSizeIsConstant(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		game, size := rapid.SampledFrom(games()).Draw(r, "game"), rapid.SampledFrom(board.Sizes).Draw(r, "size")
		v := viewOf(t, game, rapid.IntRange(0, 3).Draw(r, "turned"), size)
		v.Pieces = rapid.SampledFrom(append(assets.Sets, nil)).Draw(r, "set")
		g := drawn(v)
		for y := range g.Height {
			for x, c := range g.Row(y) {
				if draw.TextWidth(c.Text) != 1 || strings.Contains(c.Text, "\u265f") {
					r.Fatalf("cell %d,%d is %q", x, y, c.Text)
				}
			}
		}
	})
}

// Turning the board does not change how a piece is drawn.
func TestPieceLooksSameFromEverySide(t *testing.T) {
	for _, game := range games() {
		ahead := viewOf(t, game, 0, board.Sizes[0])
		for turned := range 4 {
			v := viewOf(t, game, turned, board.Sizes[0])
			g, natural := drawn(v), drawn(ahead)
			for _, sq := range v.Facts().Geometry.Squares {
				x, y := v.Corner(sq)
				ax, ay := ahead.Corner(sq)
				if a, b := g.At(x+1, y), natural.At(ax+1, ay); a != b {
					t.Fatalf("%s turned %d: %s is %v, not %v", game, turned, v.Facts().Geometry.Name(sq), a, b)
				}
			}
		}
	}
}

// The cursor starts on one of the seat's own pieces, or near the seat's side if it has no
// pieces.
func TestCursorBeginsOnOwnPiece(t *testing.T) {
	for _, game := range games() {
		for seat := range rules.Seat(rules.SeatCount) {
			v := viewOf(t, game, 0, board.Sizes[0])
			f := v.Facts()
			v.Turned = board.Toward(f.Home[seat])
			sq := v.Begin(seat)
			if !v.Position.Board[sq].IsPiece() || v.Variant.Controller(v.Position, sq) != seat {
				t.Errorf("%s, %s: the cursor begins on %s", game, f.Seats[seat], f.Geometry.Name(sq))
			}
			v.Position.Board = rules.Position{}.Board
			if _, y := v.Corner(v.Begin(seat)); y < v.Height()/2 {
				t.Errorf("%s, %s: without pieces the cursor begins on line %d", game, f.Seats[seat], y)
			}
		}
	}
}

func TestCursorSkipsCornersAndStopsAtEdge(t *testing.T) {
	v := newView(t, 0, board.Sizes[0])
	at := func(name string) rules.Square { sq, _ := v.Facts().Geometry.Square(name); return sq }
	for _, c := range []struct {
		from        string
		right, down int
		want        string
	}{{"m7", 0, -1, "l7"}, {"n11", 1, 0, "n11"}, {"d1", 0, -1, "d1"}, {"d1", 0, 1, "e1"}, {"a4", -1, 0, "a4"}} {
		if got := v.Step(at(c.from), c.right, c.down); got != at(c.want) {
			t.Errorf("from %s by %d,%d to %s, want %s", c.from, c.right, c.down, v.Facts().Geometry.Name(got), c.want)
		}
	}
}

func TestTextStaysInItsBox(t *testing.T) {
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
		g := draw.NewGrid(12, 1, draw.Style{})
		g.Text(0, 0, 10, c.text, draw.Style{})
		if got := line(g, 0); !strings.HasPrefix(got, c.want[:len(strings.TrimRight(c.want, " "))]) || g.At(10, 0).Text != " " {
			t.Errorf("%q is drawn as %q", c.text, got)
		}
	}
}

// TestBoardFitsWithoutNames checks that a board omits the names of rows and columns in a panel that is
// as wide as its squares, and that a click there finds the square that is drawn.
func TestBoardFitsWithoutNames(t *testing.T) {
	v := newView(t, 0, board.Sizes[0])
	width := v.Width()
	if !v.FitInto(width, 40) || v.Nameless {
		t.Error("a board whose names fit has none")
	}
	if !v.FitInto(width-1, 40) || !v.Nameless || v.Width() >= width || v.Size != board.Sizes[0] {
		t.Fatalf("%d of %d columns, size %v", v.Width(), width, v.Size)
	}
	for _, sq := range v.Facts().Geometry.Squares {
		x, y := v.Corner(sq)
		if got, ok := v.SquareAt(x, y); !ok || got != sq {
			t.Fatalf("at %d, %d: %d, want %d", x, y, got, sq)
		}
	}
	if text := line(drawn(v), 0); strings.Contains(text, "10") {
		t.Errorf("the first line is %q", text)
	}
	if v.FitInto(10, 40) {
		t.Error("a board fits into 10 columns")
	}
}

// TestWideBoardFitsWithTinySquares checks that a board without room for usual squares shows its pieces
// with two characters each.
func TestWideBoardFitsWithTinySquares(t *testing.T) {
	v := viewOf(t, "quadrochess", 0, board.Sizes[0])
	if !v.FitInto(42, 20) || v.Size != (board.Size{W: 2, H: 1}) {
		t.Fatalf("size %v", v.Size)
	}
	for sq := range v.Marks { // this mark hides no piece
		v.Marks[sq] = board.Last
	}
	if text := line(drawn(v), 1); !strings.Contains(text, "bRbNbBbKbQbBbNbR│bRbN") {
		t.Errorf("%q", text)
	}
}

// TestTinySquaresKeepTheArmy draws marks on squares of two characters, of which a board that is too wide is made: without
// colours the sign of the army and the letter of a marked piece stay, and every mark changes the look of its square.
func TestTinySquaresKeepTheArmy(t *testing.T) {
	for theme := range assets.Themes {
		v := newView(t, theme, board.Tiny)
		sq, _ := v.Facts().Geometry.Square("n4") // a rook
		x, y := v.Corner(sq)
		bare := drawn(v)
		for _, mark := range []board.Mark{board.Cursor, board.Lifted, board.Take, board.Check, board.Premove, board.Last} {
			v.Marks[sq] = mark
			g := drawn(v)
			if g.At(x, y) == bare.At(x, y) && g.At(x+1, y) == bare.At(x+1, y) {
				t.Errorf("%s: mark %d does not change the square", v.Theme.Name, mark)
			}
			if g.At(x+1, y).Text != "R" || v.Theme.Plain && g.At(x, y).Text != bare.At(x, y).Text {
				t.Errorf("%s: with mark %d the square shows %q", v.Theme.Name, mark, g.At(x, y).Text+g.At(x+1, y).Text)
			}
		}
	}
}
