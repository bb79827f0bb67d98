// Command pictures paints the PNG files of the README and of the documents. Four of the
// pictures show frames from golden files of the tests. For each other picture, the command
// plays recorded moves at a real table, opens the screen of the player to move in a terminal
// emulator, and paints that screen. The moving picture first-game.gif shows a player who plays
// the first moves of a game.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"

	"quadrille/assets"
	"quadrille/internal/draw/board"
	"quadrille/internal/draw/picture"
	"quadrille/internal/front/screen/uitest/paint"
	"quadrille/internal/service/lobby"
	"quadrille/internal/tools/must"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// order describes a picture to paint.
type order struct {
	name, game    string
	theme         int // index in assets.Themes
	width, height int // size of the terminal, in cells
}

// studio holds the directories and the fonts for painting.
type studio struct {
	dir    string
	golden string
	frames string
	fonts  *picture.Fonts
}

func main() {
	var s studio
	only := flag.String("only", "", "paint one picture: GAME, theme-NAME, lobby, ladder, admin, small or first-game")
	flag.StringVar(&s.golden, "golden", "internal/front/screen/testdata", "directory of the golden frames (screens that the tests expect)")
	flag.StringVar(&s.frames, "frames", "", "also write a picture of every golden frame to this directory")
	flag.StringVar(&s.dir, "dir", "docs/pictures", "directory of game records and pictures")
	plain := flag.String("font", "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf", "a monospaced font (Debian: fonts-dejavu-core)")
	bold := flag.String("bold", "/usr/share/fonts/truetype/dejavu/DejaVuSansMono-Bold.ttf", "the bold face of that font")
	flag.Parse()
	if err := must.Catch(func() { s.make(context.Background(), *plain, *bold, *only) }); err != nil {
		fmt.Fprintln(os.Stderr, "pictures:", err)
		os.Exit(1)
	}
}

func (s *studio) make(ctx context.Context, plain, bold, only string) {
	var err error
	if s.fonts, err = picture.LoadFonts(plain, bold); err != nil {
		must.Check(fmt.Errorf("%w; install fonts-dejavu-core or use -font and -bold", err))
	}
	if s.frames != "" {
		s.paintFrames()
	}
	s.paintShown(only)
	if only == "" || only == "first-game" {
		s.paintMovie(ctx)
	}
	for _, o := range list() {
		if only == "" || only == o.name {
			s.fill(ctx, o)
		}
	}
}

// The maximum size of the terminal in pictures of games (roomWidth and roomHeight) and of
// themes (smallWidth and smallHeight), and the number of cells that a screen needs beside
// and above the board.
const (
	roomWidth, roomHeight   = 170, 60
	smallWidth, smallHeight = 106, 36
	besideBoard, aboveBoard = 38, 3
)

// list returns a value of type order for every picture of a table that the command makes:
// one picture for each game, and one for each theme.
func list() []order {
	var orders []order
	var smallest rules.Variant
	for _, def := range variants.All() {
		v := must.Get(def.New(nil))
		orders = append(orders, fitting(order{name: def.Name, game: def.Name}, v, roomWidth, roomHeight))
		if smallest == nil || len(v.Facts().Geometry.Squares) < len(smallest.Facts().Geometry.Squares) {
			smallest = v
		}
	}
	for i, theme := range assets.Themes {
		o := order{name: "theme-" + theme.Name, game: smallest.Facts().Name, theme: i}
		orders = append(orders, fitting(o, smallest, smallWidth, smallHeight))
	}
	return orders
}

// fitting sets the size of the terminal in `o` and returns `o`. It chooses the largest
// squares that fit into width x height cells, and the smallest terminal of at least 80 x 24
// cells that has room for the panel and a board with these squares.
func fitting(o order, v rules.Variant, width, height int) order {
	view := board.View{Variant: v}
	view.Size, _ = view.Fit(width-besideBoard, height-aboveBoard)
	o.width, o.height = max(80, view.Width()+besideBoard), max(24, view.Height()+aboveBoard)
	return o
}

// shown maps the name of a picture to the frame, in a golden file, that it shows.
var shown = map[string]struct{ scene, head string }{
	"lobby": {"screens/lobby-own", "120 x 40, dark"}, "small": {"tables/check", "80 x 24, mono"},
	"ladder": {"screens/ladder", "80 x 24, dark"}, "admin": {"screens/admin", "80 x 24, dark"},
}

// paintShown paints the pictures that show frames from the golden files of tests. If a name
// is given, it paints only the picture with that name.
func (s *studio) paintShown(only string) {
	for name, frame := range shown {
		if only != "" && only != name {
			continue
		}
		f := readFrames(filepath.Join(s.golden, frame.scene+".txt"))[frame.head]
		if f == nil {
			must.Check(fmt.Errorf("%s: %s.txt has no frame with the heading %q", name, frame.scene, frame.head))
		}
		s.write(filepath.Join(s.dir, name+".png"), f)
	}
}

// fill renders the screen that a picture shows, and writes the file of the picture.
func (s *studio) fill(ctx context.Context, o order) {
	withLobby(ctx, func(tables *lobby.Lobby) {
		s.write(filepath.Join(s.dir, o.name+".png"), paint.Terminal{Emulator: o.render(ctx, tables, s.moves(o.game))})
	})
}

// moves returns the recorded moves of a game.
func (s *studio) moves(game string) []string {
	return rules.SplitRecord(string(must.Get(os.ReadFile(filepath.Join(s.dir, game+".txt")))))
}

// The width of a cell and the margin of a picture, in pixels.
const (
	cellWidth = 10
	margin    = 12
)

// write paints a screen and writes the picture to a file.
func (s *studio) write(path string, screen picture.Cells) {
	file := must.Get(os.Create(path))
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	must.Check(errors.Join(encoder.Encode(file, s.paint(screen, cellWidth)), file.Close()))
}

// paint paints a screen whose cells have the given width, in pixels.
func (s *studio) paint(screen picture.Cells, cell int) *image.RGBA {
	width, height := screen.Size()
	ground := screen.Cell(0, height-1).Bg
	return must.Get(picture.Centre(screen, s.fonts, image.Pt(width*cell+2*margin, height*2*cell+2*margin), ground))
}

func (s *studio) paintFrames() {
	must.Check(os.MkdirAll(s.frames, 0o755))
	for _, path := range must.Get(filepath.Glob(filepath.Join(s.golden, "*", "*.txt"))) {
		scene := filepath.Base(filepath.Dir(path)) + "-" + strings.TrimSuffix(filepath.Base(path), ".txt")
		for head, f := range readFrames(path) {
			name := scene + "-" + strings.NewReplacer(" ", "", ",", "-").Replace(head)
			s.write(filepath.Join(s.frames, name+".png"), f)
		}
	}
}
