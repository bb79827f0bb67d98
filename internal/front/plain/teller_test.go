package plain

import (
	"slices"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// TestTellerNeedsNoSession checks that a teller made of values alone describes the seats of a table
// and what changed since an earlier view.
func TestTellerNeedsNoSession(t *testing.T) {
	variant, err := variants.New("chess4", nil)
	if err != nil {
		t.Fatal(err)
	}
	inky := player.Player{ID: "SHA256:inky", Name: "Inky"}
	old := &table.View{Variant: variant, Position: rules.NewGame(variant).Position, Actor: rules.NoSeat, Lifted: rules.NoSquare}
	for seat := range old.Seats {
		old.Seats[seat].Open = true
	}
	v := *old
	v.Seats[1] = table.SeatView{Player: inky, Present: true, Ready: true}
	about := teller{at: present.For(&v, present.Viewer{ID: inky.ID}), view: &v, narrator: &present.Narrator{Me: inky.ID}}
	about.tellSeats("")
	if want := []string{"White: open", "Silver: you, ready", "Black: open", "Gold: open"}; !slices.Equal(about.lines, want) {
		t.Errorf("seats: %q", about.lines)
	}
	about.lines = nil
	about.tellNews(old, &said{}, present.NewReplay(variant))
	if want := []string{"You sit down as Silver"}; !slices.Equal(about.lines, want) {
		t.Errorf("news: %q", about.lines)
	}
}
