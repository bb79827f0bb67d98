package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/internal/tui/board"
)

// prompt is a line that is typed instead of a move: something to say, or a
// reason.
type prompt struct {
	label string
	line  line
	send  func(text string) tea.Cmd
	does  table.Do // what it asks of the table: once that is done, the prompt goes
}

// promptKey goes on with the line. What others ask can be answered meanwhile.
func (t *tableScreen) promptKey(msg tea.KeyPressMsg) (step, tea.Cmd) {
	switch d := deedOf(msg.String(), tableKeys); {
	case d == sayYes || d == sayNo:
		return t.answer(d == sayYes)
	case msg.String() == "enter":
		return stay, t.prompt.send(t.prompt.line.text)
	case d == goBack:
		t.prompt, t.refusal = nil, ""
	case t.prompt.line.key(msg):
		return stay, t.promptTook()
	}
	return stay, nil
}

// promptTook says so when the line had no room for all that came.
func (t *tableScreen) promptTook() tea.Cmd {
	t.refusal = ""
	if l := &t.prompt.line; l.full {
		return t.refuse(fmt.Sprintf("%d letters at most", l.limit))
	}
	return nil
}

// drawPrompt draws the line as far as there is room, its end first, and returns
// where it ends.
func (t *tableScreen) drawPrompt(g *board.Grid, x, y int) int {
	ink := t.env.ink
	x += g.Text(x, y, g.Width-x, t.prompt.label+" ", ink.faint)
	room := g.Width - x - 2
	if t.refusal != "" {
		room /= 2
	}
	x += g.Text(x, y, room, tail(t.prompt.line.text, room), ink.strong)
	x += g.Text(x, y, 1, "_", ink.strong)
	return x
}

// tail is the end of a text, so many cells of it at most.
func tail(text string, cells int) string {
	runes := []rune(text)
	for len(runes) > 0 && board.TextWidth(string(runes)) > cells {
		runes = runes[1:]
	}
	return string(runes)
}
