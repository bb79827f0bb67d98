// Command pictures draws the pictures of the README: it plays part of a recorded
// game at a real table, opens the screen of one of the four in a terminal
// emulator, and paints what stands there.
package main

import (
	"context"
	"flag"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"quadrille/rules"
	"quadrille/rules/variants"
)

// order is what to draw.
type order struct {
	game, record, out string
	plies             int
	seat              int
	width, height     int
	plain, bold       string
}

func main() {
	var o order
	game := variants.All()[0].Name
	flag.StringVar(&o.game, "game", game, "the game to play")
	flag.StringVar(&o.record, "record", "rules/"+game+"/testdata/"+game+"-firstgame.txt", "its record, in plain notation")
	flag.IntVar(&o.plies, "plies", 40, "how many actions of it to play")
	flag.IntVar(&o.seat, "seat", 0, "whose screen to draw, 0 to 3")
	flag.IntVar(&o.width, "width", 120, "columns")
	flag.IntVar(&o.height, "height", 40, "lines")
	flag.StringVar(&o.out, "out", "docs/pictures/table.png", "where the picture goes")
	flag.StringVar(&o.plain, "font", "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf", "a monospaced font (Debian: fonts-dejavu-core)")
	flag.StringVar(&o.bold, "bold", "/usr/share/fonts/truetype/dejavu/DejaVuSansMono-Bold.ttf", "its bold")
	flag.Parse()
	if err := o.fill(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "pictures:", err)
		os.Exit(1)
	}
}

// fill draws the picture and writes it.
func (o *order) fill(ctx context.Context) error {
	letters, err := loadFaces(o.plain, o.bold)
	if err != nil {
		return fmt.Errorf("%w; install fonts-dejavu-core, or name a font", err)
	}
	text, err := os.ReadFile(o.record)
	if err != nil {
		return err
	}
	words := rules.Words(string(text))
	dir, err := os.MkdirTemp("", "quadrille-pictures")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	screen, err := o.film(ctx, dir, words[:min(o.plies, len(words))], slog.New(slog.NewTextHandler(io.Discard, nil)))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(o.out), 0o755); err != nil {
		return err
	}
	file, err := os.Create(o.out)
	if err != nil {
		return err
	}
	ground := color.RGBA{0x1b, 0x1d, 0x23, 0xff}
	if err := png.Encode(file, paint(screen, letters, color.RGBA{0xd8, 0xda, 0xde, 0xff}, ground)); err != nil {
		_ = file.Close()
		return err
	}
	return file.Close()
}
