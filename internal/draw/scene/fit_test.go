package scene

import (
	"testing"

	"quadrille/internal/draw/board"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules/variants"
)

// Squares are as large as the terminal allows: drawn pieces are worth a narrow panel, and larger ones
// the line with the names of columns. Where a panel beside a board with drawn pieces does not fit, it is below.
func TestSquaresFillTheTerminal(t *testing.T) {
	any := func(s board.Size) board.Size { return s }
	for _, c := range []struct {
		game          string
		width, height int
		want          board.Size
	}{
		{"chess4", 80, 24, board.Size{W: 3, H: 1}},
		{"chess4", 80, 50, board.Size{W: 5, H: 2}},
		{"chess4", 100, 30, board.Size{W: 5, H: 2}},
		{"chess4", 120, 40, board.Size{W: 5, H: 2}},
		{"chess4", 200, 60, board.Size{W: 8, H: 4}},
		{"chess4", 300, 100, board.Size{W: 14, H: 7}},
		{"quadrochess", 80, 24, board.Size{W: 3, H: 1}},
		{"quadrochess", 100, 30, board.Size{W: 5, H: 2}},
		{"quadrochess", 100, 29, board.Size{W: 3, H: 1}},
	} {
		v, err := variants.New(c.game, nil)
		if err != nil {
			t.Fatal(err)
		}
		p := v.Start()
		view := &board.View{Variant: v, Position: &p}
		if got := FitSize(view, c.width, c.height, LowLines(table.Playing), any, 0); got != c.want {
			t.Errorf("%d x %d: squares of %v, want %v", c.width, c.height, got, c.want)
		}
		if got := FitSize(view, c.width, c.height, LowLines(table.Playing), any, 1); got.H < c.want.H {
			t.Errorf("%d x %d: larger squares are %v", c.width, c.height, got)
		}
		if view.Size = c.want; c.want.H > 1 {
			Shorten(view, c.height)
			if view.Height() > c.height-footLines {
				t.Errorf("%d x %d: the board has %d lines", c.width, c.height, view.Height())
			}
		}
	}
}

// TestChatBeforeTheGameUsesTheFreeLines draws a table before its game on a high terminal: below the menu there were 25 empty lines.
func TestChatBeforeTheGameUsesTheFreeLines(t *testing.T) {
	v := uitest.Waiting(t, 0, 1)
	s := sceneOf(v)
	s.Width, s.Height, s.Chat.Main = 200, 60, present.TableChat
	if l := s.Layout(); l.Chat.Height < 10 || l.Menu.Height < menuMost {
		t.Errorf("the chat has %d lines, the menu %d", l.Chat.Height, l.Menu.Height)
	}
}
