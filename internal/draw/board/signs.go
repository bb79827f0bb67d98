package board

import (
	"quadrille/assets"
	"quadrille/internal/draw"
	"quadrille/rules"
)

// drawMarks draws the marks of a square that are not part of its background.
func (p *painter) drawMarks(s *square) {
	switch {
	case s.mark == 0:
	case p.view.Size == Tiny && p.view.Theme.Plain:
		p.markTiny(s)
	case p.view.Size == Tiny:
		p.markTinyColoured(s)
	case p.view.Size.W == 3 && p.view.Theme.Plain:
		p.markSmall(s)
	case p.view.Size.W == 3:
		p.markSmallColoured(s)
	case p.view.Theme.Plain:
		p.markPlain(s)
	default:
		p.markColoured(s)
	}
}

// The characters in the corners of a marked square: upper left, upper right, lower left and lower
// right.
var (
	sextantCorners = [4]string{"\U0001FB06", "\U0001FB0A", "\U0001FB31", "\U0001FB35"}
	quarterCorners = [4]string{"▛", "▜", "▙", "▟"}
)

// markColoured draws corners for the cursor, for a possible capture and for a premove. If a square
// has several of these marks, the upper corners show the first and the lower corners the second.
// The lower left corner of a piece is the sign of its army. Signs stand for a check and for the best
// move.
func (p *painter) markColoured(s *square) {
	b := p.colours
	var inks [2]assets.Shade
	n := 0
	for _, c := range [...]struct {
		marks Mark
		ink   assets.Shade
	}{{Cursor, b.Cursor}, {Take | Victim, b.Take}, {Premove, b.Premove}} {
		if s.mark&c.marks != 0 && n < 2 {
			inks[n] = c.ink
			n++
		}
	}
	if n == 1 {
		inks[1] = inks[0]
	}
	if piece := s.piece.IsPiece(); n > 0 {
		p.corner(s, s.left, s.top, 0, inks[0])
		p.corner(s, s.right, s.top, 1, inks[0])
		if !piece {
			p.corner(s, s.left, s.bottom, 2, inks[1])
		}
		if !piece || p.state(s.at, s.piece).sign == "" {
			p.corner(s, s.right, s.bottom, 3, inks[1])
		}
	}
	if sign := shortSign(s.mark); sign != "" {
		p.grid.Set(s.right, s.top, sign, ink(s.ground, b.Sign).With(draw.Bold))
	}
}

func (p *painter) corner(s *square, x, y, which int, shade assets.Shade) {
	p.grid.Set(x, y, p.corners[which], ink(s.ground, shade))
}

// shortSign returns the sign of a check, a checkmate or the best move, or "".
func shortSign(m Mark) string {
	switch {
	case m&Mated != 0:
		return "#"
	case m&Check != 0:
		return "!"
	case m&Best != 0:
		return "A"
	}
	return ""
}

// markSmallColoured draws brackets for the cursor in a square that is one line high, and signs for
// the other marks that are not a background.
func (p *painter) markSmallColoured(s *square) {
	b := p.colours
	sign, shade := shortSign(s.mark), b.Sign
	switch {
	case sign != "":
	case s.mark&Lifted != 0:
		sign = "^"
	case s.mark&Victim != 0:
		sign, shade = "%", b.Take
	case s.mark&Take != 0 && s.piece.IsPiece():
		sign, shade = "x", b.Take
	case s.mark&Premove != 0:
		sign, shade = ":", b.Premove
	}
	if s.mark&Cursor != 0 {
		shade = b.Cursor
		if s.mark&Take != 0 {
			shade = b.Take
		}
		p.grid.Set(s.left, s.top, "[", ink(s.ground, shade).With(draw.Bold))
		if sign != "^" {
			sign = "]"
		}
	}
	if sign != "" {
		p.grid.Set(s.right, s.top, sign, ink(s.ground, shade).With(draw.Bold))
	}
}

// markTinyColoured draws the marks of a square that has room for two characters. The colour of a piece tells its army, so a sign may
// stand in the place of that of the army. The cursor is in reverse video on a piece.
func (p *painter) markTinyColoured(s *square) {
	b := p.colours
	sign, shade := "", b.Take
	switch piece := s.piece.IsPiece(); {
	case piece && s.mark&Victim != 0:
		sign = "%"
	case piece && s.mark&Take != 0:
		sign = "x"
	case s.mark&Premove != 0:
		sign, shade = ":", b.Premove
	case !piece && s.mark&Cursor != 0:
		sign, shade = "[", b.Cursor
	}
	if sign != "" {
		p.grid.Set(s.left, s.top, sign, ink(s.ground, shade).With(draw.Bold))
	}
	switch {
	case s.mark&Cursor == 0:
	case s.piece.IsPiece():
		p.add(s, draw.Reverse)
	case s.mark&(Step|Take) == 0:
		p.grid.Set(s.right, s.top, "]", ink(s.ground, b.Cursor).With(draw.Bold))
	}
}

// markTiny draws the marks of a square that has room for two characters, in a theme without colours. A piece with a mark is
// underlined, because its sign and its letter are needed. The cursor is in reverse video.
func (p *painter) markTiny(s *square) {
	if s.mark&^(Cursor|Step) == 0 {
		return
	}
	if first, _ := p.topSigns(s); !s.piece.IsPiece() && s.mark&(Step|Take) == 0 {
		p.putSign(s, s.right, s.top, first)
		return
	}
	p.add(s, draw.Underline)
}

// add adds an attribute to the cells of a square.
func (p *painter) add(s *square, a draw.Attr) {
	for x := s.left; x <= s.right; x++ {
		p.grid.Add(x, s.top, a)
	}
}

// markPlain draws the signs of a square's two most important marks, and brackets for the
// cursor.
func (p *painter) markPlain(s *square) {
	first, second := p.topSigns(s)
	y := s.top
	if p.view.Size.H >= largeHeight {
		p.drawSides(s)
		p.putSign(s, s.left, s.top, second)
		if first >= 0 && markSigns[first].mark == Last && !p.hides(s, first) {
			y = s.bottom
		}
	} else if s.mark&Cursor != 0 {
		p.brackets(s, s.top, s.top)
	}
	p.putSign(s, s.right, y, first)
}

// topSigns returns the indexes in markSigns of the two most important marks on a square. An
// index is -1 if there is no such mark.
func (p *painter) topSigns(s *square) (first, second int) {
	first, second = -1, -1
	for i := range markSigns {
		switch {
		case s.mark&markSigns[i].mark == 0:
		case first < 0:
			first = i
		case second < 0:
			second = i
		}
	}
	return first, second
}

// drawSides draws a bar on both sides of a square where the lifted piece can capture. If the
// cursor is on the square, it draws brackets instead.
func (p *painter) drawSides(s *square) {
	if s.mark&Take != 0 {
		for y := s.top + 1; y < s.bottom; y++ {
			p.grid.Set(s.left, y, "▌", s.ground)
			p.grid.Set(s.right, y, "▐", s.ground)
		}
	}
	if s.mark&Cursor != 0 {
		p.brackets(s, s.top+1, s.bottom-1)
	}
}

func (p *painter) brackets(s *square, top, bottom int) {
	look := s.ground.With(draw.Bold)
	for y := top; y <= bottom; y++ {
		p.grid.Set(s.left, y, "[", look)
		p.grid.Set(s.right, y, "]", look)
	}
}

func (p *painter) putSign(s *square, x, y, i int) {
	if i >= 0 {
		p.grid.Ink(x, y, markSigns[i].sign, s.ground.With(draw.Bold))
	}
}

// markSmall draws the marks of a square that is one line high, in a theme without colours. Only the mark of a lifted
// piece overwrites the sign of the army.
func (p *painter) markSmall(s *square) {
	first, _ := p.topSigns(s)
	look := s.ground.With(draw.Bold)
	switch cursor := s.mark&Cursor != 0; {
	case cursor && s.mark&Lifted != 0:
		p.grid.Set(s.left, s.top, "[", look)
		p.grid.Set(s.right, s.top, "^", look)
	case cursor && s.mark&Take != 0 && s.piece.IsPiece():
		p.grid.Set(s.right, s.top, "X", look)
	case cursor && s.piece.IsPiece():
		p.grid.Set(s.right, s.top, "]", look)
	case cursor:
		p.brackets(s, s.top, s.bottom)
	case first < 0, s.mark&Take != 0 && !s.piece.IsPiece(), p.hides(s, first):
	default:
		p.putSign(s, s.right, s.top, first)
	}
}

// hides reports whether to omit the character of mark i. On a piece, the mark of the last
// move is omitted if it would cover the character that shows the piece's army or state.
func (p *painter) hides(s *square, i int) bool {
	return markSigns[i].mark == Last && s.piece.IsPiece() && p.state(s.at, s.piece).sign != ""
}

func signs(f *rules.Facts) (all [rules.SeatCount]string) {
	for a := range f.Armies {
		all[a] = Sign(f, rules.Army(a))
	}
	return all
}
