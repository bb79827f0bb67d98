package present_test

import (
	"fmt"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules/variants"
)

func ExampleFor() {
	game, err := variants.New("chess4", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	ada, bo := player.Player{ID: "a", Name: "Ada"}, player.Player{ID: "b", Name: "Bo"}
	view := &table.View{Variant: game, Phase: table.Playing, Position: game.Start(), Offer: &table.OfferView{By: ada, Accepted: 1}}
	view.Seats[0].Player, view.Seats[1].Player = ada, bo

	t := present.For(view, present.Viewer{ID: bo.ID})
	fmt.Println(t.Status())
	for _, q := range t.Questions {
		fmt.Printf("%s: type %q or %q\n", q.Text, q.Accept.Word(), q.Decline.Word())
	}
	// Output:
	// White to move
	// Ada offers a draw: type "accept" or "decline"
}
