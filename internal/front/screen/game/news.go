package game

import (
	"quadrille/internal/present"
	"quadrille/internal/table"
)

// news is the newest notice about the table. It is shown until the next key or move.
type news struct {
	last int // number of the last notice that the viewer has got
	turn int // if it is the viewer's turn, 1 plus the number of moves before it; otherwise 0
	text string
}

// updated takes a new view, and returns the notices that are new. A session gets no notices of
// what happened before it opened the table.
func (n *news) updated(old *table.View, v seen) (fresh []present.Notice) {
	if old == nil || len(old.Moves) != len(v.Moves) || old.Phase != v.Phase {
		n.text = ""
	}
	if old != nil {
		fresh = v.words.Notices(n.last)
		for _, one := range fresh {
			if !one.ByMe && announced(one.Kind) && !(one.Mine && one.Kind <= table.SeatForfeited) {
				n.text = one.Text
			}
		}
	}
	n.last = present.LastNotice(v.View)
	return fresh
}

// turnBegan reports whether a turn of the viewer has begun since it was last called, although views may be missed between two
// turns. It returns false for a turn that follows directly on another of the viewer's turns.
func (n *news) turnBegan(v seen) bool {
	last := n.turn
	if n.turn = 0; v.myTurn() {
		n.turn = 1 + len(v.Moves)
	}
	return n.turn > 0 && n.turn != last && (last == 0 || n.turn != last+1)
}

// announced reports whether a kind of notice is shown in the notice line. The screen shows the
// others as questions, cards or marks.
func announced(k table.NotableKind) bool {
	switch k {
	case table.DrawOffer, table.TakebackOffer, table.ResignOffer, table.VoteCast, table.RematchOffer, table.RematchOpen,
		table.PremoveDrop, table.PlayerLeft, table.GameAdjourned, table.SeatRemoved:
		return false
	}
	return k > table.GameAdjudicated || k == table.SeatReleased
}
