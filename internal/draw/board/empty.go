package board

import "quadrille/internal/draw"

// writeEmpty writes a sign in the middle of a small empty square if the lifted piece can
// move to it. In a theme without colours, any other empty square gets a sign that says
// whether the square is light or dark.
func (p *painter) writeEmpty(s *square) {
	x, y := p.middle(s)
	switch b := p.colours; {
	case s.mark&Take != 0:
		p.grid.Set(x, y, "x", ink(s.ground, b.Take).With(draw.Bold))
	case s.mark&Step != 0:
		p.grid.Set(x, y, "o", ink(s.ground, b.Step).With(draw.Bold))
	case p.view.Theme.Plain:
		p.grid.Set(x, y, p.texture(s), s.ground)
	}
}

// drawEmpty draws an empty square. It draws a large dot if the lifted piece can move there.
// Otherwise, in a theme without colours, it fills a dark square with small dots, and draws
// one small dot on a light square.
func (p *painter) drawEmpty(s *square) {
	switch {
	case s.mark&(Step|Take) != 0:
		p.drawDot(s)
	case p.view.Theme.Plain && s.light:
		x, y := p.middle(s)
		p.grid.Set(x, y, p.texture(s), s.ground)
	case p.view.Theme.Plain:
		for y := s.top; y <= s.bottom; y++ {
			for x := s.left + 1 + (y-s.top)%2; x < s.right; x += 2 {
				p.grid.Set(x, y, ".", s.ground)
			}
		}
	}
}

func (p *painter) drawDot(s *square) {
	look := ink(s.ground, p.colours.Step)
	if s.mark&Take != 0 {
		look.Fg = p.colours.Take
	}
	p.lay(s, p.dot, look)
}

// texture returns the character that marks a square as light or dark in a theme without
// colours.
func (p *painter) texture(s *square) string {
	if s.light {
		return "."
	}
	return ":"
}
