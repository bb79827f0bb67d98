package game

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
)

// askTakeback asks the others to take this person's last move back, or takes the
// question back. In a study there is nobody to ask.
func (rq *requests) askTakeback() (kit.Step, tea.Cmd) {
	switch undo := rq.t.View.Takeback; {
	case rq.t.Study != nil:
		return rq.takeBackInStudy()
	case !rq.t.InGame():
		return kit.Stay, rq.t.Link.refuse("only who plays can take something back")
	case undo != nil && undo.By.ID == rq.t.env.Me.ID:
		return kit.Stay, rq.command(table.DeclineTakeback)()
	}
	return kit.Stay, rq.command(table.OfferTakeback)()
}

// takeBackInStudy takes the last move of a study back; one that is over begins anew
// without it.
func (rq *requests) takeBackInStudy() (kit.Step, tea.Cmd) {
	moves := rq.t.View.Moves
	switch {
	case rq.t.Study.score != nil:
		return kit.Stay, rq.t.Link.refuse("this game is there to be read; ctrl+a makes a board of your own of it")
	case rq.t.History.back():
		return kit.Stay, rq.t.Link.refuse("you are looking back; press end to return to the game")
	case len(moves) == 0:
		return kit.Stay, rq.t.Link.refuse("there is nothing to take back")
	case rq.t.View.Phase == table.Finished:
		s := *rq.t.Study
		s.actions, s.opened = nil, false
		for _, m := range moves[:len(moves)-1] {
			s.actions = append(s.actions, m.Action)
		}
		return kit.Become(newStudy(rq.t.env, &s)), nil
	}
	return kit.Stay, rq.command(table.OfferTakeback)()
}

// takebackLine says that this person's question stands.
func (rq *requests) takebackLine() string {
	undo := rq.t.View.Takeback
	if undo == nil || undo.By.ID != rq.t.env.Me.ID || rq.t.View.Phase != table.Playing {
		return ""
	}
	return rq.words().Takeback() + "; the others are asked"
}
