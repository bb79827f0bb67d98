package present_test

import (
	"strings"
	"testing"

	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// TestConfirmations checks which commands a player confirms, and what they are asked.
func TestConfirmations(t *testing.T) {
	teams := table.Terms{Game: "chess4", Options: map[string]string{"teams": "on"}, Clock: open.Clock, Fairness: table.Fairness}
	pawn, _ := logged(t, open).Variant.Facts().Geometry.Square("m7")
	for _, test := range []struct {
		terms   table.Terms
		command table.Command
		events  []table.Event
		want    string
	}{
		{open, present.Resignation(0), nil, "Resign white? You will be eliminated. Your pieces stay on the board and no longer move."},
		{teams, present.Resignation(0), nil, "Resign white? A team resigns together. Your partner is asked first."},
		{
			open,
			table.Command{Kind: table.OfferDraw},
			nil,
			"Offer a draw? The game is drawn if all remaining players accept in the same round.",
		},
		{open, table.Command{Kind: table.OfferDraw}, []table.Event{by(table.DrawOffered, people[1])}, ""},
		{open, table.Command{Kind: table.Lift, Square: pawn}, nil, "Lift the pawn on m7? A touched piece must move."},
		{open, table.Command{Kind: table.AcceptDraw}, nil, ""},
		{
			open,
			table.Command{Kind: table.Abort},
			nil,
			"Abort the game? Not every seat has moved. An aborted game has no result and is not rated.",
		},
	} {
		got := ""
		if d := present.For(logged(t, test.terms, test.events...), present.Viewer{ID: "a"}).Confirmation(&test.command); d != nil {
			got = d.Question()
		}
		if got != test.want {
			t.Errorf("kind %d: %q, want %q", test.command.Kind, got, test.want)
		}
	}
}

// TestProposedResignation checks what a player, their partner and an opponent are asked after the player has proposed
// to resign.
func TestProposedResignation(t *testing.T) {
	v := logged(t, table.Terms{Game: "chess4", Options: map[string]string{"teams": "on"}})
	v.Resigning = rules.Seats(0).With(0) // an opponent's view lacks it
	for id, want := range map[string]string{
		"a": "You offered to resign; waiting for Cy.", "c": "Ada wants your team to resign.",
	} {
		d := present.For(v, present.Viewer{ID: people[id[0]-'a'].ID}).AskEnd()
		if last := d.Options[len(d.Options)-1].Command; d.Text != want || last.Kind != table.PlayOn {
			t.Errorf("%s: %+v", id, d)
		}
	}
}

// TestClaimOfAWin checks what resigning is called if the player then has the most points, and that it is
// called so only then.
func TestClaimOfAWin(t *testing.T) {
	tried := 0
	for _, def := range variants.All() {
		variant, err := def.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := variant.(rules.Resigner); !ok {
			continue
		}
		tried++
		terms := open
		terms.Game = def.Name
		v := logged(t, terms)
		v.Position.State[1], v.Position.State[3] = rules.Eliminated, rules.Eliminated
		resign := present.Resignation(0)
		for points, want := range map[uint16]string{100: "Claim the win?", 0: "Resign " + variant.Facts().Seats[0] + "?"} {
			v.Position.Points[0] = points
			d := present.For(v, present.Viewer{ID: "a"}).Confirmation(&resign)
			if d == nil || !strings.HasPrefix(d.Question(), want+" The game ends") {
				t.Errorf("%s, %d points: %+v", def.Name, points, d)
			}
		}
	}
	if tried == 0 {
		t.Error("no game has another word for resigning")
	}
}
