package game

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/table"
	"quadrille/rules"
)

func TestTypedMovesInBothNotations(t *testing.T) {
	for typed, want := range map[string]string{
		"k7": "m7-k7", "m7-k7": "m7-k7", "M7-K7": "m7-k7", "Nl6": "n5-l6", "n5-l6": "n5-l6",
	} {
		d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
		d.Keys(typed)
		d.Sees("Move: " + typed + "_")
		d.Keys("enter")
		d.Plays(want)
		if a := d.Backend.Commands[0]; a.Kind != table.Play || a.By != uitest.People[0] || a.Answers != 0 || a.ID == "" ||
			a.Received.IsZero() {
			t.Errorf("%s: the command is incomplete: %+v", typed, a)
		}
		d.Lacks(typed + "_")
	}
}

// TestSpaceInATypedMove types "N", a space and "l6". The space must not play or refuse what is
// typed so far, which would make the rest a pawn's move.
func TestSpaceInATypedMove(t *testing.T) {
	for _, c := range []struct {
		keys []string
		want string
	}{
		{[]string{"N", "space", "l6", "enter"}, "n5-l6"},
		{[]string{"n", "space", "l", "space", "6", "space", "enter"}, "n5-l6"},
		{[]string{"m7", "space", "k7", "enter"}, "m7-k7"},
		{[]string{"N–l6", "enter"}, "n5-l6"},
		{[]string{"N", "space", "l", "tab", "enter"}, "n5-l6"},
	} {
		d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
		d.Keys(c.keys...)
		d.Plays(c.want)
	}
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("N", "space")
	d.Sees("Move: N")
	d.Lacks("is not a move")
	d.Asks()
	d.Keys("enter", "space", "space") // refused; a space then neither repeats it nor lifts a piece
	d.Sees("is not a move")
	d.Asks()
}

// TestTypedMoveWithSeveralMeanings types a move that two pieces can make. The screen asks which one is
// meant, and plays the one that is chosen.
func TestTypedMoveWithSeveralMeanings(t *testing.T) {
	words := uitest.Recorded(t)
	for n := range words {
		v := uitest.ViewAfter(t, words[:n])
		for _, a := range v.Legal {
			for _, b := range v.Legal {
				kind := v.Position.Board[a.From].Kind()
				if a.To != b.To || a.From >= b.From || kind != rules.Knight || v.Position.Board[b.From].Kind() != kind {
					continue
				}
				f := v.Variant.Facts()
				d := atTable(t, uitest.People[v.Actor], v, kit.Config{})
				d.Keys("N"+f.Geometry.Name(a.To), "enter")
				d.Sees("Which move is N" + f.Geometry.Name(a.To) + "?")
				d.Asks()
				d.Keys("right", "enter")
				if len(d.Backend.Commands) != 1 || d.Backend.Commands[0].Action.To != a.To {
					t.Fatalf("played %+v", d.Backend.Commands)
				}
				return
			}
		}
	}
	t.Fatal("no two knights reach one square")
}

func TestTypedCastling(t *testing.T) {
	words := uitest.Recorded(t)
	d := atTable(t, uitest.People[1], uitest.ViewAfter(t, words[:25]), kit.Config{})
	d.Keys("O-O", "enter")
	d.Plays("g1-e1")
}

func TestMoveByCursor(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("up", "up", "down", "down", "left", "right") // the cursor returns to m8
	if got := d.Square("m8"); got != "[P]" {
		t.Fatalf("the cursor is not on m8: %q", got)
	}
	d.Keys("enter")
	if d.Square("m8") != "[P^" || d.Square("l8") != " o " || d.Square("k8") != " o " {
		t.Fatalf("the lifted piece and its targets are not marked: %q %q", d.Square("m8"), d.Square("l8"))
	}
	d.Keys("up", "up", "enter")
	d.Plays("m8-k8")
}

func TestSpaceLifts(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("space", "up", "space")
	d.Plays("m8-l8")
}

func TestLiftAnotherPiece(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("enter", "left", "enter")
	if d.Square("m8") != "wP " || d.Square("m7") != "[P^" {
		t.Fatalf("m8 %q m7 %q", d.Square("m8"), d.Square("m7"))
	}
	d.Keys("enter")
	if d.Square("m7") != "[P]" {
		t.Fatalf("the piece was not put back: %q", d.Square("m7"))
	}
}

func TestPiecesThatCannotBeLifted(t *testing.T) {
	for square, says := range map[string]string{
		"k7": "There is no piece on k7", "a8": "The king on a8 is black's", "n7": "The king on n7 cannot move",
	} {
		d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
		d.Click(square)
		d.Sees(says)
		if d.Bells != 1 {
			t.Errorf("%s: %d bells", square, d.Bells)
		}
	}
}

func TestMoveByMouse(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{Width: size[0], Height: size[1]})
		d.Click("m5")
		d.Release("m5")
		d.Click("k5")
		d.Release("k5")
		d.Plays("m5-k5")

		d = atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{Width: size[0], Height: size[1]})
		d.Click("m5")
		d.Release("l5")
		d.Plays("m5-l5")
	}
}

func TestClickOutsideBoard(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Draw()
	for _, at := range [][2]int{{0, 0}, {5, 5}, {79, 23}, {60, 12}} {
		d.Send(tea.MouseClickMsg{X: at[0], Y: at[1], Button: tea.MouseLeft})
	}
	d.Plays()
	if refusal := d.table().Input.Refusal; refusal != "" {
		t.Error(refusal)
	}
}

func TestPromotionDialog(t *testing.T) {
	for _, how := range []string{"typed", "cursor", "mouse"} {
		d := atTable(t, uitest.People[0], uitest.PositionView(t, uitest.NearPromotion), kit.Config{})
		switch how {
		case "typed":
			d.Keys("b5-a5", "enter")
		case "mouse":
			d.Click("b5")
			d.Release("b5")
			d.Click("a5")
		case "cursor":
			d.Click("b5")
			d.Release("b5")
			d.Keys("up", "enter")
		}
		d.Sees("Promote the pawn on", "[ Queen ]", "Rook", "Bishop", "Knight")
		d.Plays()
		d.Keys("enter")
		d.Plays("b5-a5=Q")
	}
	d := atTable(t, uitest.People[0], uitest.PositionView(t, uitest.NearPromotion), kit.Config{})
	d.Keys("a5", "enter")
	d.Keys("right", "right", "right", "enter")
	d.Plays("b5-a5=N")
	d = atTable(t, uitest.People[0], uitest.PositionView(t, uitest.NearPromotion), kit.Config{})
	d.Keys("b5-a5", "enter", "r")
	d.Plays("b5-a5=R")
	d = atTable(t, uitest.People[0], uitest.PositionView(t, uitest.NearPromotion), kit.Config{})
	d.Keys("B5-A5=q", "enter")
	d.Plays("b5-a5=Q")
}

func TestTabCyclesCompletions(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("n", "tab")
	d.Sees("Move: n")
	first := d.Text()[23]
	d.Keys("tab")
	if d.Text()[23] == first {
		t.Error("Tab does not show the next completion")
	}
	d.Keys("shift+tab")
	if d.Text()[23] != first {
		t.Error("Shift+Tab does not show the previous completion")
	}
	d.Keys("esc", "tab", "enter")
	if lifted := d.table().Input.Selection.Lifted; lifted == rules.NoSquare {
		t.Fatal("Tab does not find a piece that can move")
	}
	d.Keys("tab", "enter")
	if len(d.Backend.Commands) != 1 {
		t.Error("Tab does not find the target")
	}
}

func TestKeysWaitForTable(t *testing.T) {
	words := uitest.Recorded(t)
	mine := func(n int) *table.View {
		v := uitest.ViewAfter(t, words[:n])
		for s := range v.Seats {
			v.Seats[s].Player = uitest.People[0]
		}
		return v
	}
	d := atTable(t, uitest.People[0], mine(0), kit.Config{})
	d.Keys(words[0], "enter", words[1], "enter") // the second move stays in the queue until the view shows the first move
	d.Plays(words[0])
	d.Show(mine(1))
	d.Plays(words[0], words[1])
	d.Show(mine(2))
	d.Keys("b8")
	d.Sees("Move: b8_")
}

// While the move line contains text, the arrow keys edit it; otherwise they move the cursor
// on the board.
func TestEditMoveLine(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	before := d.table().Input.Selection.Cursor
	d.Keys("m7k7", "left", "left", "-")
	d.Sees("Move: m7-_k7")
	if d.table().Input.Selection.Cursor != before {
		t.Error("the cursor on the board moved")
	}
	d.Keys("enter")
	d.Plays("m7-k7")
	d = atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("left")
	if d.table().Input.Selection.Cursor == before {
		t.Error("the cursor on the board did not move")
	}
}

// TestCursorBeginsOnOwnSide checks that the cursor starts on the side of the viewer's seat if
// the viewer took this seat after they opened the table.
func TestCursorBeginsOnOwnSide(t *testing.T) {
	d := atTable(t, uitest.People[2], uitest.Waiting(t, 0), kit.Config{})
	d.Show(uitest.Waiting(t, 0, 1, 2, 3))
	d.Show(uitest.ViewAfter(t, nil))
	d.Keys("enter", "up", "enter")
	d.Asks(table.Premove)
}
