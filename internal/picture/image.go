package picture

import (
	"image"
	"image/color"
	"image/draw"
	"os"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// Fonts holds a monospaced font in a plain and a bold face.
type Fonts struct{ plain, bold *opentype.Font }

// GoFonts returns the Go Mono fonts, which are embedded in the program. They have no chess
// symbols.
var GoFonts = sync.OnceValue(func() *Fonts {
	f, err := parseFonts(gomono.TTF, gomonobold.TTF)
	if err != nil {
		panic(err) // the embedded fonts are always valid
	}
	return f
})

// LoadFonts reads fonts from files.
func LoadFonts(plain, bold string) (*Fonts, error) {
	p, err := os.ReadFile(plain)
	if err != nil {
		return nil, err
	}
	b, err := os.ReadFile(bold)
	if err != nil {
		return nil, err
	}
	return parseFonts(p, b)
}

func parseFonts(plain, bold []byte) (*Fonts, error) {
	p, err := opentype.Parse(plain)
	if err != nil {
		return nil, err
	}
	b, err := opentype.Parse(bold)
	return &Fonts{p, b}, err
}

// Font sizes, and the distance from the top of a cell to the baseline, in hundredths of a
// cell's width. Chess symbols fill the cell, as in terminals that take them from a symbol
// font.
const (
	letterSize, letterBase = 165, 160
	symbolSize, symbolBase = 240, 180
)

// faces holds the font faces for one picture: plain, bold, and plain at the size of chess
// symbols.
type faces [3]font.Face

func (f *Fonts) faces(cell int) (faces faces, err error) {
	for i, of := range [...]*opentype.Font{f.plain, f.bold, f.plain} {
		size := letterSize
		if i == 2 {
			size = symbolSize
		}
		faces[i], err = opentype.NewFace(of, &opentype.FaceOptions{Size: float64(size*cell) / 100, DPI: 72, Hinting: font.HintingFull})
		if err != nil {
			return faces, err
		}
	}
	return faces, nil
}

// Image renders cells as an image. The parameter `cell` is the width of a cell in pixels. A
// cell is twice as high as wide.
func Image(c Cells, fonts *Fonts, cell int) (*image.RGBA, error) {
	width, height := c.Size()
	img := image.NewRGBA(image.Rect(0, 0, width*cell, height*2*cell))
	return img, paint(img, image.Point{}, c, fonts, cell)
}

// paint draws the cells c on an image. The point `at` is their upper left corner.
func paint(img *image.RGBA, at image.Point, c Cells, fonts *Fonts, cell int) error {
	letters, err := fonts.faces(cell)
	if err != nil {
		return err
	}
	q := quartersOf(c)
	for y := range q.height {
		for x := range q.width {
			fill(img, image.Rect(x*cell/2, y*cell, (x+1)*cell/2, (y+1)*cell).Add(at), q.at(x, y))
		}
	}
	each(c, func(x, y int, b box, ink color.RGBA) {
		r := image.Rect(b.left*cell/20, b.top*cell/10, b.right*cell/20, b.bottom*cell/10)
		fill(img, r.Add(image.Pt(x*cell, y*2*cell)).Add(at), ink)
	}, func(x, y int, of *Cell) {
		letters.write(img, at.Add(image.Pt(x*cell, y*2*cell)), of, cell)
	})
	return nil
}

func (f *faces) write(img *image.RGBA, at image.Point, c *Cell, cell int) {
	pen := font.Drawer{Dst: img, Src: image.NewUniform(c.Fg), Face: f[0], Dot: fixed.P(at.X, at.Y+letterBase*cell/100)}
	switch {
	case c.Text >= "♔" && c.Text <= "♟":
		pen.Face = f[2]
		pen.Dot = fixed.P(at.X+cell/2, at.Y+symbolBase*cell/100)
		pen.Dot.X -= pen.MeasureString(c.Text) / 2
	case c.Bold:
		pen.Face = f[1]
	}
	pen.DrawString(c.Text)
}

func fill(img draw.Image, box image.Rectangle, c color.RGBA) {
	draw.Draw(img, box, image.NewUniform(c), image.Point{}, draw.Src)
}

// Centre draws cells in the middle of an image of a given size, as large as possible. It
// fills the remaining area with the colour `ground`.
func Centre(c Cells, fonts *Fonts, size image.Point, ground color.RGBA) (*image.RGBA, error) {
	width, height := c.Size()
	cell := max(1, min(size.X/width, size.Y/(2*height)))
	img := image.NewRGBA(image.Rectangle{Max: size})
	fill(img, img.Bounds(), ground)
	return img, paint(img, image.Pt((size.X-width*cell)/2, (size.Y-height*2*cell)/2), c, fonts, cell)
}
