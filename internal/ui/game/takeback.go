package game

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
)

// askUndo asks the others to take this person's last move back, or takes the
// question back. In a study there is nobody to ask.
func (t *Screen) askUndo() (kit.Step, tea.Cmd) {
	switch undo := t.View.Undo; {
	case t.Study != nil:
		return t.undoStudy()
	case !t.InGame():
		return kit.Stay, t.refuse("only who plays can take something back")
	case undo != nil && undo.By.ID == t.env.Me.ID:
		return kit.Stay, t.asks(table.RefuseUndo)()
	}
	return kit.Stay, t.asks(table.AskUndo)()
}

// undoStudy takes the last move of a study back; one that is over begins anew
// without it.
func (t *Screen) undoStudy() (kit.Step, tea.Cmd) {
	moves := t.View.Moves
	switch {
	case t.Study.Score != nil:
		return kit.Stay, t.refuse("this game is there to be read; ctrl+a makes a board of your own of it")
	case t.past.looking:
		return kit.Stay, t.refuse("you are looking back; press end to return to the game")
	case len(moves) == 0:
		return kit.Stay, t.refuse("there is nothing to take back")
	case t.View.Phase == table.Finished:
		s := *t.Study
		s.Actions, s.Opened = nil, false
		for _, m := range moves[:len(moves)-1] {
			s.Actions = append(s.Actions, m.Action)
		}
		return kit.Become(newStudy(t.env, &s)), nil
	}
	return kit.Stay, t.asks(table.AskUndo)()
}

// undoLine says that this person's question stands.
func (t *Screen) undoLine() string {
	undo := t.View.Undo
	if undo == nil || undo.By.ID != t.env.Me.ID || t.View.Phase != table.Playing {
		return ""
	}
	return "You ask to take " + t.View.Moves[undo.To].Text + " back; the others are asked"
}
