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
// left and the sign of its state at the lower right.
func (p *painter) drawPiece(s *square, st pieceState, d *assets.Drawing) {
	look := p.pieceLook(s.ground, st)
	p.lay(s, d, look)
	p.putSigns(s, st, look)
}

// putSigns writes the sign of a piece's army at the lower left of its square, and the sign of its
// state at the lower right.
func (p *painter) putSigns(s *square, st pieceState, look draw.Style) {
	p.grid.Ink(s.left, s.bottom, p.signs[s.piece.Army()], look)
	if st.sign != "" {
		p.grid.Ink(s.right, s.bottom, st.sign, ink(s.ground, st.signInk).With(draw.Bold))
	}
}

// pieceLook returns the style of a piece and of the characters beside it. If pieces are
// drawn as characters, those that can move are bold. Block drawings are never bold.
func (p *painter) pieceLook(ground draw.Style, st pieceState) draw.Style {
	look := ink(ground, st.ink)
	if st.active && p.drawings[rules.Pawn] == nil {
		look.Attr |= draw.Bold
	}
	return look
}

// lay copies a block drawing to a square.
func (p *painter) lay(s *square, d *assets.Drawing, look draw.Style) {
	for dy := range d.Height {
		for dx := range d.Width {
			if block := d.At(dx, dy); block != "" {
				p.grid.Ink(s.left+dx, s.top+dy, block, look)
			}
		}
	}
}

// writePiece writes a piece as a character, with the sign of its army on the left and the
// sign of its state on the right. In a square of two lines, both signs are below the
// character. The character and both signs have the same style, because a change of style
// costs more bytes than a cell.
func (p *painter) writePiece(s *square, st pieceState) {
	look := p.pieceLook(s.ground, st)
	pieces := &p.set.Idle
	if st.active {
		pieces = &p.set.Pieces
	}
	x, y := p.middle(s)
	p.grid.Bar(s.left, y, p.view.Size.W, look)
	p.grid.Set(x, y, pieces[s.piece.Kind()-rules.Pawn], look)
	sign := x - 1
	if p.view.Size.H == 2 {
		sign, y = x, s.bottom
		p.grid.Bar(s.left, y, p.view.Size.W, look)
	}
	p.grid.Set(sign, y, p.signs[s.piece.Army()], look)
	if st.sign != "" {
		p.grid.Set(x+1, y, st.sign, look)
	}
}

// middle returns the cell in the middle of a square, where a character is drawn.
func (p *painter) middle(s *square) (x, y int) {
	return s.left + p.view.Size.W/2, s.top + (p.view.Size.H-1)/2
}
