package game

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/table"
)

// askTakeback asks the other players for a takeback of the viewer's last move, or withdraws
// that request. On an analysis board it takes back the last move.
func (rq *requests) askTakeback() (kit.Step, tea.Cmd) {
	switch undo := rq.t.View.Takeback; {
	case rq.t.Study != nil:
		return rq.takeBackInStudy()
	case !rq.t.InGame():
		return kit.Stay, rq.t.Link.refuse("only players can ask for a takeback")
	case undo != nil && undo.By.ID == rq.t.env.Me.ID:
		return kit.Stay, rq.command(table.DeclineTakeback)()
	}
	return kit.Stay, rq.command(table.OfferTakeback)()
}

// takeBackInStudy takes back the last move on an analysis board. If the game on the board is
// over, it opens a new analysis board without that move.
func (rq *requests) takeBackInStudy() (kit.Step, tea.Cmd) {
	moves := rq.t.View.Moves
	switch {
	case rq.t.Study.score != nil:
		return kit.Stay, rq.t.Link.refuse("this game is read-only; ctrl+a opens an analysis board")
	case rq.t.History.back():
		return kit.Stay, rq.t.Link.refuse("you are looking back; press End to return to the game")
	case len(moves) == 0:
		return kit.Stay, rq.t.Link.refuse("there is no move to take back")
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

// takebackLine returns a line that says that the viewer has asked for a takeback.
func (rq *requests) takebackLine() string {
	undo := rq.t.View.Takeback
	if undo == nil || undo.By.ID != rq.t.env.Me.ID || rq.t.View.Phase != table.Playing {
		return ""
	}
	return rq.words().Takeback() + "; waiting for the others"
}
