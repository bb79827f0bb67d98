package plain

import (
	"testing"

	"quadrille/internal/present"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// TestBetterRemovalIsNoCapture checks the sentence about a piece that should have been taken off
// the board.
func TestBetterRemovalIsNoCapture(t *testing.T) {
	v, err := variants.New("forchess", nil)
	if err != nil {
		t.Fatal(err)
	}
	g := rules.NewGame(v)
	shown := &table.View{Variant: v, Position: g.Position, Phase: table.Finished}
	shown.Moves = []table.MoveView{{Action: v.Legal(&g.Position, nil)[0]}}
	about := teller{at: present.For(shown, present.Viewer{}), view: shown, narrator: &present.Narrator{}}
	from, ok := v.Facts().Geometry.Square("e1")
	if !ok {
		t.Fatal("no square e1")
	}
	best := rules.Action{Type: rules.Remove, Path: rules.Path{From: from}}
	piece := g.Position.Board[from].Kind().Name()
	if got := about.better(1, &view.Assessment{Best: best}); got != "to take the "+piece+" on e1 off the board" {
		t.Errorf("better was %q", got)
	}
}
