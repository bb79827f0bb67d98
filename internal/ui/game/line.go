package game

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

// enterLine plays what was typed, or does what the word says.
func (t *Screen) enterLine() (kit.Step, tea.Cmd) {
	text := strings.TrimSpace(t.Line.Text)
	t.Refusal = ""
	if to, cmd, known := t.word(text); known {
		return to, cmd
	}
	if t.mayKeep() {
		return kit.Stay, t.enterLater(text)
	}
	if why := t.cannotPlay(); why != "" {
		return kit.Stay, t.refuseLine(why)
	}
	fits, err := rules.Meant(t.View.Variant, &t.View.Position, t.View.Actor, t.View.Legal, text)
	switch {
	case err != nil:
		return kit.Stay, t.refuseLine(err.Error())
	case len(fits) > 1:
		return kit.Enter(t.promotion(fits)), nil
	}
	switch fits[0].Verb {
	case rules.Resign:
		return t.askResign()
	case rules.DrawClaimed, rules.DrawAgreed:
		return t.askDraw()
	}
	return kit.Stay, t.play(fits[0])
}

// word does what one of the words means that are no moves.
func (t *Screen) word(text string) (kit.Step, tea.Cmd, bool) {
	var to kit.Step
	var cmd tea.Cmd
	switch strings.ToLower(text) {
	case "resign":
		to, cmd = t.askResign()
	case "draw", "claim":
		to, cmd = t.askDraw()
	case "undo":
		to, cmd = t.askUndo()
	case "q", "quit", "exit":
		to = t.askLeave()
	case "help":
		to = kit.Visit(t.Game())
	default:
		return kit.Stay, nil, false
	}
	t.Line.Text = ""
	return to, cmd, true
}

func (t *Screen) cannotPlay() string {
	switch {
	case t.View.Phase == table.Finished:
		return "the game is over"
	case !t.seated():
		return "you look on here and have no seat"
	case !t.myTurn():
		return t.notMyTurn()
	}
	return ""
}
