package picture

import (
	"bufio"
	"compress/lzw"
	"encoding/binary"
	"image"
	"image/color"
	"io"
	"math/bits"
)

// gifWriter writes an animated GIF one frame after the other. The function gif.EncodeAll of the
// standard library needs all frames at once, and writes the same bytes.
type gifWriter struct {
	out     *bufio.Writer
	size    image.Point
	palette color.Palette
	yield   func() error // called often
	begun   bool
}

func newGIFWriter(w io.Writer, size image.Point, p color.Palette, yield func() error) *gifWriter {
	return &gifWriter{out: bufio.NewWriterSize(w, 16<<10), size: size, palette: p, yield: yield}
}

// depth returns the number of bits of a pixel.
func (g *gifWriter) depth() int { return max(1, bits.Len(uint(len(g.palette)-1))) }

// begin writes the header, the colours and, if there is more than one frame, the instruction
// to repeat the animation for ever.
func (g *gifWriter) begin(repeat bool) {
	g.begun = true
	g.text("GIF89a")
	g.numbers(uint16(g.size.X), uint16(g.size.Y))
	g.bytes(0x80|byte(g.depth()-1), 0, 0)
	for i := range 1 << g.depth() {
		var c color.RGBA // unused colours are black
		if i < len(g.palette) {
			c = color.RGBAModel.Convert(g.palette[i]).(color.RGBA)
		}
		g.bytes(c.R, c.G, c.B)
	}
	if repeat {
		g.bytes(0x21, 0xff, 11)
		g.text("NETSCAPE2.0")
		g.bytes(3, 1, 0, 0, 0)
	}
}

// write writes a frame that is not the last one. The parameter `delay` is the time for which
// it is shown, in hundredths of a second.
func (g *gifWriter) write(frame *image.Paletted, delay int) error {
	if !g.begun {
		g.begin(true)
	}
	return g.frame(frame, delay)
}

// end writes the last frame and the end of the file.
func (g *gifWriter) end(frame *image.Paletted, delay int) error {
	if !g.begun {
		g.begin(false)
	}
	if err := g.frame(frame, delay); err != nil {
		return err
	}
	g.bytes(0x3b)
	return g.out.Flush()
}

func (g *gifWriter) frame(f *image.Paletted, delay int) error {
	g.bytes(0x21, 0xf9, 4, 1) // 1: the last colour is transparent
	g.numbers(uint16(delay))
	g.bytes(byte(len(g.palette)-1), 0, 0x2c)
	g.numbers(uint16(f.Rect.Min.X), uint16(f.Rect.Min.Y), uint16(f.Rect.Dx()), uint16(f.Rect.Dy()))
	width := max(2, g.depth())
	g.bytes(0, byte(width))
	blocks := &blockWriter{out: g.out}
	packed := lzw.NewWriter(blocks, lzw.LSB, width)
	for y := range f.Rect.Dy() {
		if _, err := packed.Write(f.Pix[y*f.Stride:][:f.Rect.Dx()]); err != nil {
			return err
		}
		if y%16 == 0 {
			if err := g.yield(); err != nil {
				return err
			}
		}
	}
	if err := packed.Close(); err != nil {
		return err
	}
	return blocks.end()
}

// The following methods ignore errors: the buffer returns its first error again when it is
// flushed or when a block is written.

func (g *gifWriter) text(s string)   { _, _ = g.out.WriteString(s) }
func (g *gifWriter) bytes(b ...byte) { _, _ = g.out.Write(b) }

func (g *gifWriter) numbers(list ...uint16) {
	for _, n := range list {
		_, _ = g.out.Write(binary.LittleEndian.AppendUint16(nil, n))
	}
}

// blockWriter writes data in blocks of at most 255 bytes, each after its length.
type blockWriter struct {
	out   *bufio.Writer
	block [256]byte // its first byte is the number of bytes after it
}

// WriteByte adds a byte to the block. Package lzw calls it for each byte.
func (b *blockWriter) WriteByte(c byte) error {
	b.block[0]++
	b.block[b.block[0]] = c
	if b.block[0] < 255 {
		return nil
	}
	return b.flush()
}

// Write adds bytes to the block.
func (b *blockWriter) Write(p []byte) (int, error) {
	for i, c := range p {
		if err := b.WriteByte(c); err != nil {
			return i, err
		}
	}
	return len(p), nil
}

// Flush does nothing. Package lzw uses a writer without a buffer of its own only if the writer
// has this method.
func (b *blockWriter) Flush() error { return nil }

func (b *blockWriter) flush() error {
	_, err := b.out.Write(b.block[:1+int(b.block[0])])
	b.block[0] = 0
	return err
}

// end writes the last block and the mark after it.
func (b *blockWriter) end() error {
	if b.block[0] > 0 {
		if err := b.flush(); err != nil {
			return err
		}
	}
	return b.out.WriteByte(0)
}
