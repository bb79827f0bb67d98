package game

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/table"
	"quadrille/rules"
)

// input turns keys, mouse events and typed text into moves.
type input struct {
	t           *Screen
	Selection   selection
	Line        kit.Line
	refusedLine string  // the typed move that was refused last
	prompt      *prompt // the prompt that takes the place of the move line, for example for chat; nil if none is open
	guesses     guesses
	Refusal     string // reason why the last input was refused
}

// refuse shows the reason why the last input was refused. An empty reason clears it.
func (in *input) refuse(why string) { in.Refusal = why }

// refuseLine shows the reason why the typed line was refused. The next letter that the viewer
// types starts a new line.
func (in *input) refuseLine(why string) { in.refusedLine, in.Refusal = in.Line.Text, why }

func (in *input) refused() string { return in.Refusal }

// played clears the move line and the selection after a move was played.
func (in *input) played() {
	in.Line.Text, in.guesses = "", guesses{}
	in.deselect()
}

func (in *input) deselect() { in.Selection.Lifted = rules.NoSquare }

func (in *input) selection() selection { return in.Selection }

// drawLine draws the move line and returns the number of cells used.
func (in *input) drawLine(g *draw.Grid, x, y int) int {
	return in.Line.Draw(g, x, y, g.Width-x, in.t.env.Styles.Strong)
}

// enterLine plays the typed move or executes the typed word.
func (in *input) enterLine() (kit.Step, tea.Cmd) {
	text := strings.TrimSpace(in.Line.Text)
	in.Refusal = ""
	if to, cmd, known := in.word(text); known {
		return to, cmd
	}
	if in.t.Premoves.allowed() {
		return kit.Stay, in.t.Premoves.setByText(text)
	}
	if why := in.cannotPlay(); why != "" {
		return kit.Stay, in.t.Link.refuseLine(why)
	}
	fits, err := rules.Interpret(in.t.View.Variant, &in.t.View.Position, in.t.View.Actor, in.t.View.Legal, text)
	switch {
	case err != nil:
		return kit.Stay, in.t.Link.refuseLine(err.Error())
	case len(fits) > 1:
		return kit.Enter(in.promotion(fits)), nil
	}
	switch fits[0].Type {
	case rules.Resign:
		return in.t.requests.askResign()
	case rules.DrawClaimed, rules.DrawAgreed:
		return in.t.requests.askDraw()
	}
	return kit.Stay, in.play(fits[0])
}

// word executes a typed word such as "resign". It returns false if the word is unknown.
func (in *input) word(text string) (kit.Step, tea.Cmd, bool) {
	var to kit.Step
	var cmd tea.Cmd
	word := rules.TypedWord(text)
	kind := table.Named(word)
	switch {
	case word == "resign":
		to, cmd = in.t.requests.askResign()
	case kind == table.OfferDraw, word == "claim":
		to, cmd = in.t.requests.askDraw()
	case kind == table.OfferTakeback:
		to, cmd = in.t.requests.askTakeback()
	case word == "q", word == "quit", word == "exit":
		to = in.t.requests.askLeave()
	case word == "help":
		to = kit.Visit(in.t.Game())
	default:
		return in.give(text)
	}
	in.Line.Text = ""
	return to, cmd, true
}

func (in *input) cannotPlay() string {
	switch {
	case in.t.View.Phase == table.Finished:
		return "the game is over"
	case !in.t.seats.seated():
		return "you are a spectator at this table"
	case !in.myTurn():
		return in.notMyTurn()
	}
	return ""
}
