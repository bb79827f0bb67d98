package variants_test

import (
	"testing"

	"quadrille/rules"
	"quadrille/rules/variants"
)

func TestAdjudicatedResults(t *testing.T) {
	for _, c := range []struct {
		game    string
		options map[string]string
		to      rules.Seats
		scores  [4]uint8 // expected score of each seat, in sixths
		winners rules.Seats
	}{
		{"chess4", nil, 0b1111, [4]uint8{9, 9, 9, 9}, 0},
		// the other three seats are eliminated together and share the last three places (C30)
		{"chess4", nil, 0b0010, [4]uint8{6, 18, 6, 6}, 0b0010},
		{"chess4", nil, 0b0011, [4]uint8{15, 15, 3, 3}, 0},
		{"chess4", map[string]string{"teams": "on"}, 0b0001, [4]uint8{6, 0, 6, 0}, 0b0101},
		{"chess4", map[string]string{"teams": "on"}, 0b1111, [4]uint8{3, 3, 3, 3}, 0},
		{"verney", nil, 0b0001, [4]uint8{6, 0, 6, 0}, 0b0101},
		{"verney", nil, 0b0011, [4]uint8{3, 3, 3, 3}, 0}, // with a winner in each team, the game is a draw
		{"quadrochess", nil, 0b0010, [4]uint8{0, 6, 6, 0}, 0b0110},
		{"forchess", nil, 0b0001, [4]uint8{6, 0, 6, 0}, 0b0101},
		{"forchess", map[string]string{"cutthroat": "on"}, 0b1000, [4]uint8{0, 0, 0, 6}, 0b1000},
		{"forchess", map[string]string{"cutthroat": "on"}, 0b1001, [4]uint8{3, 0, 0, 3}, 0},
	} {
		v, err := variants.New(c.game, c.options)
		if err != nil {
			t.Fatal(err)
		}
		g := rules.NewGame(v)
		before := g.Position
		if !g.Adjudicate(c.to) {
			t.Errorf("%s %v to %04b: refused", c.game, c.options, c.to)
			continue
		}
		o := g.Position.Outcome
		if o.Termination != rules.ByAdjudication || o.Scores != c.scores || o.Winners != c.winners {
			t.Errorf("%s %v to %04b: %+v", c.game, c.options, c.to, o)
		}
		if before.Board != g.Position.Board || before.State != g.Position.State {
			t.Errorf("%s: the board has changed", c.game)
		}
		if over := g.Position; g.Adjudicate(c.to) || g.Position != over {
			t.Errorf("%s: the game was adjudicated twice", c.game)
		}
	}
	v, _ := variants.New("chess4", nil)
	if g := rules.NewGame(v); g.Adjudicate(0) || g.Position.Over() {
		t.Error("a result without winners was accepted")
	}
}
