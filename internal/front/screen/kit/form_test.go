package kit

import (
	"fmt"
	"strings"
	"testing"

	"quadrille/internal/draw"
)

// TestFieldsOfAFormCanBeClicked draws a form with more lines than fit, selects each field, and clicks all
// fields that are visible then.
func TestFieldsOfAFormCanBeClicked(t *testing.T) {
	e := NewEnv(Config{})
	for height := 3; height < 24; height++ {
		f := Form{Button: "Create"}
		for i := range 6 {
			help := "explained in more words than fit in one line"
			f.Fields = append(f.Fields, Field{Label: fmt.Sprint("Field ", i), Help: help, Line: Line{Limit: 9}})
		}
		for at := range 7 {
			f.At = at
			b := draw.Box{X: 2, Y: 1, Width: 40, Height: height}
			g := draw.NewGrid(44, 26, e.Ink.Text)
			f.Draw(g, b, &e.Ink)
			text := rowsOf(g)
			for y, line := range text {
				for i := range 7 {
					label := fmt.Sprint("Field ", i)
					if i == 6 {
						label = "Create"
					}
					if !strings.Contains(line, label) {
						continue
					}
					if f.At = -1; !f.Click(9, y) || f.At != i {
						t.Errorf("height %d, field %d selected: a click on %s selects %d", height, at, label, f.At)
					}
				}
			}
			if f.Click(9, 0) || f.Click(9, b.Y+b.Height) || f.Click(1, 1) {
				t.Errorf("height %d: a click beside the form selects a field", height)
			}
		}
	}
}

// TestSelectedFieldIsVisible moves through a form with more fields than fit.
func TestSelectedFieldIsVisible(t *testing.T) {
	e := NewEnv(Config{})
	f := Form{Fields: make([]Field, 9)}
	for i := range f.Fields {
		f.Fields[i] = Field{Label: fmt.Sprint("Field ", i), Line: Line{Limit: 9}}
	}
	for _, key := range []string{"down", "down", "end", "down", "down", "down", "down", "up", "tab", "shift+tab", "x", "enter"} {
		f.Key(keyNamed(key))
		g := draw.NewGrid(40, 5, e.Ink.Text)
		f.Draw(g, draw.Box{Width: 40, Height: 5}, &e.Ink)
		if text := strings.Join(rowsOf(g), "\n"); !strings.Contains(text, e.Ink.Signs.Chosen+" "+f.Fields[f.At].Label) {
			t.Errorf("after %s, field %d is not visible:\n%s", key, f.At, text)
		}
	}
}
