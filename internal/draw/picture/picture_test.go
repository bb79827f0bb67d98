package picture

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"quadrille/assets"
	"quadrille/internal/draw/board"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// played returns the table of a game after some moves in plain notation.
func played(t *testing.T, game string, moves ...string) *table.View {
	t.Helper()
	v, err := variants.New(game, nil)
	if err != nil {
		t.Fatal(err)
	}
	g := rules.NewGame(v)
	view := &table.View{ID: 12, Variant: v, Phase: table.Playing, Lifted: rules.NoSquare}
	for seat, name := range []string{"Inky", "Blinky", "Pinky", "<Clyde>"} {
		view.Seats[seat].Player = player.Player{ID: player.ID("SHA256:" + name), Name: name}
	}
	for i, word := range moves {
		a, err := rules.ParsePlain(v.Facts(), v.Actor(&g.Position), word)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := g.Play(a); err != nil {
			t.Fatal(err)
		}
		view.Moves = append(view.Moves, table.MoveView{Number: i + 1, Action: a, Plain: word})
	}
	view.Position, view.Actor = g.Position, v.Actor(&g.Position)
	return view
}

var opening = []string{"m7-k7", "j1-k3", "b8-d8", "h13-h11"}

func shot(t *testing.T) Shot {
	return Shot{View: played(t, "chess4", opening...), At: len(opening), Theme: assets.Themes[0]}
}

func TestImageHasColourOfEachQuarter(t *testing.T) {
	cells := boardOf(shot(t), board.Size{W: 6, H: 3})
	const cell = 10
	width, height := cells.Size()
	d, err := newDrawing(image.Pt(width*cell, height*2*cell), image.Point{}, GoFonts(), cell)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.draw(cells); err != nil {
		t.Fatal(err)
	}
	img := d.img
	q, inked := quartersOf(cells), 0
	for y := range q.height {
		for x := range q.width {
			if text := cells.Cell(x/2, y/2).Text; text != " " && blocks[text] == 0 {
				continue // skip this quarter of a cell: a letter covers part of it
			}
			if blocks[cells.Cell(x/2, y/2).Text] != 0 {
				inked++
			}
			if got := img.RGBAAt(x*cell/2+2, y*cell+5); got != q.at(x, y) {
				t.Fatalf("quarter %d, %d is %v, not %v", x, y, got, q.at(x, y))
			}
		}
	}
	if inked < 64*4 {
		t.Errorf("only %d quarters of drawings", inked)
	}
}

// boardOf returns the cells of a board without captions.
func boardOf(s Shot, size board.Size) GridCells {
	shown := s.scene(size)
	return s.cells(named(&shown))
}

// The paths of an SVG cover each quarter of a cell exactly once, in its colour.
func TestPathsCoverEachQuarterOnce(t *testing.T) {
	q := quartersOf(boardOf(shot(t), board.Size{W: 8, H: 4}))
	seen := make([]int, len(q.colours))
	for _, p := range paths(q) {
		for _, part := range strings.Split(strings.TrimSuffix(p.data.String(), "z"), "z") {
			var x, y, w, h, back int
			if _, err := fmt.Sscanf(part, "M%d %dh%dv%dh-%d", &x, &y, &w, &h, &back); err != nil || back != w {
				t.Fatalf("%q: %v", part, err)
			}
			for py := y / 2; py < (y+h)/2; py++ {
				for px := x; px < x+w; px++ {
					seen[py*q.width+px]++
					if q.at(px, py) != p.ink {
						t.Fatalf("quarter %d, %d is %v, not %v", px, py, p.ink, q.at(px, py))
					}
				}
			}
		}
	}
	for i, n := range seen {
		if n != 1 {
			t.Fatalf("quarter %d is painted %d times", i, n)
		}
	}
}

func TestSVGIsWellFormedAndSmall(t *testing.T) {
	for _, def := range variants.All() {
		s := Shot{View: played(t, def.Name), Theme: assets.Themes[1]}
		text := svg(s.Captioned(board.Size{W: 10, H: 5}), `a "<script>" & more`, nil)
		if len(text) > 64<<10 {
			t.Errorf("%s: %d bytes", def.Name, len(text))
		}
		d := xml.NewDecoder(bytes.NewReader(text))
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", def.Name, err)
			}
			start, ok := token.(xml.StartElement)
			if ok && !strings.Contains(" svg title g path text defs symbol use ", " "+start.Name.Local+" ") {
				t.Errorf("%s: an element %s", def.Name, start.Name.Local)
			}
		}
	}
}

func TestShotShowsChosenMove(t *testing.T) {
	s := shot(t)
	at := func(s Shot, square string) color.RGBA {
		v := board.View{Variant: s.View.Variant, Size: board.Size{W: 6, H: 3}}
		sq, ok := s.View.Variant.Facts().Geometry.Square(square)
		if !ok {
			t.Fatal(square)
		}
		x, y := v.Corner(sq)
		return boardOf(s, v.Size).Cell(x, y+1).Bg
	}
	last := colour(s.Theme, s.Theme.Board.Last, DefaultBg)
	if got := at(s, "h11"); got != last {
		t.Errorf("the last move goes to h11, which is %v and not %v", got, last)
	}
	s.At = 1
	if got := at(s, "k7"); got != last {
		t.Errorf("the first move goes to k7, which is %v and not %v", got, last)
	}
	if got := at(s, "h11"); got == last {
		t.Error("h11 is marked before the move to it")
	}
	start := Shot{View: played(t, "chess4"), Theme: s.Theme}
	s.At = 0
	a, b := boardOf(s, board.Size{W: 6, H: 3}), boardOf(start, board.Size{W: 6, H: 3})
	for y := range a.Grid.Height {
		for x := range a.Grid.Width {
			if a.Cell(x, y) != b.Cell(x, y) {
				t.Fatalf("cell %d, %d before the first move differs from the start", x, y)
			}
		}
	}
}

func TestPicturesNameRowsAndColumns(t *testing.T) {
	for _, cells := range []GridCells{boardOf(shot(t), board.Size{W: 6, H: 3}), shot(t).Captioned(board.Size{W: 6, H: 3})} {
		text := ""
		for y := range cells.Grid.Height {
			for _, c := range cells.Grid.Row(y) {
				text += c.Text
			}
		}
		for _, want := range []string{" 1 ", " 14 ", " A ", " N "} {
			if !strings.Contains(text, want) {
				t.Errorf("a picture lacks the name%q", want)
			}
		}
	}
}

func TestCaptionNamesPlayers(t *testing.T) {
	text := caption(shot(t))
	for _, want := range []string{"Chess4, table 12", "4 moves", "Inky", "Blinky", "Pinky", "Clyde"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing", want)
		}
	}
}

// TestCaptionShowsPoints checks that a picture shows who has scored how many points, at the move that it shows.
func TestCaptionShowsPoints(t *testing.T) {
	scored := 0
	for _, def := range variants.All() {
		view := played(t, def.Name)
		f := view.Variant.Facts()
		g := rules.NewGame(view.Variant)
		random := rand.New(rand.NewPCG(1, 2))
		for g.Position.Points == [rules.SeatCount]uint16{} && !g.Position.Over() && len(view.Moves) < 400 {
			legal := view.Variant.Legal(&g.Position, nil)
			a := legal[random.IntN(len(legal))]
			view.Moves = append(view.Moves, table.MoveView{Number: len(view.Moves) + 1, Action: a})
			if _, err := g.Play(a); err != nil {
				t.Fatal(err)
			}
		}
		view.Position, view.Actor = g.Position, view.Variant.Actor(&g.Position)
		for seat, points := range g.Position.Points {
			if points == 0 {
				continue
			}
			scored++
			want := view.Seats[seat].Player.Name + ", " + present.PointsWon(f, points)
			if got := caption(Shot{View: view, At: len(view.Moves), Theme: assets.Themes[0]}); !strings.Contains(got, want) {
				t.Errorf("%s: %q is missing in\n%s", def.Name, want, got)
			}
			if got := caption(Shot{View: view, At: len(view.Moves) - 1, Theme: assets.Themes[0]}); strings.Contains(got, " point") {
				t.Errorf("%s: a move earlier there are points:\n%s", def.Name, got)
			}
		}
	}
	if scored == 0 {
		t.Error("nobody has scored in any game")
	}
}

// caption returns the text of a picture.
func caption(s Shot) string {
	c := s.Captioned(board.Size{W: 6, H: 3})
	var text strings.Builder
	width, height := c.Size()
	for y := range height {
		for x := range width {
			text.WriteString(c.Cell(x, y).Text)
		}
		text.WriteString("\n")
	}
	return text.String()
}

func TestPictureHasRequestedSize(t *testing.T) {
	for _, size := range []image.Point{{120, 120}, {1200, 630}, {700, 1100}} {
		img, err := shot(t).best(size, t.Context().Err)
		if err != nil {
			t.Fatal(err)
		}
		if img.Rect.Max != size {
			t.Errorf("%v, not %v", img.Rect.Max, size)
		}
	}
}

func TestAnimationHasFrameForEachMove(t *testing.T) {
	var b bytes.Buffer
	s := shot(t)
	if err := s.GIF(context.Background(), &b, image.Pt(300, 320), time.Second); err != nil {
		t.Fatal(err)
	}
	a, err := gif.DecodeAll(&b)
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Image) != len(opening)+1 || a.Delay[0] != 100 || a.Delay[len(opening)] != lastFrame {
		t.Errorf("%d frames, shown for %v", len(a.Image), a.Delay)
	}
	whole := a.Image[0].Rect
	for _, frame := range a.Image[1:] {
		if frame.Rect.Dx()*frame.Rect.Dy() >= whole.Dx()*whole.Dy() {
			t.Errorf("a frame of %v, of %v", frame.Rect, whole)
		}
	}
}

// quiet returns the table of a game with the given number of moves. It seldom captures.
func quiet(t *testing.T, moves int) *table.View {
	t.Helper()
	v, err := variants.New("chess4", nil)
	if err != nil {
		t.Fatal(err)
	}
	for seed := uint64(1); ; seed++ {
		g, random := rules.NewGame(v), rand.New(rand.NewPCG(seed, 0))
		var words []string
		for len(words) < moves && !g.Position.Over() {
			legal := v.Legal(&g.Position, nil)
			still := slices.DeleteFunc(slices.Clone(legal), func(a rules.Action) bool {
				return g.Position.Board[a.To].IsPiece() || g.Position.Board[a.From].Kind() == rules.Pawn
			})
			if len(still) > 0 {
				legal = still
			}
			a := legal[random.IntN(len(legal))]
			words = append(words, rules.Plain(v.Facts(), rules.NoSeat, a))
			if _, err := g.Play(a); err != nil {
				t.Fatal(err)
			}
		}
		if len(words) == moves {
			return played(t, "chess4", words...)
		}
	}
}

// TestTwoGIFsOfStrangersEndASmallServer checks that a frame is written before the next one is
// drawn: an animation with many frames allocates less for each further frame than the pixels of
// one. Before, all frames were kept until the last one was drawn.
func TestTwoGIFsOfStrangersEndASmallServer(t *testing.T) {
	size := image.Pt(900, 900)
	allocated := func(moves int) uint64 {
		s := Shot{View: quiet(t, moves), At: moves, Theme: assets.Themes[0]}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if err := s.GIF(t.Context(), io.Discard, size, time.Second); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	few, many := allocated(8), allocated(40)
	if each := (many - few) / 32; each > uint64(size.X*size.Y) {
		t.Errorf("%d bytes for each frame, of %d pixels", each, size.X*size.Y)
	}
}

// TestFramesAreWrittenWhileOthersAreDrawn stops an animation after some frames.
func TestFramesAreWrittenWhileOthersAreDrawn(t *testing.T) {
	s := Shot{View: quiet(t, 64), At: 64, Theme: assets.Themes[0]}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var written int
	err := s.GIF(ctx, writerFunc(func(p []byte) (int, error) {
		written += len(p)
		cancel()
		return len(p), nil
	}), image.Pt(400, 400), time.Second)
	var whole bytes.Buffer
	if err := s.GIF(t.Context(), &whole, image.Pt(400, 400), time.Second); err != nil {
		t.Fatal(err)
	}
	if !errors.Is(err, context.Canceled) || written == 0 || written > whole.Len()/2 {
		t.Errorf("%v after %d of %d bytes", err, written, whole.Len())
	}
}

// TestFirstFrameKeptPlayersWaiting checks that drawing the first frame, which takes the most time,
// can stop at each row of cells. Before, it took 30 ms on a machine with two cores, in which a
// player's move could wait.
func TestFirstFrameKeptPlayersWaiting(t *testing.T) {
	s := Shot{View: quiet(t, 1), At: 1, Theme: assets.Themes[0]}
	size := image.Pt(900, 900)
	for _, write := range []func(w io.Writer) error{
		func(w io.Writer) error { return s.GIF(t.Context(), w, size, time.Second) },
		func(w io.Writer) error { return s.PNG(t.Context(), w, size) },
	} {
		w := &stopped{after: 60}
		if err := write(w); !errors.Is(err, errStopped) || w.written != 0 {
			t.Errorf("%v, %d bytes written; want to be stopped before the first byte", err, w.written)
		}
	}
}

var errStopped = errors.New("stopped")

// stopped is a writer whose method Yield fails after some calls.
type stopped struct{ after, written int }

func (s *stopped) Write(p []byte) (int, error) {
	s.written += len(p)
	return len(p), nil
}

func (s *stopped) Yield() error {
	if s.after--; s.after < 0 {
		return errStopped
	}
	return nil
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(part []byte) (int, error) { return f(part) }

// TestAnimationEqualsThatOfTheStandardLibrary compares the file with that which package
// image/gif writes from the same frames.
func TestAnimationEqualsThatOfTheStandardLibrary(t *testing.T) {
	for _, at := range []int{0, 1, 9} {
		s := Shot{View: quiet(t, at), At: at, Theme: assets.Themes[0]}
		var file, again, want bytes.Buffer
		for _, out := range []*bytes.Buffer{&file, &again} {
			if err := s.GIF(t.Context(), out, image.Pt(300, 320), time.Second); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(file.Bytes(), again.Bytes()) {
			t.Error("two files of a game differ")
		}
		all, err := gif.DecodeAll(bytes.NewReader(file.Bytes()))
		if err != nil || len(all.Image) != s.Frames() {
			t.Fatalf("%d frames of %d: %v", len(all.Image), s.Frames(), err)
		}
		if err := gif.EncodeAll(&want, all); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(file.Bytes(), want.Bytes()) {
			t.Errorf("%d moves: %d bytes differ from %d", at, file.Len(), want.Len())
		}
	}
}

// TestAnimationShowsTheSameAsPictures compares each frame, laid over those before it, with a
// picture of its position.
func TestAnimationShowsTheSameAsPictures(t *testing.T) {
	size := image.Pt(500, 400)
	s := Shot{View: quiet(t, 12), At: 12, Theme: assets.Themes[1]}
	var file bytes.Buffer
	if err := s.GIF(t.Context(), &file, size, time.Second); err != nil {
		t.Fatal(err)
	}
	all, err := gif.DecodeAll(&file)
	if err != nil {
		t.Fatal(err)
	}
	shown, colours := image.NewRGBA(image.Rectangle{Max: size}), paletteOf(s.Theme)
	for at, frame := range all.Image {
		draw.Draw(shown, frame.Rect, frame, frame.Rect.Min, draw.Over)
		s.At = at
		img, err := s.best(size, t.Context().Err)
		if err != nil {
			t.Fatal(err)
		}
		var want image.Paletted
		_ = colours.convert(img, bands(img.Rect), &want, t.Context().Err)
		for y := range size.Y {
			for x := range size.X {
				if got, want := shown.At(x, y), want.At(x, y); got != want {
					t.Fatalf("frame %d, pixel %d, %d: %v, not %v", at, x, y, got, want)
				}
			}
		}
	}
}

func TestBlocksAreThoseOfDrawings(t *testing.T) {
	for _, size := range board.Sizes {
		for k := rules.Pawn; k <= rules.King; k++ {
			d := assets.FindDrawing(k.Name(), size.W, size.H, false)
			if d == nil {
				continue
			}
			for y := range d.Height {
				for x := range d.Width {
					text := d.At(x, y)
					if _, ok := blocks[text]; !ok && strokes[text] == nil {
						t.Fatalf("%s, %v: %q is not painted", k.Name(), size, d.At(x, y))
					}
				}
			}
		}
	}
}

// TestSVGDrawsPiecesAsVectors checks that each piece is drawn once, in its square and in the colour
// of its army, and that a piece nobody moves is hollow.
func TestSVGDrawsPiecesAsVectors(t *testing.T) {
	for _, theme := range assets.Themes {
		s := shot(t)
		s.Theme = theme
		text := string(s.BoardSVG(board.Size{W: 6, H: 3}))
		pieces := 0
		for _, sq := range s.View.Variant.Facts().Geometry.Squares {
			if s.View.Position.Board[sq].IsPiece() {
				pieces++
			}
		}
		if n := strings.Count(text, "<use "); n != pieces || strings.Count(text, "<symbol ") != 6 {
			t.Errorf("%s: %d pieces of %d, %d kinds", theme.Name, n, pieces, strings.Count(text, "<symbol "))
		}
		silver := theme.Tones[theme.OutlinedArmy("silver", 1)].True
		if !theme.Plain && !strings.Contains(text, fmt.Sprintf(`fill="#%02x%02x%02x"`, silver.R, silver.G, silver.B)) {
			t.Errorf("%s: no silver piece", theme.Name)
		}
	}
	p := pieces{theme: assets.Themes[0]}
	out := &board.Placed{Kind: rules.King, Ink: assets.Themes[0].Board.Static}
	if body, line := p.colours(out); body != "none" || line == "" {
		t.Errorf("a piece that nobody moves: %s, %s", body, line)
	}
}
