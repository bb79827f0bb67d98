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

// help is keys, signs, and the rules of a game, to scroll through.
type help struct {
	env   *env
	game  gameOf
	top   int
	lines []helpLine // for the width below
	width int
}

type helpLine struct {
	text   string
	number string // a paragraph's, before the text
	head   bool
}

func newHelp(e *env, g gameOf) *help { return &help{env: e, game: g} }

func (h *help) start() tea.Cmd { return nil }
func (h *help) stop()          {}
func (h *help) dialog() bool   { return false }
func (h *help) title() string  { return "Help: Quadrille" }

func (h *help) update(msg tea.Msg) (step, tea.Cmd) {
	room := h.env.height - 3
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		switch msg.String() {
		case "esc", "q", "?", "enter":
			return leave, nil
		case "up", "k":
			h.top--
		case "down", "j":
			h.top++
		case "pgup", "b":
			h.top -= room
		case "pgdown", "space":
			h.top += room
		case "home":
			h.top = 0
		case "end":
			h.top = len(h.lines)
		}
	case tea.MouseWheelMsg:
		h.top += map[tea.MouseButton]int{tea.MouseWheelUp: -3, tea.MouseWheelDown: 3}[msg.Button]
	}
	h.top = max(0, min(h.top, len(h.lines)-room))
	return stay, nil
}

const helpWidth = 78

func (h *help) draw(g *board.Grid) {
	e := h.env
	width := min(g.Width-2, helpWidth)
	if h.lines == nil || h.width != width {
		h.width, h.lines = width, h.compose(width)
	}
	room := g.Height - 3
	h.top = max(0, min(h.top, len(h.lines)-room))
	e.header(g, "Help", "")
	for i := range min(room, len(h.lines)-h.top) {
		h.drawHelpLine(g, 1, 2+i, width, &h.lines[h.top+i])
	}
	more := ""
	if h.top+room < len(h.lines) {
		more = "more below"
	}
	g.Text(1, g.Height-1, 20, more, e.ink.faint)
	e.hints(g, 22, [2]string{"up down pgup pgdn", "scroll"}, [2]string{"esc", "back"})
}

func (h *help) drawHelpLine(g *board.Grid, x, y, width int, l *helpLine) {
	ink := h.env.ink
	if l.head {
		g.Text(x, y, width, l.text, ink.accent)
		return
	}
	if l.number != "" {
		g.Text(x, y, 5, l.number, ink.strong)
	}
	g.Text(x+5, y, width-5, l.text, ink.text)
}

func (h *help) foot(g *board.Grid, y int) {
	g.Text(0, y, g.Width, "Help: esc goes back.", h.env.ink.text)
}
