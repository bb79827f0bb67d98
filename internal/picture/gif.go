package picture

import (
	"context"
	"image"
	"image/color"
	"image/gif"
	"io"
	"time"

	"quadrille/assets"
)

// maxFrames is the maximum number of frames of an animation. The animation of a longer
// game leaves out moves: it shows every second move, or every third, and so on.
const maxFrames = 500

// lastFrame is the time for which an animation shows its last frame, in hundredths of a
// second.
const lastFrame = 500

// GIF writes an animation of the game, from its start to the position that s shows. Each
// move gets a frame, unless the animation would then have more than maxFrames frames.
func (s Shot) GIF(ctx context.Context, w io.Writer, size image.Point, pause time.Duration) error {
	var a gif.GIF
	colours := paletteOf(s.Theme)
	var before *image.RGBA
	end := s.At
	step := 1 + end/maxFrames
	for at := 0; ; at = min(at+step, end) {
		if err := ctx.Err(); err != nil {
			return err
		}
		s.At = at
		img, err := s.Best(size)
		if err != nil {
			return err
		}
		if frame := colours.convert(img, changed(before, img)); frame != nil {
			a.Image, a.Delay = append(a.Image, frame), append(a.Delay, max(2, int(pause/(10*time.Millisecond))))
		}
		before = img
		if at == end {
			a.Delay[len(a.Delay)-1] = lastFrame
			return gif.EncodeAll(w, &a)
		}
	}
}

// changed returns the smallest rectangle that contains all differences between two images.
func changed(before, after *image.RGBA) (r image.Rectangle) {
	if before == nil {
		return after.Rect
	}
	for y := range after.Rect.Dy() {
		row := after.Pix[y*after.Stride:][:after.Stride]
		was := before.Pix[y*after.Stride:][:after.Stride]
		if string(row) == string(was) {
			continue
		}
		first, last := 0, after.Stride/4-1
		for string(row[4*first:4*first+4]) == string(was[4*first:4*first+4]) {
			first++
		}
		for string(row[4*last:4*last+4]) == string(was[4*last:4*last+4]) {
			last--
		}
		r = r.Union(image.Rect(first, y, last+1, y+1))
	}
	return r
}

// palette converts colours to those of a theme.
type palette struct {
	colours color.Palette
	known   map[color.RGBA]uint8
}

func paletteOf(theme *assets.Theme) *palette {
	p := &palette{colours: color.Palette{DefaultFg, DefaultBg}, known: map[color.RGBA]uint8{}}
	for shade := range theme.Tones {
		p.colours = append(p.colours, Colour(theme, shade, DefaultFg))
	}
	return p
}

// convert converts a part of an image to the colours of the palette. It returns nil for an
// empty part.
func (p *palette) convert(img *image.RGBA, part image.Rectangle) *image.Paletted {
	if part.Empty() {
		return nil
	}
	frame := image.NewPaletted(part, p.colours)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			c := img.RGBAAt(x, y)
			i, ok := p.known[c]
			if !ok {
				i = uint8(p.colours.Index(c))
				p.known[c] = i
			}
			frame.SetColorIndex(x, y, i)
		}
	}
	return frame
}
