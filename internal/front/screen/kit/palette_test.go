package kit

import (
	"slices"
	"testing"
)

// TestPaletteOrdersMatches checks which entries match a typed text, the best match first.
func TestPaletteOrdersMatches(t *testing.T) {
	p := NewPalette(NewEnv(Config{}), nil, []Command{
		{Name: "draw", Short: "offer a draw"},
		{Name: "redraw", Short: "clean the screen"},
		{Name: "record", Usage: "record N [--format NAME]", Short: "print a game"},
		{Name: "records", Short: "list the records"},
		{Name: "dear board", Short: "nothing"},
		{Name: "picture", Short: "draw the board"},
	})
	for text, want := range map[string][]string{
		"draw":     {"draw", "redraw", "picture"},
		"DRAW ":    {"draw", "redraw", "picture"},
		"rec":      {"record", "records"},
		"records":  {"records"},
		"record 7": {"record"},
		"drb":      {"dear board"},
		"board":    {"dear board", "picture"},
		"the":      {"redraw", "records", "picture"},
		"xyz":      nil,
	} {
		p.line.Text = text
		p.match()
		var got []string
		for _, rank := range p.shown {
			if name := p.entries[rank.Index].name; p.entries[rank.Index].table {
				got = append(got, name)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q finds %q, not %q", text, got, want)
		}
	}
}
