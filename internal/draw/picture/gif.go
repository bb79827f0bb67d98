package picture

import (
	"context"
	"image"
	"image/color"
	"io"
	"maps"
	"slices"
	"time"

	"quadrille/assets"
)

// maxFrames is the maximum number of frames of an animation. The animation of a longer
// game leaves out moves: it shows every second move, or every third, and so on.
const maxFrames = 500

// lastFrame is the time for which an animation shows its last frame, in hundredths of a
// second.
const lastFrame = 500

// step returns the number of moves between two frames of the animation.
func (s Shot) step() int { return 1 + s.At/maxFrames }

// Frames returns the number of frames of the animation.
func (s Shot) Frames() int { return 1 + (s.At+s.step()-1)/s.step() }

// GIF writes an animation of the game, from its start to the position that s shows. Each
// move gets a frame, unless the animation would then have more than maxFrames frames. A
// frame is written as soon as the next one is drawn, so that only one image and one frame are
// in memory. If w has a method Yield, GIF calls it often, and returns its error.
func (s Shot) GIF(ctx context.Context, w io.Writer, size image.Point, pause time.Duration) error {
	colours := paletteOf(s.Theme)
	yield := yieldOf(ctx, w)
	out := newGIFWriter(w, size, colours.colours, yield)
	end, step, squares := s.At, s.step(), s.squares(size)
	delay := max(2, int(pause/(10*time.Millisecond)))
	var d *drawing
	var frame image.Paletted // drawn and not written yet
	for at := 0; ; at = min(at+step, end) {
		if err := yield(); err != nil {
			return err
		}
		s.At = at
		cells := s.Captioned(squares)
		if d == nil {
			var err error
			if d, err = centred(cells, GoFonts(), size, s.ground(), yield); err != nil {
				return err
			}
			if _, err := d.draw(cells); err != nil {
				return err
			}
			if err := colours.convert(d.img, bands(d.img.Rect), &frame, yield); err != nil {
				return err
			}
		} else if changed, err := d.draw(cells); err != nil {
			return err
		} else if len(changed) > 0 {
			if err := out.write(&frame, delay); err != nil {
				return err
			}
			if err := colours.convert(d.img, changed, &frame, yield); err != nil {
				return err
			}
		}
		if at == end {
			return out.end(&frame, lastFrame)
		}
	}
}

// yieldOf returns the method Yield of w, or if it has none, a function that returns the error of ctx.
func yieldOf(ctx context.Context, w io.Writer) func() error {
	if y, ok := w.(interface{ Yield() error }); ok {
		return y.Yield
	}
	return ctx.Err
}

// bands divides an area into parts that are converted in less than a millisecond.
func bands(area image.Rectangle) (parts []image.Rectangle) {
	const rows = 32
	for y := area.Min.Y; y < area.Max.Y; y += rows {
		parts = append(parts, image.Rect(area.Min.X, y, area.Max.X, min(y+rows, area.Max.Y)))
	}
	return parts
}

// palette converts colours to those of a theme. Its last colour is transparent.
type palette struct {
	colours color.Palette
	opaque  color.Palette // all colours but the transparent one
	known   map[color.RGBA]uint8
}

func paletteOf(theme *assets.Theme) *palette {
	p := &palette{colours: color.Palette{DefaultFg, DefaultBg}, known: map[color.RGBA]uint8{}}
	for _, shade := range slices.Sorted(maps.Keys(theme.Tones)) { // in a fixed order, so that equal games have equal files
		p.colours = append(p.colours, colour(theme, shade, DefaultFg))
	}
	p.opaque, p.colours = p.colours, append(p.colours[:len(p.colours):len(p.colours)], color.RGBA{})
	return p
}

// convert converts areas of an image to the colours of the palette, and stores them in a frame,
// whose memory it uses again. Between the areas the frame is transparent, which makes the file
// small. It calls yield before each area.
func (p *palette) convert(img *image.RGBA, areas []image.Rectangle, frame *image.Paletted, yield func() error) error {
	var part image.Rectangle
	for _, area := range areas {
		part = part.Union(area)
	}
	if n := part.Dx() * part.Dy(); cap(frame.Pix) < n {
		frame.Pix = make([]uint8, n)
	} else {
		frame.Pix = frame.Pix[:n]
	}
	frame.Rect, frame.Stride, frame.Palette = part, part.Dx(), p.colours
	for i := range frame.Pix {
		frame.Pix[i] = uint8(len(p.opaque))
	}
	var last color.RGBA
	index, have := uint8(0), false
	for _, area := range areas {
		if err := yield(); err != nil {
			return err
		}
		for y := area.Min.Y; y < area.Max.Y; y++ {
			pixels := img.Pix[img.PixOffset(area.Min.X, y):][:4*area.Dx()]
			row := frame.Pix[frame.PixOffset(area.Min.X, y):][:area.Dx()]
			for x := range row {
				p4 := pixels[4*x:][:4]
				if c := (color.RGBA{p4[0], p4[1], p4[2], p4[3]}); !have || c != last {
					last, index, have = c, p.index(c), true
				}
				row[x] = index
			}
		}
	}
	return nil
}

// index returns the number of the colour of the palette that is the most similar.
func (p *palette) index(c color.RGBA) uint8 {
	i, ok := p.known[c]
	if !ok {
		i = uint8(p.opaque.Index(c))
		p.known[c] = i
	}
	return i
}
