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
func (e *Env) DrawSample(g *draw.Grid, b draw.Box) {
	x, y, width, room := b.X, b.Y, b.Width, b.Height
	if room < 1 {
		return
	}
	e.DrawPieces(g, x, y, width, e.Pieces, board.Sizes[0])
	y, room = y+2, room-2
	size := board.Sizes[0]
	for _, s := range board.Sizes {
		if s.H <= room && s.W*2*rules.SeatCount <= width && e.LimitSize(s) == s {
			size = s
		}
	}
	if size != board.Sizes[0] {
		e.DrawPieces(g, x, y, width, e.Pieces, size)
	}
}

// DrawPieces draws sample pieces of every army: as many of each army as fit.
func (e *Env) DrawPieces(g *draw.Grid, x, y, width int, set *assets.Set, size board.Size) {
	facts := e.sampleFacts()
	if facts == nil {
		return
	}
	sample := board.Sample(facts, e.Styles.Theme, set, size)
	armies := len(facts.Armies)
	each := sample.Width / armies // cells of an army
	whole := max(size.W, min(each, width/armies/size.W*size.W))
	for dy := range sample.Height {
		row := sample.Row(dy)
		for army := range armies {
			for dx, c := range row[army*each : army*each+whole] {
				g.Set(x+army*whole+dx, y+dy, c.Text, c.Style)
			}
		}
	}
}

// DrawOpening draws the board of a game before the first move, with the largest squares that
// fit. It returns the number of lines drawn.
func (e *Env) DrawOpening(g *draw.Grid, b draw.Box, def *rules.Definition) int {
	v, err := def.New(nil)
	if err != nil {
		return 0
	}
	drawn := &board.View{Variant: v, Position: &rules.NewGame(v).Position, Theme: e.Styles.Theme, Pieces: e.Pieces}
	if !drawn.FitInto(b.Width, b.Height) {
		return 0
	}
	drawn.Draw(g, b.X+(b.Width-drawn.Width())/2, b.Y)
	return drawn.Height()
}
