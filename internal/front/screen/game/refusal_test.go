package game

import (
	"errors"
	"strings"
	"testing"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

func TestRefusalIsShownBesideMove(t *testing.T) {
	for typed, says := range map[string]string{
		"m7-k9":  "The pawn on m7 cannot move to k9",
		"m7-z9":  "There is no square",
		"hello":  "is not a move",
		"a8-a7":  "The piece on a8 belongs to Black",
		"Qk7":    "You have no queen that can move to k7",
		"k7=Q":   "",
		"m7-k7x": "There is no square",
	} {
		d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{Width: 120, Height: 40})
		d.Backend.Answer = func(a table.Command) error {
			g := rules.NewGame(d.table().View.Variant)
			return g.Validate(a.Action)
		}
		d.Keys(typed, "enter")
		d.Sees("Move: "+typed+"_", "! ")
		if !strings.Contains(strings.Join(d.Text(), "\n"), says) &&
			!strings.Contains(strings.ToLower(strings.Join(d.Text(), "\n")), strings.ToLower(says)) {
			t.Errorf("%s: the screen does not show %q:\n%s", typed, says, d.Text()[39])
		}
		if d.Bells != 1 {
			t.Errorf("%s: %d bells", typed, d.Bells)
		}
		d.Keys("backspace")
		if d.table().Input.Refusal != "" {
			t.Errorf("%s: the refusal is still shown after a correction", typed)
		}
	}
}

func TestRefusalOfTableIsShown(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Backend.Answer = func(table.Command) error { return errors.New("that was another position") }
	d.Keys("k7", "enter")
	d.Sees("Move: k7_", "That was another position")
}

func TestRefusalOutOfTurn(t *testing.T) {
	for _, c := range []struct {
		who  player.Player
		says string
	}{{uitest.Spectator, "You have no seat at this table"}, {uitest.People[2], "It is not your turn; White is to move"}} {
		v := uitest.ViewAfter(t, nil)
		v.Terms.Touch = true // without touch-move, the typed move would become a premove
		d := atTable(t, c.who, v, kit.Config{})
		d.Keys("k7", "enter")
		d.Sees(c.says)
		d.Keys("esc", "enter")
		d.Sees(c.says)
		d.Plays()
	}
}

// A refusal disappears when a key opens a dialog or a prompt, and when another player asks a
// question.
func TestRefusalGoesWhenAQuestionComes(t *testing.T) {
	for key, question := range map[string]string{"!": "Resign?", "=": "Offer a draw", "'": "Chat", "ctrl+o": "Table menu"} {
		v := uitest.ViewAfter(t, uitest.Recorded(t)[:8])
		v.ChatOpen = true
		d := atTable(t, uitest.People[0], v, kit.Config{Width: 120, Height: 40})
		d.Keys("hello", "enter")
		d.Sees("is not a move")
		d.Keys(key)
		d.Sees(question)
		if d.table().Input.Refusal != "" {
			t.Errorf("%s: the refusal is still there beside %s:\n%s", key, question, strings.Join(d.Text(), "\n"))
		}
	}
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("hello", "enter")
	d.Sees("is not a move")
	v := *uitest.ViewAfter(t, nil)
	v.Offer = &table.OfferView{By: uitest.People[1], Accepted: rules.Seats(0).With(1)}
	d.Show(&v)
	d.Sees("offers a draw")
	if d.table().Input.Refusal != "" {
		t.Error("the refusal is still there beside the offer of a draw")
	}
}

func TestPinnedPieceIsExplained(t *testing.T) {
	d := atTable(t, uitest.People[1], uitest.ViewAfter(t, []string{"m7-k7"}), kit.Config{})
	d.Click("h2")
	d.Sees("The pawn on h2 cannot move: the king would be in check")
	d = atTable(t, uitest.People[1], uitest.ViewAfter(t, []string{"m7-k7"}), kit.Config{})
	d.Click("g1")
	d.Sees("The king on g1 cannot move")
	d.Lacks("would be in check", "would stay in check")
}

// TestExampleOfMoveIsLegal checks that a screen that refuses a typed move shows an example of
// a legal move.
func TestExampleOfMoveIsLegal(t *testing.T) {
	for _, def := range variants.All() {
		game := def.Name
		v, err := def.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		d := atTable(t, uitest.People[0], uitest.ViewOf(t, rules.NewGame(v), nil), kit.Config{Width: 120, Height: 40})
		d.Keys("zz", "enter")
		_, example, found := strings.Cut(d.table().Input.Refusal, "write it like ")
		if !found {
			t.Fatalf("%s: %q", game, d.table().Input.Refusal)
		}
		d.Keys("esc", example, "enter")
		d.Plays(example)
	}
}
