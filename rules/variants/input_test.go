package variants_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/variants"
)

// position returns a game that begins with a position given as text.
func position(t *testing.T, text string) *rules.Game {
	t.Helper()
	g, _, err := rules.ParsePosition(strings.NewReader(text), variants.New, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// interpreted returns the actions that a text can mean for the seat to move, in plain
// notation.
func interpreted(g *rules.Game, text string) ([]string, error) {
	v, p := g.Variant, &g.Position
	list, err := rules.Interpret(v, p, v.Actor(p), v.Legal(p, nil), text)
	var words []string
	for _, a := range list {
		words = append(words, rules.Plain(v.Facts(), v.Actor(p), a))
	}
	return words, err
}

func TestInterpretReturnsAllPromotions(t *testing.T) {
	const chess4 = "variant chess4\nturn white\nwhite K n7\nwhite P b5\nsilver K k1\nblack K a8\ngold K h14\n"
	const verney = "variant verney\nyellow K h1\nred K a4\nwhite K g14\nblack K n7\nred R a10\nyellow P b9\n"
	for _, c := range []struct {
		position, text string
		want           []string
	}{
		{chess4, "b5-a5", []string{"b5-a5=Q", "b5-a5=R", "b5-a5=B", "b5-a5=N"}},
		{chess4, "a5", []string{"b5-a5=Q", "b5-a5=R", "b5-a5=B", "b5-a5=N"}},
		{chess4, "B5-A5=n", []string{"b5-a5=N"}},
		{chess4, "b5-a6", []string{"b5-a6"}}, // illegal, but returned so that the game can say why it is illegal
		{verney, "bxa10", []string{"b9-a10=Q"}},
		{verney, "b9-a10", []string{"b9-a10=Q"}},
	} {
		if got, err := interpreted(position(t, c.position), c.text); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s means %v, %v; not %v", c.text, got, err, c.want)
		}
	}
}

// TestRefusalShowsALegalMove checks that the refusal of unreadable text quotes the text and
// shows a legal move.
func TestRefusalShowsALegalMove(t *testing.T) {
	for _, def := range variants.All() {
		v, err := def.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		g := rules.NewGame(v)
		_, err = interpreted(g, "Hello")
		var refusal *rules.Refusal
		if !errors.As(err, &refusal) || refusal.Subject != "Hello" || !slices.Contains(rules.LegalPlain(v, &g.Position), refusal.Hint) ||
			!strings.HasSuffix(err.Error(), refusal.Hint) {
			t.Errorf("%s: %v", def.Name, err)
		}
	}
}

// TestParsePremove checks that a premove is read as if it were the player's turn, and that
// only moves are accepted.
func TestParsePremove(t *testing.T) {
	v, err := variants.New("chess4", nil)
	if err != nil {
		t.Fatal(err)
	}
	g := rules.NewGame(v) // White moves first
	black := rules.Seats(0).With(2)
	for text, want := range map[string]string{"c7": "b7-c7", "B7-C7": "b7-c7", "Nc6": "a5-c6"} {
		if a, err := rules.ParsePremove(v, &g.Position, black, text); err != nil || rules.Plain(v.Facts(), 2, a) != want {
			t.Errorf("%s: %v, %v", text, a, err)
		}
	}
	for _, text := range []string{"resign", "hello", "draw"} {
		if a, err := rules.ParsePremove(v, &g.Position, black, text); err == nil {
			t.Errorf("%s: %v", text, a)
		}
	}
}

// TestUnknownSquareListsTheRange checks that the refusal of an unknown square gives the full
// range of letters and numbers, even on a cross-shaped board.
func TestUnknownSquareListsTheRange(t *testing.T) {
	for game, want := range map[string]string{
		"chess4":      `there is no square "zz9"; the squares go from a to n and 1 to 14, without the corners`,
		"verney":      `there is no square "zz9"; the squares go from a to n and 1 to 14, without the corners`,
		"quadrochess": `there is no square "zz9"; the squares go from a to p and 1 to 9`,
		"forchess":    `there is no square "zz9"; the squares go from a to h and 1 to 8`,
	} {
		v, err := variants.New(game, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := rules.ParsePlain(v.Facts(), 0, "zz9-a1"); err == nil || err.Error() != want {
			t.Errorf("%s: %v", game, err)
		}
	}
}

// TestPieceLettersAreNoFiles checks that a move of a bishop or knight with the rank of its origin
// is not read as a move from a square with the same name, and that squares in capitals are.
func TestPieceLettersAreNoFiles(t *testing.T) {
	const quadrochess = "variant quadrochess\nwhite K d1\nwhite K m1\nblack K d9\nblack K m9\nwhite Q b1\nwhite B f1\n"
	const verney = "variant verney\nturn black\nyellow K h1\nred K a8\nwhite K g14\nblack K n9\nblack Q n5\nblack N k5\n"
	const forchess = "variant forchess\nsouthwest K a1\nsouthwest Q b1\nsouthwest B f1\nnorthwest K a8\nnortheast K h8\nsoutheast K h1\n"
	const chess4 = "variant chess4\nwhite K n7\nwhite Q b5\nwhite B f5\nsilver K d1\nblack K a8\ngold K h14\n"
	for _, c := range []struct{ position, text, want string }{
		{chess4, "B5-d7", "f5-d7"},
		{chess4, "B5d7", "f5-d7"},
		{chess4, "b5-d7", "b5-d7"},
		{chess4, "B5-B7", "b5-b7"},
		{quadrochess, "B1-d3", "f1-d3"},
		{quadrochess, "b1-d3", "b1-d3"},
		{quadrochess, "B1-B3", "b1-b3"},
		{verney, "N5-l7", "k5-l7"},
		{verney, "n5-l7", "n5-l7"},
		{forchess, "B1-d3", "f1-d3"},
		{forchess, "b1-d3", "b1-d3"},
	} {
		got, err := interpreted(position(t, c.position), c.text)
		if err != nil || !slices.Equal(got, []string{c.want}) {
			t.Errorf("%s: %q, %v; want %s", c.text, got, err, c.want)
		}
	}
}

// TestPremoveOfAGainedArmy checks that a premove of a gained army can be typed in both notations.
func TestPremoveOfAGainedArmy(t *testing.T) {
	g := position(
		t,
		"variant chess4\noption method=2\nturn black\nwhite K n7\nsilver N g5\nblack K a8\ngold K h14\nout silver white\ncontrol "+
			"silver white\n",
	)
	for _, text := range []string{"g5-f7", "Nf7"} {
		a, err := rules.ParsePremove(g.Variant, &g.Position, rules.Seats(0).With(0), text)
		if err != nil || rules.Plain(g.Variant.Facts(), 0, a) != "g5-f7" {
			t.Errorf("%s: %v, %v", text, a, err)
		}
	}
}

// TestInputFormsCanBeRead checks that each form of a capture of a king can be typed.
func TestInputFormsCanBeRead(t *testing.T) {
	g := position(t, "variant forchess\nsouthwest K a1\nsouthwest R a7\nnorthwest K a8\nnortheast K h8\nsoutheast K h1\n")
	v, p := g.Variant, &g.Position
	for _, a := range v.Legal(p, nil) {
		for _, form := range rules.InputForms(v, p, v.Actor(p), a) {
			if got, err := rules.ParseInput(v, p, v.Actor(p), form); err != nil || got != a {
				t.Errorf("%s: %v, %v", form, got, err)
			}
		}
	}
}

// TestCastlingWhileAnArmyIsChosen checks that the refusal tells the player to choose first.
func TestCastlingWhileAnArmyIsChosen(t *testing.T) {
	g := position(
		t,
		"variant chess4\noption method=2\nturn white\nwhite K n7\nwhite R n4\nwhite R j1\nwhite R j2\nunmoved n7 n4\nsilver K "+
			"d1\nblack K d11\ngold K h14\n"+
			"credit silver white mate passed\nout black white\ncontrol black white\n",
	)
	_, castled := interpreted(g, "O-O")
	_, moved := interpreted(g, "n4-n5")
	if moved == nil {
		moved = g.Validate(rules.NewMove(g.Position.King[0], g.Position.King[0]+1))
	}
	if castled == nil || moved == nil || castled.Error() != moved.Error() {
		t.Errorf("castling: %v; another move: %v", castled, moved)
	}
}
