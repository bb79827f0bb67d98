package game

import (
	"quadrille/internal/table"
)

// askTakeback asks the other players for a takeback of the viewer's last move, or withdraws
// that request. On an analysis board it takes back the last move.
func (v seen) askTakeback() intent {
	if v.study != nil {
		return v.takeBackInStudy()
	}
	if why := v.words.CannotOffer(); why != "" {
		return refuse(why)
	}
	return v.command(v.words.TakebackKind())
}

// takeBackInStudy takes back the last move on an analysis board. If the game on the board is
// over, it opens a new analysis board without that move.
func (v seen) takeBackInStudy() intent {
	switch why := v.words.Refuses(&table.Command{Kind: table.OfferTakeback}); {
	case why != "":
		return refuse(why + "; ctrl+a opens an analysis board")
	case v.back:
		return v.lookingBack()
	case v.Phase == table.Finished:
		return intent{study: v.studyOf(len(v.Moves) - 1), instead: true}
	}
	return v.command(table.OfferTakeback)
}
