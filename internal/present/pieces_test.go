package present_test

import (
	"slices"
	"testing"

	"quadrille/internal/present"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// TestPieces lists the pieces at the start of a game: of everybody, of the reader, and of a seat without pieces.
func TestPieces(t *testing.T) {
	game, err := variants.New("chess4", nil)
	if err != nil {
		t.Fatal(err)
	}
	start := game.Start()
	pieces := present.Pieces{Variant: game, Position: &start, Held: rules.Seats(0).With(1), Lifted: rules.NoSquare}
	all := pieces.Lines(rules.NoSeat)
	if len(all) != rules.SeatCount {
		t.Fatalf("%q", all)
	}
	for seat := range rules.Seat(rules.SeatCount) {
		if own := pieces.Lines(seat); !slices.Equal(own, all[seat:seat+1]) {
			t.Errorf("%v: %q, of all %q", seat, own, all[seat])
		}
	}
	const want = "White: king n7, queen n8, rooks n4 and n11, bishops n6 and n9, knights n5 and n10, " +
		"pawns m4, m5, m6, m7, m8, m9, m10 and m11"
	if all[0] != want || all[1][:len("Silver, you: ")] != "Silver, you: " {
		t.Errorf("%q", all[:2])
	}
	start.Board = [len(start.Board)]rules.Piece{}
	if got := pieces.Lines(0); !slices.Equal(got, []string{"White has no pieces"}) {
		t.Errorf("%q", got)
	}
}
