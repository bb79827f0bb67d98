package board

import (
	"quadrille/internal/draw"
	"quadrille/rules"
)

// drawMarks draws the signs of a square's two most important marks, and brackets for the
// cursor.
func (p *painter) drawMarks(s *square) {
	if s.mark == 0 {
		return
	}
	if p.view.Size.W == 3 {
		p.markSmall(s)
		return
	}
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
		look := ink(s.ground, p.view.Theme.Board.Take)
		for y := s.top + 1; y < s.bottom; y++ {
			p.grid.Set(s.left, y, "▌", look)
			p.grid.Set(s.right, y, "▐", look)
		}
	}
	if s.mark&Cursor != 0 {
		p.brackets(s, s.top+1, s.bottom-1)
	}
}

func (p *painter) brackets(s *square, top, bottom int) {
	look := ink(s.ground, p.view.Theme.Board.Sign).With(draw.Bold)
	for y := top; y <= bottom; y++ {
		p.grid.Set(s.left, y, "[", look)
		p.grid.Set(s.right, y, "]", look)
	}
}

func (p *painter) putSign(s *square, x, y, i int) {
	if i >= 0 {
		p.grid.Ink(x, y, markSigns[i].sign, p.signLook(s, markSigns[i].mark))
	}
}

// signLook returns the style of the character that shows a mark. The character for the last
// move has the same style as the moved piece, so that drawing a move takes few changes of
// style.
func (p *painter) signLook(s *square, mark Mark) draw.Style {
	b := &p.view.Theme.Board
	switch {
	case mark == Take:
		return ink(s.ground, b.Take).With(draw.Bold)
	case mark == Last && p.moved.IsPiece():
		return p.pieceLook(s.ground, p.state(p.movedTo, p.moved))
	}
	return ink(s.ground, b.Sign).With(draw.Bold)
}

// markSmall draws the marks of a square that is one line high. Only the mark of a lifted
// piece overwrites the sign of the army.
func (p *painter) markSmall(s *square) {
	first, _ := p.topSigns(s)
	look := ink(s.ground, p.view.Theme.Board.Sign).With(draw.Bold)
	switch cursor := s.mark&Cursor != 0; {
	case cursor && s.mark&Lifted != 0:
		p.grid.Set(s.left, s.top, "[", look)
		p.grid.Set(s.right, s.top, "^", look)
	case cursor && s.mark&Take != 0 && s.piece.IsPiece():
		p.grid.Set(s.right, s.top, "X", p.signLook(s, Take))
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
