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

// Centre draws cells in the middle of an image of a given size, as large as possible. It
// fills the remaining area with the colour `ground`.
func Centre(c Cells, fonts *Fonts, size image.Point, ground color.RGBA) (*image.RGBA, error) {
	return centre(c, fonts, size, ground, func() error { return nil })
}

func centre(c Cells, fonts *Fonts, size image.Point, ground color.RGBA, yield func() error) (*image.RGBA, error) {
	d, err := centred(c, fonts, size, ground, yield)
	if err != nil {
		return nil, err
	}
	_, err = d.draw(c)
	return d.img, err
}

// centred returns a drawing of a given size whose middle is for the cells c.
// It calls yield often, as draw does.
func centred(c Cells, fonts *Fonts, size image.Point, ground color.RGBA, yield func() error) (*drawing, error) {
	width, height := c.Size()
	cell := max(1, min(size.X/width, size.Y/(2*height)))
	d, err := newDrawing(size, image.Pt((size.X-width*cell)/2, (size.Y-height*2*cell)/2), fonts, cell)
	if err != nil {
		return nil, err
	}
	d.yield = yield
	for _, band := range bands(d.img.Rect) { // the first use of the memory of a large image can take 20 ms
		if err := yield(); err != nil {
			return nil, err
		}
		fill(d.img, band, ground)
	}
	return d, nil
}

// drawing is an image of cells. When other cells are drawn on it, only those that differ are
// painted.
type drawing struct {
	img   *image.RGBA
	at    image.Point // upper left corner of the cells
	cell  int         // width of a cell in pixels
	faces faces
	cells []Cell       // what the image shows; nil before the first call of draw
	yield func() error // called after each row of cells
}

func newDrawing(size, at image.Point, fonts *Fonts, cell int) (*drawing, error) {
	letters, err := fonts.faces(cell)
	if err != nil {
		return nil, err
	}
	img := image.NewRGBA(image.Rectangle{Max: size})
	return &drawing{img: img, at: at, cell: cell, faces: letters, yield: func() error { return nil }}, nil
}

// draw paints the cells that differ from those painted before, and returns their areas. All calls
// must have the same number of cells.
func (d *drawing) draw(c Cells) (changed []image.Rectangle, err error) {
	width, height := c.Size()
	first := d.cells == nil
	if first {
		d.cells = make([]Cell, width*height)
	}
	var list []image.Point
	for y := range height {
		for x := range width {
			cell := c.Cell(x, y)
			if was := &d.cells[y*width+x]; first || *was != cell {
				*was = cell
				list = append(list, image.Pt(x, y))
			}
		}
	}
	row := 0
	next := func(p image.Point) error { // yields before the first cell of a row
		if p.Y == row {
			return nil
		}
		row = p.Y
		return d.yield()
	}
	for _, p := range list { // all backgrounds first, because the right half of a wide character is a cell of its own
		if err := next(p); err != nil {
			return nil, err
		}
		d.paintBackground(p, &d.cells[p.Y*width+p.X])
		changed = append(changed, d.area(p))
	}
	for _, p := range list {
		if err := next(p); err != nil {
			return nil, err
		}
		d.paintLetter(p, &d.cells[p.Y*width+p.X])
	}
	return changed, nil
}

// area returns the pixels of the cell at p.
func (d *drawing) area(p image.Point) image.Rectangle {
	corner := d.at.Add(image.Pt(p.X*d.cell, p.Y*2*d.cell))
	return image.Rectangle{corner, corner.Add(image.Pt(d.cell, 2*d.cell))}
}

// paintBackground paints everything of a cell except its letter.
func (d *drawing) paintBackground(p image.Point, c *Cell) {
	area := d.area(p)
	for i, ink := range quartersOfCell(c) {
		x, y := i%2, i/2
		fill(d.img, image.Rect(x*d.cell/2, y*d.cell, (x+1)*d.cell/2, (y+1)*d.cell).Add(area.Min), ink)
	}
	eachStroke(c, func(b box) {
		fill(d.img, image.Rect(b.left*d.cell/20, b.top*d.cell/10, b.right*d.cell/20, b.bottom*d.cell/10).Add(area.Min), c.Fg)
	})
}

// paintLetter paints the letter of a cell, if it has one.
func (d *drawing) paintLetter(p image.Point, c *Cell) {
	if !c.hasLetter() {
		return
	}
	at := d.area(p).Min
	pen := font.Drawer{Dst: d.img, Src: image.NewUniform(c.Fg), Face: d.faces[0], Dot: fixed.P(at.X, at.Y+letterBase*d.cell/100)}
	switch {
	case c.Text >= "♔" && c.Text <= "♟":
		pen.Face = d.faces[2]
		pen.Dot = fixed.P(at.X+d.cell/2, at.Y+symbolBase*d.cell/100)
		pen.Dot.X -= pen.MeasureString(c.Text) / 2
	case c.Bold:
		pen.Face = d.faces[1]
	}
	pen.DrawString(c.Text)
}

func fill(img draw.Image, box image.Rectangle, c color.RGBA) {
	draw.Draw(img, box, image.NewUniform(c), image.Point{}, draw.Src)
}
