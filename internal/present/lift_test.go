package present_test

import (
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
)

// TestCannotLift checks why a player cannot lift a piece: at their turn, for a premove, and when another piece was touched.
func TestCannotLift(t *testing.T) {
	v := logged(t, table.Terms{Game: "chess4"})
	touched := *v
	touched.Lifted, _ = v.Variant.Facts().Geometry.Square("m7")
	stopped := *v
	stopped.Allowed = table.Allowed{}
	for _, test := range []struct {
		view   *table.View
		person int
		square string
		want   string
	}{
		{v, 0, "m7", ""},
		{v, 0, "k7", "there is no piece on k7"},
		{v, 0, "a8", "the king on a8 is black's"},
		{v, 0, "n7", "the king on n7 cannot move"},
		{v, 2, "a8", ""},
		{v, 2, "k7", "there is no piece on k7"},
		{v, 2, "m7", "the pawn on m7 is white's"},
		{&stopped, 2, "a8", "it is not your turn; White is to move"},
		{&touched, 0, "m7", ""},
		{&touched, 0, "m8", "You touched the pawn on m7, so it must move"},
	} {
		sq, _ := v.Variant.Facts().Geometry.Square(test.square)
		at := present.For(test.view, present.Viewer{ID: people[test.person].ID})
		if got := at.CannotLift(sq); got != test.want {
			t.Errorf("%s for %s: %q, want %q", test.square, people[test.person].Name, got, test.want)
		}
		if moves := at.MovesFrom(sq); (len(moves) > 0) != (test.person == 0 && test.want == "") {
			t.Errorf("%s for %s: %d moves", test.square, people[test.person].Name, len(moves))
		}
	}
}

// TestWhoGetsLegalMoves checks that players get only the moves of their own turn, and other people those of each turn.
func TestWhoGetsLegalMoves(t *testing.T) {
	v := logged(t, table.Terms{Game: "chess4"})
	for id, want := range map[player.ID]string{people[0].ID: "", people[1].ID: "it is not your turn; White is to move", "stranger": ""} {
		if got := present.For(v, present.Viewer{ID: id}).CannotList(); got != want {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
		if err := present.CannotList(v, player.Player{ID: id, Name: "?"}); (err == nil) != (want == "") {
			t.Errorf("%s: %v", id, err)
		}
	}
}
