package board

import (
	"quadrille/assets"
	"quadrille/rules"
)

// putMan puts a man on his square, drawn or written.
func (p *painter) putMan(s *square, st stand) {
	if d := p.men[s.man.Kind()]; d != nil {
		p.drawMan(s, st, d)
		return
	}
	p.writeMan(s, st)
}

// drawMan draws a man from blocks: the sign of his army below on the left, and
// below on the right how he stands.
func (p *painter) drawMan(s *square, st stand, d *assets.Drawing) {
	look := ink(s.ground, st.ink)
	p.lay(s, d, look)
	p.grid.Set(s.left, s.bottom, p.signs[s.man.Army()], look.With(Bold))
	if st.sign != "" {
		p.grid.Set(s.right, s.bottom, st.sign, ink(s.ground, st.signInk).With(Bold))
	}
}

// lay draws a drawing over a square.
func (p *painter) lay(s *square, d *assets.Drawing, look Style) {
	for dy := range d.Height {
		for dx := range d.Width {
			if block := d.At(dx, dy); block != "" {
				p.grid.Set(s.left+dx, s.top+dy, block, look)
			}
		}
	}
}

// writeMan writes a man as a character: before him the sign of his army, behind
// him how he stands. The whole line has one look, since each change of it costs
// more to send than a cell.
func (p *painter) writeMan(s *square, st stand) {
	look := ink(s.ground, st.ink)
	men := &p.set.Idle
	if st.active {
		men = &p.set.Pieces
		look.Attr |= Bold
	}
	x, y := p.middle(s)
	p.grid.blank(s.left, y, s.right+1, look)
	p.grid.Set(x-1, y, p.signs[s.man.Army()], look)
	p.grid.Set(x, y, men[s.man.Kind()-rules.Pawn], look)
	if st.sign != "" {
		p.grid.Set(x+1, y, st.sign, look)
	}
}

// middle is the cell in which a character stands.
func (p *painter) middle(s *square) (x, y int) {
	return s.left + p.view.Size.W/2, s.top + (p.view.Size.H-1)/2
}
