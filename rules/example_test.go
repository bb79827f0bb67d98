package rules_test

import (
	"fmt"
	"strings"

	"quadrille/rules"
	"quadrille/rules/variants"
)

// This example replays a game from its record in plain notation. The illegal move at the end
// is refused with a reason.
func Example_replay() {
	v, err := variants.New("chess4", nil)
	if err != nil {
		panic(err)
	}
	g := rules.NewGame(v)
	if err := rules.PlayRecord(g, rules.SplitRecord("m7-k7 j1-k3 b8-d8 h13-h11")); err != nil {
		panic(err)
	}
	fmt.Println(v.Facts().SeatName(v.Actor(&g.Position)), "to move,", len(v.Legal(&g.Position, nil)), "legal moves")
	fmt.Println(rules.PlayRecord(g, []string{"k7-i7"}))
	// Output:
	// white to move, 32 legal moves
	// ply 1: k7-i7: the pawn on k7 cannot move to i7
}

// This example converts a record: it reads the record in one format and writes it in
// another.
func ExampleFormat_convert() {
	def, err := variants.Find("chess4")
	if err != nil {
		panic(err)
	}
	plain, err := def.Format("plain")
	if err != nil {
		panic(err)
	}
	pgn, err := def.Format("c4pgn")
	if err != nil {
		panic(err)
	}
	record, _, err := plain.Read("m7-k7 j1-k3 b8-d8 h13-h11", nil)
	if err != nil {
		panic(err)
	}
	text, err := pgn.Write(record)
	if err != nil {
		panic(err)
	}
	_, moves, _ := strings.Cut(text, "\n\n") // skip the headers
	fmt.Print(moves)
	// Output:
	// 1. k7 { M7 > K7 } Nk3 { J1 > K3 } d8 { B8 > D8 } h11 { H13 > H11 }
}
