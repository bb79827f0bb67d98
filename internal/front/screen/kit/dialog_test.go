package kit

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
)

// TestChoicesOfADialogCanBeClicked clicks each choice where it is drawn, side by side and stacked, on
// the whole screen and in a part of it.
func TestChoicesOfADialogCanBeClicked(t *testing.T) {
	type clicked int
	for _, c := range []struct {
		name   string
		labels []string
		area   draw.Box
	}{
		{"side by side", []string{"Cancel", "Resign"}, draw.Box{}},
		{"stacked", []string{"Cancel", "Abusive chat", "Cheating", "Offensive name", "Leaves games"}, draw.Box{}},
		{"in a part", []string{"Cancel", "Resign"}, draw.Box{X: 30, Y: 5, Width: 40, Height: 12}},
		{"part too low", []string{"Cancel", "Resign"}, draw.Box{X: 30, Y: 5, Width: 40, Height: 3}},
	} {
		e := NewEnv(Config{Width: 80, Height: 24})
		e.DialogArea = c.area
		var choices []Choice
		for i, label := range c.labels {
			choices = append(choices, Choice{Label: label, Tell: clicked(i)})
		}
		d := NewDialog(e, "Leave 你好?", "The table \u0301\u0301 of \x1b[31mAda\nstays open.", choices...)
		if to, _ := d.Update(tea.MouseClickMsg{X: 3, Y: 3}); to.Leave {
			t.Errorf("%s: a click before the first frame does %+v", c.name, to)
		}
		g := draw.NewGrid(80, 24, e.Ink.Text)
		d.Draw(g)
		text := rowsOf(g)
		for i, label := range c.labels {
			y := 0
			for !strings.Contains(text[y], label) {
				y++
			}
			x := len([]rune(text[y][:strings.Index(text[y], label)]))
			if to, _ := d.Update(tea.MouseClickMsg{X: x, Y: y}); !to.Leave || to.Tell != clicked(i) {
				t.Errorf("%s: a click on %s does %+v", c.name, label, to)
			}
			if to, _ := d.Update(tea.MouseClickMsg{X: x, Y: 0}); to.Leave {
				t.Errorf("%s: a click outside does %+v", c.name, to)
			}
		}
		sides := 0
		for y := range text {
			sides += strings.Count(text[y], e.Ink.Signs.Edge.Side)
		}
		if sides%2 != 0 || !strings.Contains(fmt.Sprint(text), "of ?[31mAda stays open.") {
			t.Errorf("%s:\n%s", c.name, strings.Join(text, "\n"))
		}
	}
}

// rowsOf returns the lines of a grid as text.
func rowsOf(g *draw.Grid) []string {
	lines := make([]string, g.Height)
	for y := range lines {
		for _, cell := range g.Row(y) {
			lines[y] += cell.Text
		}
	}
	return lines
}

// TestDialogBreaksNoCode checks that a dialog does not break a code at one of its hyphens, so that a person can copy
// the code from one line.
func TestDialogBreaksNoCode(t *testing.T) {
	const code = "4g7v-b69s-d62j-z8kq-21mp-3e90"
	e := NewEnv(Config{Width: 80, Height: 24})
	g := draw.NewGrid(80, 24, e.Ink.Text)
	NewDialog(e, "Invitation", "ssh -p 23028 127.0.0.1 join "+code, Choice{Label: "Close"}).Draw(g)
	if text := strings.Join(rowsOf(g), "\n"); !strings.Contains(text, code) {
		t.Error(text)
	}
}
