package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/rules"
)

// enterLine plays what was typed, or does what the word says.
func (t *tableScreen) enterLine() (step, tea.Cmd) {
	text := strings.TrimSpace(t.line.text)
	t.refusal = ""
	if to, cmd, known := t.word(text); known {
		return to, cmd
	}
	if t.mayKeep() {
		return stay, t.enterLater(text)
	}
	if why := t.cannotPlay(); why != "" {
		return stay, t.refuseLine(why)
	}
	fits, err := rules.Meant(t.view.Variant, &t.view.Position, t.view.Actor, t.view.Legal, text)
	switch {
	case err != nil:
		return stay, t.refuseLine(err.Error())
	case len(fits) > 1:
		return enter(t.promotion(fits)), nil
	}
	switch fits[0].Verb {
	case rules.Resign:
		return t.askResign()
	case rules.DrawClaimed, rules.DrawAgreed:
		return t.askDraw()
	}
	return stay, t.play(fits[0])
}

// word does what one of the words means that are no moves.
func (t *tableScreen) word(text string) (step, tea.Cmd, bool) {
	var to step
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
		to = visit(t.game())
	default:
		return stay, nil, false
	}
	t.line.text = ""
	return to, cmd, true
}

func (t *tableScreen) cannotPlay() string {
	switch {
	case t.view.Phase == table.Finished:
		return "the game is over"
	case !t.seated():
		return "you look on here and have no seat"
	case !t.myTurn():
		return t.notMyTurn()
	}
	return ""
}
