package screen

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"quadrille/assets"
	"quadrille/internal/draw/picture"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest/paint"
	"quadrille/internal/player"
)

// sheetSizes are the sizes of terminals for which there are contact sheets.
var sheetSizes = [][2]int{{46, 16}, {80, 24}, {100, 30}, {120, 40}, {200, 60}, {300, 100}}

// sheetDepths are the values of the setting "colour" for which there are contact sheets.
var sheetDepths = []string{"true", "256", "16"}

const (
	sheetCell   = 6 // width of a cell in pixels; half of it on terminals of more than 120 columns
	sheetMargin = 6
	sheetWidth  = 2400 // of a sheet, if it has several screens in a row
	sheetHeight = 1800
)

// TestContactSheets paints all screens of the golden tests in each size, theme and number of colours. It is
// not a test, but uses the drivers of the tests: make pictures sets the directory to paint into.
func TestContactSheets(t *testing.T) {
	dir := os.Getenv("QUADRILLE_SHEETS")
	if dir == "" {
		t.Skip("set QUADRILLE_SHEETS to the directory to paint into")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	const fonts = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono"
	letters, err := picture.LoadFonts(fonts+".ttf", fonts+"-Bold.ttf")
	if err != nil {
		t.Fatalf("%v; install fonts-dejavu-core", err)
	}
	for _, theme := range assets.Themes {
		for _, depth := range sheetDepths {
			for _, size := range sheetSizes {
				name := fmt.Sprintf("%s-%s-%dx%d", theme.Name, depth, size[0], size[1])
				t.Run(name, func(t *testing.T) {
					cfg := kit.Config{Width: size[0], Height: size[1]}
					cfg.Settings = cfg.Settings.With(
						player.Choice{Setting: player.Theme, Value: theme.Name}, player.Choice{Setting: player.Colour, Value: depth},
					)
					paintSheets(t, letters, filepath.Join(dir, name), allScenes(t, cfg))
				})
			}
		}
	}
}

// allScenes returns drivers for all screens, in the order of their names.
func allScenes(t *testing.T, cfg kit.Config) (list []*driver) {
	for _, name := range slices.Sorted(maps.Keys(screenScenes)) {
		list = append(list, screenScenes[name](visitOf(t, "Sue", cfg)))
	}
	for _, name := range slices.Sorted(maps.Keys(lobbyScenes)) {
		d := busyLobby(t, cfg)
		lobbyScenes[name](d)
		list = append(list, d)
	}
	for _, name := range slices.Sorted(maps.Keys(messageScenes)) {
		list = append(list, withLetters(t, cfg, messageScenes[name]...))
	}
	list = append(list, pressed(busyLobby(t, cfg), ":", "a"))
	for i := range tableScenes {
		list = append(list, tableScenes[i].make(t, cfg))
	}
	return list
}

// paintSheets paints screens of one size, side by side, into as many files as they need.
func paintSheets(t *testing.T, fonts *picture.Fonts, path string, list []*driver) {
	t.Helper()
	cells, wide := list[0].Env, sheetCell
	if cells.Width > 120 {
		wide /= 2
	}
	one := image.Pt(cells.Width*wide+sheetMargin, cells.Height*2*wide+sheetMargin)
	across, down := max(1, sheetWidth/one.X), max(1, sheetHeight/one.Y)
	page := 0
	for part := range slices.Chunk(list, across*down) {
		page++
		sheet := image.NewRGBA(image.Rect(0, 0, across*one.X, (len(part)+across-1)/across*one.Y))
		draw.Draw(sheet, sheet.Bounds(), image.NewUniform(color.Gray{0x60}), image.Point{}, draw.Src)
		for i, d := range part {
			screen := paint.Terminal{Emulator: d.ScreenOf()}
			img, err := picture.Centre(screen, fonts, one.Sub(image.Pt(sheetMargin, sheetMargin)), picture.DefaultBg)
			if err != nil {
				t.Fatal(err)
			}
			at := image.Pt(i%across*one.X, i/across*one.Y)
			draw.Draw(sheet, img.Bounds().Add(at), img, image.Point{}, draw.Src)
		}
		file, err := os.Create(fmt.Sprintf("%s-%d.png", path, page))
		if err != nil {
			t.Fatal(err)
		}
		if err := png.Encode(file, sheet); err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
