package picture

import (
	"bytes"
	"fmt"
	"image/color"
	"strings"

	"quadrille/assets"
	"quadrille/internal/draw/board"
	"quadrille/rules"
)

// pieces are the pieces of a board, drawn from the vector pictures of package assets.
type pieces struct {
	list        []board.Placed
	theme       *assets.Theme
	size        board.Size
	left, above int // cells to the left of the board and above it
}

// outline is the width of the line around a piece, in hundredths of a square.
const outline = 3

// write writes the pieces as SVG elements. Each kind of piece is defined once.
func (p *pieces) write(b *bytes.Buffer) {
	if p == nil {
		return
	}
	var used [rules.King + 1]bool
	b.WriteString("<defs>")
	for _, one := range p.list {
		if used[one.Kind] {
			continue
		}
		used[one.Kind] = true
		elements := strings.ReplaceAll(assets.VectorPiece(one.Kind.Name()), `class="detail"`, `fill="none"`)
		fmt.Fprintf(b, `<symbol id="%s" viewBox="0 0 100 100">%s</symbol>`, one.Kind.Name(), elements)
	}
	fmt.Fprintf(b, `</defs><g stroke-width="%d" stroke-linejoin="round" stroke-linecap="round">`, outline)
	for _, one := range p.list {
		body, line := p.colours(&one)
		fmt.Fprintf(b, `<use href="#%s" x="%d" y="%d" width="%d" height="%d" fill="%s" stroke="%s"/>`, one.Kind.Name(),
			2*(p.left+one.X), 4*(p.above+one.Y), 2*p.size.W, 4*p.size.H, body, line)
	}
	b.WriteString("</g>")
}

// Colours of the lines around dark and light pieces.
var (
	onDark  = color.RGBA{0xd8, 0xda, 0xde, 0xff}
	onLight = color.RGBA{0x22, 0x24, 0x2a, 0xff}
)

// colours returns the colours of a piece and of the lines around it. A piece that nobody can
// move is hollow.
func (p *pieces) colours(one *board.Placed) (body, line string) {
	ink := colour(p.theme, one.Ink, DefaultFg)
	if !one.Live {
		return "none", hex(ink)
	}
	if 3*int(ink.R)+6*int(ink.G)+int(ink.B) < 10*0x50 {
		return hex(ink), hex(onDark)
	}
	return hex(ink), hex(onLight)
}
