package kit

import (
	"quadrille/assets"
	"quadrille/internal/draw"
	"quadrille/internal/draw/board"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// DrawPosition draws the board of a table with the largest squares that fit, from the side of `me` if they have a seat. It
// marks the last move, and returns the height of the board.
func DrawPosition(g *draw.Grid, b draw.Box, v *table.View, me player.ID, pieces *assets.Set, ink *Ink) int {
	home := v.Held(me).First()
	if home == rules.NoSeat {
		home = 0
	}
	drawn := &board.View{
		Variant: v.Variant, Position: &v.Position, Turned: board.Toward(v.Variant.Facts().Home[home]),
		Theme: ink.Theme, Pieces: pieces,
	}
	if !drawn.FitInto(b.Width, b.Height) {
		return 0
	}
	for i := len(v.Moves) - 1; i >= 0; i-- {
		if a := v.Moves[i].Action; a.IsBoardAction() {
			for _, sq := range [...]rules.Square{a.From, a.To} {
				if sq != rules.NoSquare {
					drawn.Marks[sq] |= board.Last
				}
			}
			break
		}
	}
	drawn.Draw(g, b.X+(b.Width-drawn.Width())/2, b.Y)
	return drawn.Height()
}
