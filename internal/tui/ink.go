package tui

import (
	"quadrille/assets"
	"quadrille/internal/tui/board"
)

// ink is the styles of a theme's words.
type ink struct {
	theme                                         *assets.Theme
	text, strong, faint, rule, accent, alarm, bar board.Style
	good, chosen                                  board.Style
}

func inkOf(t *assets.Theme) ink {
	on := func(fg assets.Shade) board.Style { return board.Style{Fg: fg, Bg: t.Page} }
	bar := on(t.Text).On(t.Bar).With(board.Bold)
	if t.Plain {
		bar = bar.With(board.Reverse)
	}
	return ink{
		theme:  t,
		text:   on(t.Text),
		strong: on(t.Text).With(board.Bold),
		faint:  on(t.Faint),
		rule:   on(t.Rule),
		accent: on(t.Accent).With(board.Bold),
		alarm:  on(t.Alarm).With(board.Bold),
		good:   on(t.Good),
		bar:    bar,
		chosen: on(t.Accent).With(board.Reverse),
	}
}
