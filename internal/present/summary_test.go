package present_test

import (
	"testing"

	"quadrille/internal/present"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules/variants"
)

// TestListsShowTheShortNameOfTheGame checks that lists of tables, which have little room, show the short name of a game
// also where its title is another.
func TestListsShowTheShortNameOfTheGame(t *testing.T) {
	for _, def := range variants.All() {
		v, err := def.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		game, _ := present.GameAndClock(&view.Summary{Title: v.Facts().Title, Terms: table.Terms{Game: def.Name}})
		if want := present.Capital(def.Name); game != want {
			t.Errorf("%s: got %q, want %q", def.Name, game, want)
		}
	}
}
