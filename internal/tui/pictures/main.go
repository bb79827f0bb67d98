// Command pictures draws the pictures of the README, one of each game: it plays
// a record at a real table, opens the screen of whoever is to move then in a
// terminal emulator, and paints what stands there.
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
	game, dir     string
	width, height int
	plain, bold   string
}

func main() {
	var o order
	only := flag.String("game", "", "the one game to draw; all if empty")
	flag.StringVar(&o.dir, "dir", "docs/pictures", "where each game has a record in plain notation, and gets its picture")
	flag.IntVar(&o.width, "width", 120, "columns")
	flag.IntVar(&o.height, "height", 40, "lines")
	flag.StringVar(&o.plain, "font", "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf", "a monospaced font (Debian: fonts-dejavu-core)")
	flag.StringVar(&o.bold, "bold", "/usr/share/fonts/truetype/dejavu/DejaVuSansMono-Bold.ttf", "its bold")
	flag.Parse()
	for _, offer := range variants.All() {
		if o.game = offer.Name; *only != "" && *only != o.game {
			continue
		}
		if err := o.fill(context.Background()); err != nil {
			fmt.Fprintln(os.Stderr, "pictures:", err)
			os.Exit(1)
		}
	}
}

// fill draws the picture and writes it.
func (o *order) fill(ctx context.Context) error {
	letters, err := loadFaces(o.plain, o.bold)
	if err != nil {
		return fmt.Errorf("%w; install fonts-dejavu-core, or name a font", err)
	}
	text, err := os.ReadFile(filepath.Join(o.dir, o.game+".txt"))
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "quadrille-pictures")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	screen, err := o.film(ctx, dir, rules.Words(string(text)), slog.New(slog.NewTextHandler(io.Discard, nil)))
	if err != nil {
		return err
	}
	file, err := os.Create(filepath.Join(o.dir, o.game+".png"))
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
