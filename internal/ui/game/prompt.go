package game

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/kit"
)

// prompt is a line that is typed instead of a move: something to say, or a
// reason.
type prompt struct {
	label string
	line  kit.Line
	send  func(text string) tea.Cmd
	kind  table.CommandKind // what it asks of the table: once that is done, the prompt goes
}

// ask begins to type something else than a move; nil ends that.
func (in *input) ask(p *prompt) { in.prompt = p }

// typing returns what is typed instead of a move; nil if nothing is.
func (in *input) typing() *prompt { return in.prompt }

// promptKey goes on with the line. What others ask can be answered meanwhile.
func (in *input) promptKey(msg tea.KeyPressMsg) (kit.Step, tea.Cmd) {
	switch d := kit.ActionOf(msg.String(), kit.TableKeys); {
	case d == kit.Accept || d == kit.Decline:
		return in.t.requests.answer(d == kit.Accept)
	case msg.String() == "enter":
		return kit.Stay, in.prompt.send(in.prompt.line.Text)
	case d == kit.GoBack:
		in.prompt, in.Refusal = nil, ""
	case in.prompt.line.Key(msg):
		return kit.Stay, in.promptTook()
	}
	return kit.Stay, nil
}

// promptTook says so when the line had no room for all that came.
func (in *input) promptTook() tea.Cmd {
	in.Refusal = ""
	if l := &in.prompt.line; l.Full {
		return in.t.Link.refuse(fmt.Sprintf("%d letters at most", l.Limit))
	}
	return nil
}

// drawPrompt draws the line as far as there is room, its end first, and returns
// where it ends.
func (in *input) drawPrompt(g *board.Grid, x, y int) int {
	ink := in.t.env.Styles
	x += g.Text(x, y, g.Width-x, in.prompt.label+" ", ink.Faint)
	room := g.Width - x - 2
	if in.Refusal != "" {
		room /= 2
	}
	return x + in.prompt.line.Draw(g, x, y, room+1, ink.Strong)
}
