package kit

import (
	"quadrille/assets"
	"quadrille/internal/draw"
	"quadrille/internal/draw/board"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// sampleFacts returns the facts of the game from which the sample pieces are taken.
func (e *Env) sampleFacts() *rules.Facts {
	v, err := variants.New(DefaultGame(), nil)
	if err != nil {
		return nil
	}
	return v.Facts()
}

// DrawSample draws sample pieces with the current settings: a line in the smallest squares
// and, if there is room, a line in the largest squares that fit.
func (e *Env) DrawSample(g *draw.Grid, x, y, room int) {
	if room < 1 {
		return
	}
	e.DrawPieces(g, x, y, e.Pieces, board.Sizes[0])
	y, room = y+2, room-2
	size := board.Sizes[0]
	for _, s := range board.Sizes {
		if s.H <= room && s.W*int(rules.King) <= g.Width-x-2 && e.LimitSize(s) == s {
			size = s
		}
	}
	if size != board.Sizes[0] {
		e.DrawPieces(g, x, y, e.Pieces, size)
	}
}

// DrawPieces draws as many of the sample pieces as fit, army by army.
func (e *Env) DrawPieces(g *draw.Grid, x, y int, set *assets.Set, size board.Size) {
	facts := e.sampleFacts()
	if facts == nil {
		return
	}
	sample := board.Sample(facts, e.Styles.Theme, set, size)
	whole := (g.Width - x - 1) / size.W * size.W
	for dy := range sample.Height {
		for dx, c := range sample.Row(dy) {
			if dx < whole {
				g.Set(x+dx, y+dy, c.Text, c.Style)
			}
		}
	}
}
