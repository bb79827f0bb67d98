package game

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
)

// askUndo asks the others to take this person's last move back, or takes the
// question back. In a study there is nobody to ask.
func (qu *asking) askUndo() (kit.Step, tea.Cmd) {
	switch undo := qu.t.View.Takeback; {
	case qu.t.Study != nil:
		return qu.undoStudy()
	case !qu.t.InGame():
		return kit.Stay, qu.t.Link.refuse("only who plays can take something back")
	case undo != nil && undo.By.ID == qu.t.env.Me.ID:
		return kit.Stay, qu.asks(table.DeclineTakeback)()
	}
	return kit.Stay, qu.asks(table.AskTakeback)()
}

// undoStudy takes the last move of a study back; one that is over begins anew
// without it.
func (qu *asking) undoStudy() (kit.Step, tea.Cmd) {
	moves := qu.t.View.Moves
	switch {
	case qu.t.Study.score != nil:
		return kit.Stay, qu.t.Link.refuse("this game is there to be read; ctrl+a makes a board of your own of it")
	case qu.t.History.back():
		return kit.Stay, qu.t.Link.refuse("you are looking back; press end to return to the game")
	case len(moves) == 0:
		return kit.Stay, qu.t.Link.refuse("there is nothing to take back")
	case qu.t.View.Phase == table.Finished:
		s := *qu.t.Study
		s.actions, s.opened = nil, false
		for _, m := range moves[:len(moves)-1] {
			s.actions = append(s.actions, m.Action)
		}
		return kit.Become(newStudy(qu.t.env, &s)), nil
	}
	return kit.Stay, qu.asks(table.AskTakeback)()
}

// undoLine says that this person's question stands.
func (qu *asking) undoLine() string {
	undo := qu.t.View.Takeback
	if undo == nil || undo.By.ID != qu.t.env.Me.ID || qu.t.View.Phase != table.Playing {
		return ""
	}
	return qu.at().Takeback() + "; the others are asked"
}
