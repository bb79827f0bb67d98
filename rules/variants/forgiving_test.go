package variants_test

import (
	"slices"
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/variants"
)

const (
	knightsChess4 = "variant chess4\nturn white\nwhite K n7\nwhite N j5\nwhite P l9\nwhite R n4\nunmoved n7 n4\n" +
		"silver K d1\nblack K a8\ngold K h14\n"
	bishopQuadrochess = "variant quadrochess\nwhite K d1\nwhite K m1\nblack K d9\nblack K m9\nwhite P b4\n" +
		"white B e4\nblack N c5\nblack N d5\n"
	promotingQuadro    = "variant quadrochess\nwhite K d1\nwhite K m1\nblack K d9\nblack K m9\nwhite P g8\nblack R h9\n"
	rookAndKnightChess = "variant chess4\nturn white\nwhite K n7\nwhite R j5\nwhite N g2\nsilver K d1\nblack K a8\ngold K h14\n"
)

// TestForgivingInput checks the forms in which people type moves, and that each means one
// move, or is refused.
func TestForgivingInput(t *testing.T) {
	for _, c := range []struct{ position, text, want string }{
		{knightsChess4, "Nk7", "j5-k7"},
		{knightsChess4, "N k7", "j5-k7"},
		{knightsChess4, " N  k 7 ", "j5-k7"},
		{knightsChess4, "N\u00a0k7", "j5-k7"},
		{knightsChess4, "\ufeffNk7\r", "j5-k7"},
		{knightsChess4, "nk7", "j5-k7"},
		{knightsChess4, "n k7", "j5-k7"},
		{knightsChess4, "NK7", "j5-k7"},
		{knightsChess4, "Nk7+", "j5-k7"},
		{knightsChess4, "nk7!?", "j5-k7"},
		{knightsChess4, "N-k7", "j5-k7"},
		{knightsChess4, "n-k7", "j5-k7"},
		{knightsChess4, "N\u2013k7", "j5-k7"},
		{knightsChess4, "Nj5\u2014k7", "j5-k7"},
		{knightsChess4, "nj5-k7", "j5-k7"},
		{knightsChess4, "j5\u2212k7", "j5-k7"},
		{knightsChess4, "j5 - k7", "j5-k7"},
		{knightsChess4, "j5 k7", "j5-k7"},
		{knightsChess4, "j5-k7+", "j5-k7"},
		{knightsChess4, "\uff2ek\uff17", "j5-k7"},
		{knightsChess4, "j\uff15\uff0dk\uff17", "j5-k7"},
		{knightsChess4, "N j5 k7", "j5-k7"},
		{knightsChess4, "knight juliett 5 takes kilo 7", "j5-k7"},
		{knightsChess4, "knight kilo 7", "j5-k7"},
		{knightsChess4, "L9-K9", "l9-k9"},
		{knightsChess4, "K9", "l9-k9"},
		{knightsChess4, "kilo 9", "l9-k9"},
		{knightsChess4, "oo", "n7-n5"},
		{knightsChess4, "OO", "n7-n5"},
		{knightsChess4, "00", "n7-n5"},
		{knightsChess4, "0 - 0", "n7-n5"},
		{knightsChess4, "o\u2013o", "n7-n5"},
		{knightsChess4, "O-O+", "n7-n5"},
		{rookAndKnightChess, "N j5 k5", ""}, // a rook stands on j5
		{rookAndKnightChess, "knight j5 to k5", ""},
		{rookAndKnightChess, "rook j5 to k5", "j5-k5"},
		{rookAndKnightChess, "N k5", ""},
		{rookAndKnightChess, "j5 k5 l5", ""},
		{rookAndKnightChess, "j5 not k5", ""},
		{bishopQuadrochess, "b4-c5", "b4-c5"},
		{bishopQuadrochess, "bxc5", "b4-c5"}, // as the notation of the game writes it
		{bishopQuadrochess, "bc5", "b4-c5"},
		{bishopQuadrochess, "bd5", "e4-d5"}, // no pawn can
		{bishopQuadrochess, "bxd5", "e4-d5"},
		{bishopQuadrochess, "BXD5", "e4-d5"},
		{bishopQuadrochess, "b d5", "e4-d5"},
		{promotingQuadro, "g8h9q", "g8-h9=Q"},
		{promotingQuadro, "gxh9=q", "g8-h9=Q"},
		{promotingQuadro, "g8 x h9 = n", "g8-h9=N"},
		{promotingQuadro, "g8 h9 knight", "g8-h9=N"},
		{promotingQuadro, "GXH9", "g8-h9=Q g8-h9=R g8-h9=B g8-h9=N"},
		{promotingQuadro, "g x h9!", "g8-h9=Q g8-h9=R g8-h9=B g8-h9=N"},
	} {
		got, err := interpreted(position(t, c.position), c.text)
		if (c.want == "") != (err != nil) || err == nil && strings.Join(got, " ") != c.want {
			t.Errorf("%q: %q, %v; want %s", c.text, got, err, c.want)
		}
	}
}

// TestAmbiguousInputIsRefused checks that a text that can mean two legal moves is refused with
// both, unless it is exactly what the notation of the game writes for one of them.
func TestAmbiguousInputIsRefused(t *testing.T) {
	const both = "variant quadrochess\nwhite K d1\nwhite K m1\nblack K d9\nblack K m9\nwhite P b4\nwhite B e3\nblack N c5\n"
	for text, want := range map[string]string{
		"bc5":  `"bc5" is ambiguous: it could be b4-c5 or e3-c5`,
		"b c5": `"bc5" is ambiguous: it could be b4-c5 or e3-c5`,
		"BXC5": `"BXC5" is ambiguous: it could be b4-c5 or e3-c5`,
		"bxc5": "b4-c5",
		"Bxc5": "e3-c5",
		"Bc5":  "e3-c5",
	} {
		got, err := interpreted(position(t, both), text)
		if err != nil {
			got = []string{err.Error()}
		}
		if !slices.Equal(got, []string{want}) {
			t.Errorf("%q: %q; want %q", text, got, want)
		}
	}
}

// TestSpacesNeverChangeTheMove types each legal move of each game with a blank at each place. It
// means the same move, or is refused.
func TestSpacesNeverChangeTheMove(t *testing.T) {
	for _, def := range variants.All() {
		v, err := def.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		g := rules.NewGame(v)
		p := &g.Position
		for _, a := range v.Legal(p, nil) {
			for _, form := range rules.InputForms(v, p, v.Actor(p), a) {
				for i := range form {
					text := form[:i] + " " + form[i:]
					if got, err := rules.ParseInput(v, p, v.Actor(p), text); err != nil || got != a {
						t.Errorf("%s: %q: %v, %v", def.Name, text, got, err)
					}
				}
			}
		}
	}
}

// TestForgivingPremove checks that premoves are read like moves.
func TestForgivingPremove(t *testing.T) {
	v, err := variants.New("chess4", nil)
	if err != nil {
		t.Fatal(err)
	}
	g := rules.NewGame(v)
	for _, text := range []string{"N c6", "nc6", "N-c6", "N\u2013c6", "Nc6+", "a5 c6", "\uff2ec\uff16"} {
		if a, err := rules.ParsePremove(v, &g.Position, rules.Seats(0).With(2), text); err != nil ||
			rules.Plain(v.Facts(), 2, a) != "a5-c6" {
			t.Errorf("%q: %v, %v", text, a, err)
		}
	}
}
