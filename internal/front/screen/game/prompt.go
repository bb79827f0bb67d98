package game

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/table"
)

// prompt asks for a line of text, in place of the move line: a chat line, the reason for
// removing a player, or the level of a bot.
type prompt struct {
	label string
	line  kit.Line
	send  func(v seen, text string) intent
	// next returns the prompt to which Tab switches, and nextName is the key hint for Tab. If
	// there is no other prompt, next is nil.
	next     func() *prompt
	nextName string
	kind     table.CommandKind // kind of the command that sends the text; the prompt closes when the table accepts this command
}

// promptKey handles a key while a prompt is open.
func (in *input) promptKey(v seen, msg tea.KeyPressMsg) intent {
	switch d := kit.ActionOf(msg.String(), kit.TableKeys); {
	case msg.String() == "enter":
		return in.prompt.send(v, in.prompt.line.Text)
	case d == kit.NextCandidate && in.prompt.next != nil:
		line := in.prompt.line
		in.prompt = in.prompt.next()
		in.prompt.line = line
	case d == kit.GoBack:
		in.prompt, in.Refusal = nil, ""
	case in.prompt.line.Key(msg):
		return in.promptTook()
	}
	return intent{}
}

// promptTook refuses text that is too long.
func (in *input) promptTook() intent {
	in.Refusal = ""
	if l := &in.prompt.line; l.Full {
		return refuse(fmt.Sprintf("at most %d characters", l.Limit))
	}
	return intent{}
}

// drawPrompt draws the prompt, scrolled to the end of the text. It returns the column after
// the text.
func (in *input) drawPrompt(g *draw.Grid, x, y int, ink *draw.Styles) int {
	x += g.Text(x, y, g.Width-x, in.prompt.label+" ", ink.Faint)
	room := g.Width - x - 2
	if in.Refusal != "" {
		room /= 2
	}
	return x + in.prompt.line.Draw(g, x, y, room+1, ink.Strong)
}
