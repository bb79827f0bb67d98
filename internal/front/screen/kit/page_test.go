package kit

import (
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"quadrille/internal/draw"
)

// TestPageScrollsThroughColumns checks how far keys and the wheel scroll a page of two columns.
func TestPageScrollsThroughColumns(t *testing.T) {
	e := NewEnv(Config{})
	p := NewPage()
	p.Columns = 2
	show := func(lines int) {
		p.Set(make([]TextLine, lines))
		p.Draw(draw.NewGrid(40, 5, e.Ink.Text), draw.Box{Width: 40, Height: 5}, &e.Ink)
	}
	show(30)
	wheel := func(button tea.MouseButton) tea.Msg { return tea.MouseWheelMsg{Button: button} }
	for i, step := range []struct {
		msg tea.Msg
		top int
	}{
		{keyNamed("down"), 1},
		{keyNamed("k"), 0},
		{keyNamed("up"), 0},
		{keyNamed("pgdown"), 10},
		{keyNamed("G"), 20},
		{keyNamed("b"), 10},
		{keyNamed("ctrl+u"), 5},
		{keyNamed("home"), 0},
		{keyNamed("x"), 0},
		{keyNamed("right"), 0},
		{wheel(tea.MouseWheelDown), 3},
		{wheel(tea.MouseWheelUp), 0},
		{wheel(tea.MouseWheelRight), 0},
	} {
		p.Update(step.msg)
		if top, end := p.Visible(); top != step.top || end != step.top+10 {
			t.Errorf("after step %d lines %d to %d are visible, not from %d", i, top, end, step.top)
		}
	}
	p.GoTo(25)
	show(12)
	if top, end := p.Visible(); top != 2 || end != 12 {
		t.Errorf("of a shorter text, lines %d to %d are visible", top, end)
	}
}

// TestRandomKeysInAPage scrolls texts of any length with random keys, and draws them.
func TestRandomKeysInAPage(t *testing.T) {
	e := NewEnv(Config{})
	keys := []string{"up", "down", "pgup", "pgdown", "ctrl+d", "home", "end", "x", "space", "left", "right"}
	line := rapid.Custom(func(t *rapid.T) TextLine {
		l := TextLine{
			Text: rapid.SampledFrom(texts).Draw(t, "text"), Number: rapid.SampledFrom([]string{"", "1", "long number"}).Draw(t, "number"),
			Indent: rapid.SampledFrom([]int{0, 2, 5, 9}).Draw(t, "indent"),
			Rule:   rapid.Bool().Draw(t, "rule"), Link: rapid.Bool().Draw(t, "link"),
		}
		if l.Indent == 9 {
			l.Lead, l.By = "10:02", rapid.SampledFrom(texts).Draw(t, "author")
		}
		return l
	})
	rapid.Check(t, func(t *rapid.T) {
		p, height := NewPage(), 0
		p.Columns = rapid.IntRange(0, 2).Draw(t, "columns")
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			switch rapid.IntRange(0, 3).Draw(t, "kind") {
			case 0:
				p.Set(rapid.SliceOfN(line, 0, 20).Draw(t, "lines"))
				height = rapid.IntRange(0, 30).Draw(t, "height")
			case 1:
				p.GoTo(rapid.IntRange(-5, 50).Draw(t, "line"))
			default:
				p.Update(keyNamed(rapid.SampledFrom(keys).Draw(t, "key")))
			}
			g := draw.NewGrid(24, 30, e.Ink.Text)
			p.Draw(g, draw.Box{Width: rapid.IntRange(0, 22).Draw(t, "width"), Height: height}, &e.Ink)
			if top, end := p.Visible(); top < 0 || end < top {
				t.Fatalf("lines %d to %d", top, end)
			}
			for y := range g.Height {
				if g.At(22, y).Text != " " || g.At(23, y).Text != " " || y >= height && g.At(0, y).Text != " " {
					t.Fatalf("line %d is drawn beside the page", y)
				}
			}
		}
	})
}
