package board

import (
	"quadrille/assets"
	"quadrille/internal/draw"
	"quadrille/rules"
)

// Sample draws the pieces of every army on a line of squares, so that players can check how
// their terminal shows them.
func Sample(f *rules.Facts, t *assets.Theme, set *assets.Set, size Size) *draw.Grid {
	v := &View{Size: size, Pieces: set, Theme: t}
	if v.Size == (Size{}) {
		v.Size = Sizes[0]
	}
	kinds := int(rules.King)
	g := draw.NewGrid(len(f.Armies)*kinds*v.Size.W, v.Size.H, draw.Style{Fg: t.Text, Bg: t.Page})
	p := newPainter(v, f, g)
	for i := range len(f.Armies) * kinds {
		army, kind := rules.Army(i/kinds), rules.King-rules.Kind(i%kinds)
		s := square{left: i * v.Size.W, right: (i+1)*v.Size.W - 1, bottom: v.Size.H - 1, piece: rules.NewPiece(kind, army), light: i%2 == 0}
		s.ground = p.ground(&s)
		p.clear(&s)
		p.putPiece(&s, pieceState{active: true, ink: p.armies[army]})
	}
	return g
}
