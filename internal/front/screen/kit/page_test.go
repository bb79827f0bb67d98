package kit

import (
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"quadrille/internal/draw"
)

// TestPageScrollsThroughColumns checks how far keys and the wheel scroll a page of two columns.
func TestPageScrollsThroughColumns(t *testing.T) {
	p := Page{Columns: 2}
	p.Show(make([]TextLine, 30), draw.Box{Width: 40, Height: 5})
	for _, step := range []struct {
		key string
		top int
	}{{"down", 1}, {"k", 0}, {"up", 0}, {"pgdown", 9}, {"G", 20}, {"pgup", 11}, {"home", 0}, {"x", 0}} {
		if p.Scroll(step.key); p.Top() != step.top || p.End() != step.top+10 {
			t.Errorf("after %s lines %d to %d are visible, not from %d", step.key, p.Top(), p.End(), step.top)
		}
	}
	for _, turn := range []struct {
		button tea.MouseButton
		top    int
	}{{tea.MouseWheelDown, 3}, {tea.MouseWheelUp, 0}} {
		if p.Wheel(tea.MouseWheelMsg{Button: turn.button}); p.Top() != turn.top {
			t.Errorf("after a turn of the wheel the first line is %d, not %d", p.Top(), turn.top)
		}
	}
	p.GoTo(25)
	p.Show(make([]TextLine, 12), draw.Box{Width: 40, Height: 5})
	if p.Top() != 2 || p.End() != 12 {
		t.Errorf("of a shorter text, lines %d to %d are visible", p.Top(), p.End())
	}
}

// TestRandomKeysInAPage scrolls texts of any length with random keys, and draws them.
func TestRandomKeysInAPage(t *testing.T) {
	e := NewEnv(Config{})
	rapid.Check(t, func(t *rapid.T) {
		p := Page{Columns: rapid.IntRange(0, 2).Draw(t, "columns")}
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			switch rapid.IntRange(0, 3).Draw(t, "kind") {
			case 0:
				lines := make([]TextLine, rapid.IntRange(0, 20).Draw(t, "lines"))
				p.Show(lines, draw.Box{Width: 9, Height: rapid.IntRange(0, 30).Draw(t, "height")})
			case 1:
				p.GoTo(rapid.IntRange(-5, 50).Draw(t, "line"))
				p.Show(p.lines, p.box)
			default:
				p.Scroll(rapid.SampledFrom([]string{"up", "down", "pgup", "pgdown", "ctrl+d", "home", "end", "x"}).Draw(t, "key"))
			}
			if p.Draw(draw.NewGrid(9, 30, e.Styles.Text), &e.Ink); p.Top() < 0 || p.End() < p.Top() {
				t.Fatalf("lines %d to %d", p.Top(), p.End())
			}
		}
	})
}
