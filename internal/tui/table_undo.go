package tui

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
)

// askUndo asks the others to take this person's last move back, or takes the
// question back. In a study there is nobody to ask.
func (t *tableScreen) askUndo() (step, tea.Cmd) {
	switch undo := t.view.Undo; {
	case t.study != nil:
		return t.undoStudy()
	case !t.inGame():
		return stay, t.refuse("only who plays can take something back")
	case undo != nil && undo.By.ID == t.env.me.ID:
		return stay, t.asks(table.RefuseUndo)()
	}
	return stay, t.asks(table.AskUndo)()
}

// undoStudy takes the last move of a study back; one that is over begins anew
// without it.
func (t *tableScreen) undoStudy() (step, tea.Cmd) {
	moves := t.view.Moves
	switch {
	case t.study.score != nil:
		return stay, t.refuse("this game is there to be read; ctrl+a makes a board of your own of it")
	case t.past.looking:
		return stay, t.refuse("you are looking back; press end to return to the game")
	case len(moves) == 0:
		return stay, t.refuse("there is nothing to take back")
	case t.view.Phase == table.Finished:
		s := *t.study
		s.actions, s.opened = nil, false
		for _, m := range moves[:len(moves)-1] {
			s.actions = append(s.actions, m.Action)
		}
		return become(newStudyScreen(t.env, &s)), nil
	}
	return stay, t.asks(table.AskUndo)()
}

// undoLine says that this person's question stands.
func (t *tableScreen) undoLine() string {
	undo := t.view.Undo
	if undo == nil || undo.By.ID != t.env.me.ID || t.view.Phase != table.Playing {
		return ""
	}
	return "You ask to take " + t.view.Moves[undo.To].Text + " back; the others are asked"
}
