package rules_test

import (
	"testing"

	"quadrille/rules"
	"quadrille/rules/variants"
)

// TestStages checks that every game begins with its opening, which lasts at most six rounds,
// and that a game in which each seat has only its king and pawns is in its endgame.
func TestStages(t *testing.T) {
	for _, def := range variants.All() {
		v, err := def.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		p := v.Start()
		v.Settle(&p)
		for plies, want := range map[int]rules.Stage{0: rules.Opening, 23: rules.Opening, 24: rules.Middlegame} {
			if got := rules.StageOf(v, &p, plies); got != want {
				t.Errorf("%s after %d plies: %v, want %v", def.Name, plies, got, want)
			}
		}
		taken, removed := p, 0
		for _, sq := range v.Facts().Geometry.Squares {
			switch piece := p.Board[sq]; {
			case !piece.IsPiece() || piece.Kind() == rules.Pawn || piece.Kind() == rules.King:
			default:
				taken.Board[sq] = 0
				removed++
			}
			if want := rules.StageOf(v, &taken, 8); removed > 8 && want == rules.Opening {
				t.Errorf("%s: still the opening after %d pieces were captured", def.Name, removed)
			}
		}
		if got := rules.StageOf(v, &taken, 8); got != rules.Endgame {
			t.Errorf("%s without its strongest pieces: %v", def.Name, got)
		}
	}
}
