package game

import (
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/rules"
	"quadrille/rules/variants"
)

func TestMovesDoNotEndLookingBack(t *testing.T) {
	words := uitest.Recorded(t)
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, words[:8]), kit.Config{})
	d.Keys("[", "[")
	d.Sees("move 6 of 8")
	if d.Square("n6") != "   " {
		t.Errorf("after six moves the bishop is still on n6: %q", d.Square("n6"))
	}
	d.Keys("<")
	d.Sees("move 2 of 8")
	d.Show(uitest.ViewAfter(t, words[:9]))
	d.Sees("move 2 of 9")
	if d.Square("k7") != "wP " || d.Square("k9") != "   " || d.Square("k3") != "sN " {
		t.Errorf("the board shows a later position: k9 %q k3 %q", d.Square("k9"), d.Square("k3"))
	}
	d.Keys("enter")
	d.Sees("! Looking back: move 2 of 9")
	d.Keys("home")
	d.Sees("move 0 of 9")
	d.Keys("]", ">")
	d.Sees("move 5 of 9")
	d.Keys("end")
	d.Lacks("Looking back")
	d.Keys("pgup")
	d.Sees("move 8 of 9")
	d.Keys("esc")
	d.Lacks("Looking back")
	d.Send(tea.MouseWheelMsg{Button: tea.MouseWheelUp})
	d.Sees("move 8 of 9")
}

func TestLookThroughWholeGame(t *testing.T) {
	words := uitest.Recorded(t)
	d := atTable(t, uitest.Spectator, uitest.ViewAfter(t, words), kit.Config{})
	d.Sees("Silver wins", "1st, 3 points", "Silver won", "Black resigned", "Points for eliminations:", "Game over")
	d.Keys("home")
	for range words {
		d.Keys("]")
	}
	d.Lacks("Looking back")
	d.Keys("q")
	if len(d.Stack.Screens) != 1 {
		t.Error("q does not leave the finished game")
	}
}

// TestLookingBackAfterTakeback checks that the board shows no move that was taken back, even
// if a single new view contains both the takeback and the moves played after it.
func TestLookingBackAfterTakeback(t *testing.T) {
	words := uitest.Recorded(t)[:6]
	d := atTable(t, uitest.Spectator, uitest.ViewAfter(t, words), kit.Config{})
	d.Keys("[")
	other := append(slices.Clone(words[:4]), "m5-l5", "g2-g3")
	v, err := variants.New("chess4", nil)
	if err != nil {
		t.Fatal(err)
	}
	d.Show(uitest.ViewOf(t, rules.NewGame(v), other))
	if at := d.table().History.shown().Position; at != uitest.ViewOf(t, rules.NewGame(v), other[:5]).Position {
		t.Error("the board shows a move that was taken back")
	}
}

func TestClickOnMoveList(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		v := uitest.ViewAfter(t, uitest.Recorded(t)[:12])
		d := atTable(t, uitest.Spectator, v, kit.Config{Width: size[0], Height: size[1]})
		_, spots := d.layout()
		if len(spots) < 4 {
			t.Fatalf("%d moves are drawn", len(spots))
		}
		for _, s := range spots[:3] {
			d.Send(tea.MouseClickMsg{X: s.X + 1, Y: s.Y, Button: tea.MouseLeft})
			if at := d.table().LookedAt(); at != s.Number {
				t.Errorf("a click on move %d shows move %d", s.Number, at)
			}
		}
		d.Show(uitest.ViewAfter(t, uitest.Recorded(t)[:14]))
		d.Sees("of 14 (2 new).")
	}
}
