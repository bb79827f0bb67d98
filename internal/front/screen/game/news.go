package game

import (
	"quadrille/internal/present"
	"quadrille/internal/table"
)

// news is the newest notice about the table. It is shown until the next key or move.
type news struct {
	last int // number of the last notice that the viewer has got
	text string
}

// updated takes a new view. A session gets no notices of what happened before it opened the
// table.
func (n *news) updated(old *table.View, v seen) {
	if old == nil || len(old.Moves) != len(v.Moves) || old.Phase != v.Phase {
		n.text = ""
	}
	if old != nil {
		for _, one := range v.words.Notices(n.last) {
			if !one.ByMe && announced(one.Kind) && !(one.Mine && one.Kind <= table.SeatForfeited) {
				n.text = one.Text
			}
		}
	}
	n.last = present.LastNotice(v.View)
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
