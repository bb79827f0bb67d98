package tui

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/tui/board"
	"quadrille/rules"
)

// gameOf is a game as help knows it: its name for docs, and its seats' signs.
type gameOf struct {
	name  string
	facts *rules.Facts // nil in the lobby
}

func (t *tableScreen) game() gameOf {
	f := t.view.Variant.Facts()
	return gameOf{f.Name, f}
}

// reader is a text to scroll through.
type reader struct {
	env     *env
	head    string
	compose func(width int) []helpLine
	top     int
	lines   []helpLine // for the width below
	width   int
	fromEnd bool // it is opened at its end
}

type helpLine struct {
	text   string
	number string // a paragraph's, before the text
	head   bool
}

func newReader(e *env, head string, compose func(width int) []helpLine) *reader {
	return &reader{env: e, head: head, compose: compose}
}

// newHelp is keys, signs, and the rules of a game.
func newHelp(e *env, game gameOf) *reader {
	return newReader(e, "Help", func(width int) []helpLine { return composeHelp(e, game, width) })
}

func (r *reader) start() tea.Cmd { return nil }
func (r *reader) stop()          {}
func (r *reader) dialog() bool   { return false }
func (r *reader) title() string  { return r.head + ": Quadrille" }

func (r *reader) update(msg tea.Msg) (step, tea.Cmd) {
	room := r.env.height - 3
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		switch msg.String() {
		case "esc", "q", "?", "\"", "enter":
			return leave, nil
		case "up", "k":
			r.top--
		case "down", "j":
			r.top++
		case "pgup", "b":
			r.top -= room
		case "pgdown", "space":
			r.top += room
		case "home":
			r.top = 0
		case "end":
			r.top = len(r.lines)
		}
	case tea.MouseWheelMsg:
		r.top += map[tea.MouseButton]int{tea.MouseWheelUp: -3, tea.MouseWheelDown: 3}[msg.Button]
	}
	r.top = max(0, min(r.top, len(r.lines)-room))
	return stay, nil
}

const helpWidth = 78

func (r *reader) draw(g *board.Grid) {
	e := r.env
	width := min(g.Width-2, helpWidth)
	room := g.Height - 3
	if r.lines == nil || r.width != width {
		if r.width, r.lines = width, r.compose(width); r.fromEnd {
			r.top, r.fromEnd = len(r.lines), false
		}
	}
	r.top = max(0, min(r.top, len(r.lines)-room))
	e.header(g, r.head, "")
	for i := range min(room, len(r.lines)-r.top) {
		r.drawHelpLine(g, 1, 2+i, width, &r.lines[r.top+i])
	}
	more := ""
	if r.top+room < len(r.lines) {
		more = "more below"
	}
	g.Text(1, g.Height-1, 20, more, e.ink.faint)
	e.hints(g, 22, [2]string{"up down pgup pgdn", "scroll"}, [2]string{"esc", "back"})
}

func (r *reader) drawHelpLine(g *board.Grid, x, y, width int, l *helpLine) {
	ink := r.env.ink
	if l.head {
		g.Text(x, y, width, l.text, ink.accent)
		return
	}
	if l.number != "" {
		g.Text(x, y, 5, l.number, ink.strong)
	}
	g.Text(x+5, y, width-5, l.text, ink.text)
}

func (r *reader) foot(g *board.Grid, y int) {
	g.Text(0, y, g.Width, r.head+": esc goes back.", r.env.ink.text)
}
