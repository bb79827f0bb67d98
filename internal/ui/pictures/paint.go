package main

import (
	"image"
	"image/color"
	"image/draw"
	"os"

	uv "github.com/charmbracelet/ultraviolet"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// Sizes in pixels of a cell and of the letters in it. Chess symbols fill the cell, as in
// terminals that draw them from a symbol font.
const (
	cellWidth, cellHeight = 10, 20
	baseline              = 16
	points                = 16.5
	symbolPoints          = 24
	symbolBaseline        = 18
	margin                = 12
)

// faces holds the fonts: regular, bold and chess symbols.
type faces [3]font.Face

func loadFaces(plain, bold string) (f faces, err error) {
	for i, name := range [...]string{plain, bold, plain} {
		data, err := os.ReadFile(name)
		if err != nil {
			return f, err
		}
		parsed, err := opentype.Parse(data)
		if err != nil {
			return f, err
		}
		size := points
		if i == 2 {
			size = symbolPoints
		}
		if f[i], err = opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull}); err != nil {
			return f, err
		}
	}
	return f, nil
}

// paint draws a screen as an image.
func paint(screen cells, f faces, fg, bg color.Color) image.Image {
	width, height := screen.Width()*cellWidth+2*margin, screen.Height()*cellHeight+2*margin
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	ground := bg
	if c := screen.CellAt(0, screen.Height()-1); c != nil && c.Style.Bg != nil {
		ground = c.Style.Bg
	}
	fill(img, img.Bounds(), ground)
	for y := range screen.Height() {
		for x := range screen.Width() {
			if c := screen.CellAt(x, y); c != nil && c.Width > 0 {
				paintCell(img, x, y, c, f, fg, bg)
			}
		}
	}
	return img
}

func paintCell(img *image.RGBA, x, y int, c *uv.Cell, f faces, fg, bg color.Color) {
	if c.Style.Fg != nil {
		fg = c.Style.Fg
	}
	if c.Style.Bg != nil {
		bg = c.Style.Bg
	}
	if c.Style.Attrs&uv.AttrReverse != 0 {
		fg, bg = bg, fg
	}
	left, top := margin+x*cellWidth, margin+y*cellHeight
	box := image.Rect(left, top, left+c.Width*cellWidth, top+cellHeight)
	fill(img, box, bg)
	if !paintShape(img, box, c.Content, fg) {
		write(img, left, top, c, f, fg)
	}
	if c.Style.Underline != 0 {
		fill(img, image.Rect(box.Min.X, box.Max.Y-2, box.Max.X, box.Max.Y-1), fg)
	}
}

func write(img *image.RGBA, left, top int, c *uv.Cell, f faces, fg color.Color) {
	pen := font.Drawer{Dst: img, Src: image.NewUniform(fg), Face: f[0], Dot: fixed.P(left, top+baseline)}
	switch {
	case c.Content >= "♔" && c.Content <= "♟":
		pen.Face = f[2]
		pen.Dot = fixed.P(left+cellWidth/2, top+symbolBaseline)
		pen.Dot.X -= pen.MeasureString(c.Content) / 2
	case c.Style.Attrs&uv.AttrBold != 0:
		pen.Face = f[1]
	}
	pen.DrawString(c.Content)
}

// paintShape draws a block or line character as rectangles, so that neighbouring characters
// meet without a gap. It returns false for other characters.
func paintShape(img *image.RGBA, box image.Rectangle, content string, fg color.Color) bool {
	parts, ok := shapes[content]
	if !ok {
		return false
	}
	w, h := box.Dx(), box.Dy()
	for _, p := range parts {
		fill(img, image.Rect(box.Min.X+p[0]*w/20, box.Min.Y+p[1]*h/20, box.Min.X+p[2]*w/20, box.Min.Y+p[3]*h/20), fg)
	}
	return true
}

// Rectangles in twentieths of a cell: left, top, right, bottom.
var (
	upperLeft  = [4]int{0, 0, 10, 10}
	upperRight = [4]int{10, 0, 20, 10}
	lowerLeft  = [4]int{0, 10, 10, 20}
	lowerRight = [4]int{10, 10, 20, 20}
	toLeft     = [4]int{0, 9, 12, 11}
	toRight    = [4]int{8, 9, 20, 11}
	toTop      = [4]int{9, 0, 11, 11}
	toBottom   = [4]int{9, 9, 11, 20}
)

var shapes = map[string][][4]int{
	"▘": {upperLeft}, "▝": {upperRight}, "▖": {lowerLeft}, "▗": {lowerRight},
	"▀": {upperLeft, upperRight}, "▄": {lowerLeft, lowerRight},
	"▌": {upperLeft, lowerLeft}, "▐": {upperRight, lowerRight},
	"▞": {upperRight, lowerLeft}, "▚": {upperLeft, lowerRight},
	"▛": {upperLeft, upperRight, lowerLeft}, "▜": {upperLeft, upperRight, lowerRight},
	"▙": {upperLeft, lowerLeft, lowerRight}, "▟": {upperRight, lowerLeft, lowerRight},
	"█": {upperLeft, upperRight, lowerLeft, lowerRight},
	"─": {toLeft, toRight}, "│": {toTop, toBottom},
	"┌": {toRight, toBottom}, "┐": {toLeft, toBottom}, "└": {toTop, toRight}, "┘": {toTop, toLeft},
}

func fill(img *image.RGBA, box image.Rectangle, c color.Color) {
	draw.Draw(img, box, image.NewUniform(c), image.Point{}, draw.Src)
}
