package game

import (
	"quadrille/internal/table"
)

// askTakeback asks the other players for a takeback of the viewer's last move, or withdraws
// that request. On an analysis board it takes back the last move.
func (v seen) askTakeback() intent {
	switch offer := v.Takeback; {
	case v.study != nil:
		return v.takeBackInStudy()
	case !v.inGame():
		return refuse(v.words.CannotMove())
	case offer != nil && offer.By.ID == v.me.ID:
		return v.command(table.DeclineTakeback)
	}
	return v.command(table.OfferTakeback)
}

// takeBackInStudy takes back the last move on an analysis board. If the game on the board is
// over, it opens a new analysis board without that move.
func (v seen) takeBackInStudy() intent {
	switch {
	case v.study.score != nil:
		return refuse("this game is read-only; ctrl+a opens an analysis board")
	case v.back:
		return refuse("you are looking back; press End to return to the game")
	case len(v.Moves) == 0:
		return refuse("there is no move to take back")
	case v.Phase == table.Finished:
		return intent{study: v.studyOf(len(v.Moves) - 1), instead: true}
	}
	return v.command(table.OfferTakeback)
}
