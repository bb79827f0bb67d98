package board

import (
	"quadrille/assets"
	"quadrille/internal/draw"
	"quadrille/rules"
)

// putPiece draws a piece as a block drawing or as a character.
func (p *painter) putPiece(s *square, st pieceState) {
	if d := p.drawings[s.piece.Kind()]; d != nil {
		p.drawPiece(s, st, d)
		return
	}
	p.writePiece(s, st)
}

// drawPiece draws a piece from block characters, with the sign of its army at the lower
// left and the sign of its state at the lower right. A piece that cannot move is hollow. The sign of
// the army has the colour of the outline, which needs no further change of style.
func (p *painter) drawPiece(s *square, st pieceState, d *assets.Drawing) {
	look := p.pieceLook(s, st)
	if !st.active {
		d = d.Hollow()
	}
	if p.edged(st) {
		p.layEdged(s, d, st.ink)
		look.Fg = p.outline
	} else {
		p.lay(s, d, look)
	}
	p.putSigns(s, st, look)
}

// edged reports whether a piece has an outline. Pieces that are as dark as the outline and pieces
// that no seat moves have none.
func (p *painter) edged(st pieceState) bool {
	if p.outline == 0 || st.ink == p.colours.Static {
		return false
	}
	tones := p.view.Theme.Tones
	return light(tones[st.ink].True) > light(tones[p.outline].True)
}

func light(c assets.RGB) int { return int(c.R) + int(c.G) + int(c.B) }

// putSigns writes the sign of a piece's army at the lower left of its square, and the sign of its
// state at the lower right. On light squares they have the colour of signs, because white ones
// would be illegible. A hollow piece needs no sign that says that no player moves it.
func (p *painter) putSigns(s *square, st pieceState, look draw.Style) {
	if p.outline != 0 && p.view.Theme.Large.Board != nil && st.ink != p.colours.Static {
		look.Fg, st.signInk = p.colours.Sign, p.colours.Sign
	}
	p.grid.Set(s.left, s.bottom, p.signs[s.piece.Army()], look)
	if st.sign != "" && (st.sign != noPlayerSign || p.view.Theme.Plain || p.view.Bare) {
		p.grid.Set(s.right, s.bottom, st.sign, ink(look, st.signInk))
	}
}

// pieceLook returns the style of a piece and of the characters beside it. If pieces are
// drawn as characters, those that can move are bold. Block drawings are never bold, and neither
// are pieces on terminals with sixteen colours, some of which show bold text in another colour.
func (p *painter) pieceLook(s *square, st pieceState) draw.Style {
	look := ink(s.ground, st.ink)
	if plate := p.plates[s.piece.Army()]; plate != 0 && st.ink == p.armies[s.piece.Army()] {
		look.Bg = plate
	}
	if st.active && p.drawings[rules.Pawn] == nil && !p.view.Theme.Textured {
		look.Attr |= draw.Bold
	}
	return look
}

// lay copies a block drawing to a square.
func (p *painter) lay(s *square, d *assets.Drawing, look draw.Style) {
	for dy := range d.Height {
		for dx := range d.Width {
			if block := d.At(dx, dy); block != "" {
				p.grid.Set(s.left+dx, s.top+dy, block, look)
			}
		}
	}
}

// layEdged copies the drawing of a piece with its outline. The outline is the text colour of all of its
// cells, on the colour of the piece or on that of the square, because a change of one colour takes fewer
// bytes than a change of two.
func (p *painter) layEdged(s *square, d *assets.Drawing, body assets.Shade) {
	line := ink(s.ground, p.outline)
	for dy := range d.Height {
		for dx := range d.Width {
			if d.At(dx, dy) != "" {
				p.grid.Set(s.left+dx, s.top+dy, d.Rest(dx, dy), line.On(body))
			} else if block := d.Around(dx, dy); block != "" {
				p.grid.Set(s.left+dx, s.top+dy, block, line)
			}
		}
	}
}

// writePiece writes a piece as a character, with the sign of its army on the left and the
// sign of its state on the right. In a square of two lines, both signs are below the
// character. The character and both signs have the same style, because a change of style
// costs more bytes than a cell.
func (p *painter) writePiece(s *square, st pieceState) {
	look := p.pieceLook(s, st)
	pieces := &p.set.Idle
	if st.active {
		pieces = &p.set.Pieces
	}
	x, y := p.middle(s)
	p.bar(s, y, look)
	p.grid.Set(x, y, pieces[s.piece.Kind()-rules.Pawn], look)
	sign := x - 1
	if p.view.Size.H == 2 {
		sign, y = x, s.bottom
		p.bar(s, y, look)
	}
	of := look
	if p.view.Size == Tiny && p.view.Theme.Plain { // nothing else separates the letters of pieces that stand side by side
		of.Attr &^= draw.Bold
	}
	p.grid.Set(sign, y, p.signs[s.piece.Army()], of)
	if st.sign != "" && x < s.right {
		p.grid.Set(x+1, y, st.sign, look)
	}
}

// bar gives a line of a square the style of its piece, unless it shows a texture.
func (p *painter) bar(s *square, y int, look draw.Style) {
	if !p.view.Theme.Textured {
		p.grid.Bar(s.left, y, p.view.Size.W, look)
	}
}

// middle returns the cell in the middle of a square, where a character is drawn.
func (p *painter) middle(s *square) (x, y int) {
	return s.left + p.view.Size.W/2, s.top + (p.view.Size.H-1)/2
}
