package board

import (
	"quadrille/assets"
	"quadrille/rules"
)

// drawMan draws a man from blocks: the sign of his army below on the left, and
// below on the right how he stands.
func (p *painter) drawMan(s *square) {
	st := p.stand(s)
	look := ink(s.ground, st.ink)
	drawing := assets.Drawn(s.man.Kind().Word(), p.Size.W, p.Size.H)
	for dy := range p.Size.H {
		for dx := range p.Size.W {
			if block := drawing.At(dx, dy); block != "" {
				p.Set(s.left+dx, s.top+dy, block, look)
			}
		}
	}
	p.Set(s.left, s.bottom, p.signs[s.man.Army()], look.With(Bold))
	if st.sign != "" {
		p.Set(s.right, s.bottom, st.sign, ink(s.ground, st.signInk).With(Bold))
	}
}

// writeMan writes a man as a character: before him the sign of his army, behind
// him how he stands. The whole line has one look, since each change of it costs
// more to send than a cell.
func (p *painter) writeMan(s *square) {
	st := p.stand(s)
	look := ink(s.ground, st.ink)
	men := &p.set.Idle
	if st.active {
		men = &p.set.Men
		look.Attr |= Bold
	}
	x, y := p.middle(s)
	p.blank(s.left, y, s.right+1, look)
	p.Set(x-1, y, p.signs[s.man.Army()], look)
	p.Set(x, y, men[s.man.Kind()-rules.Pawn], look)
	if st.sign != "" {
		p.Set(x+1, y, st.sign, look)
	}
}

// middle is the cell in which a character stands.
func (p *painter) middle(s *square) (x, y int) { return s.left + p.Size.W/2, s.top + (p.Size.H-1)/2 }
