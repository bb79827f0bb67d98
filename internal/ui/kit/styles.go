package kit

import (
	"quadrille/assets"
	"quadrille/internal/ui/board"
)

// Styles is the styles of a theme's words.
type Styles struct {
	Theme                                         *assets.Theme
	Text, Strong, Faint, Rule, Accent, Alarm, bar board.Style
	Good, Chosen                                  board.Style
}

func stylesOf(t *assets.Theme) Styles {
	on := func(fg assets.Shade) board.Style { return board.Style{Fg: fg, Bg: t.Page} }
	bar := on(t.Text).On(t.Bar).With(board.Bold)
	if t.Plain {
		bar = bar.With(board.Reverse)
	}
	return Styles{
		Theme:  t,
		Text:   on(t.Text),
		Strong: on(t.Text).With(board.Bold),
		Faint:  on(t.Faint),
		Rule:   on(t.Rule),
		Accent: on(t.Accent).With(board.Bold),
		Alarm:  on(t.Alarm).With(board.Bold),
		Good:   on(t.Good),
		bar:    bar,
		Chosen: on(t.Accent).With(board.Reverse),
	}
}
