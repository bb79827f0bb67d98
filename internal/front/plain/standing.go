package plain

import (
	"slices"

	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// tellStanding reports open offers, votes and premoves. If `old` is not nil, it reports only
// what has changed since the view `old`.
func (rp *reporter) tellStanding(old *table.View) {
	v := rp.s.at.table.view
	if old == nil {
		old = &table.View{Seats: v.Seats}
	}
	if v.Phase != table.Playing {
		return
	}
	rp.tellLifted(old)
	rp.tellOffer(old)
	rp.tellResigning(old)
	rp.tellTakeback(old)
	rp.tellVotes(old)
	rp.tellPremoves(old)
}

func (rp *reporter) tellLifted(old *table.View) {
	v := rp.s.at.table.view
	if v.Lifted == rules.NoSquare || v.Lifted == old.Lifted {
		return
	}
	if rp.s.playing.myTurn() {
		rp.s.say("You have lifted %s: it must move", rp.pieceOn(v.Lifted))
		return
	}
	rp.s.say("%s has lifted %s", present.Seat(v.Variant.Facts(), v.Actor), rp.pieceOn(v.Lifted))
}

func (rp *reporter) tellOffer(old *table.View) {
	v := rp.s.at.table.view
	switch was, is := old.Offer, v.Offer; {
	case is == nil && was != nil:
		rp.s.say(present.DrawOfferEnded)
	case is != nil && was == nil:
		rp.s.say("%s: the game is drawn if all players accept in this round", rp.at().DrawOffer())
		if is.By.ID != rp.s.me.ID && rp.s.playing.held()&v.Position.InPlay() != 0 {
			rp.s.say("Type \"accept\" or \"decline\"")
		}
	case is != nil && is.Accepted != was.Accepted:
		rp.s.say("%s accepts the draw", present.List(present.Seats(v.Variant.Facts(), is.Accepted&^was.Accepted)))
	}
}

// tellResigning reports proposals to resign and their rejection, but only for the player's
// own team.
func (rp *reporter) tellResigning(old *table.View) {
	v := rp.s.at.table.view
	for seat := range rules.Seat(rules.SeatCount) {
		now, before := v.Resigning.Has(seat), old.Resigning.Has(seat)
		switch {
		case now == before || !rp.inMyTeam(seat):
		case now && rp.s.playing.held().Has(seat):
			rp.s.say("%s: your partner must agree", rp.at().TeamResignation(seat))
		case now:
			rp.s.say("%s: to accept, type \"resign\"; otherwise play on", rp.at().TeamResignation(seat))
		case v.Position.InPlay().Has(seat):
			rp.s.say("Your team did not resign")
		}
	}
}

// inMyTeam reports whether a seat belongs to the player or to one of their partners.
func (rp *reporter) inMyTeam(seat rules.Seat) bool {
	for mine := range rules.Seat(rules.SeatCount) {
		if rp.s.playing.held().Has(mine) && (mine == seat || rp.s.at.table.view.Variant.Facts().Partners(mine, seat)) {
			return true
		}
	}
	return false
}

func (rp *reporter) tellTakeback(old *table.View) {
	v := rp.s.at.table.view
	switch was, is := old.Takeback, v.Takeback; {
	case is == nil && was != nil && len(v.Moves) >= len(old.Moves):
		rp.s.say(present.TakebackEnded)
	case is != nil && was == nil:
		rp.s.say("%s", rp.at().Takeback())
		if is.By.ID != rp.s.me.ID && rp.s.playing.held()&v.Position.InPlay() != 0 {
			rp.s.say("Type \"accept takeback\" or \"decline takeback\"")
		}
	case is != nil && is.Accepted != was.Accepted:
		rp.s.say("%s accepts the takeback", present.List(present.Seats(v.Variant.Facts(), is.Accepted&^was.Accepted)))
	}
}

func (rp *reporter) tellVotes(old *table.View) {
	v := rp.s.at.table.view
	for _, vote := range v.Votes {
		if !slices.Contains(old.Votes, vote) {
			rp.s.say("%s", rp.at().Vote(vote))
		}
	}
	if !v.Adjourned && old.Adjourned {
		rp.s.say("The game continues")
	}
	if v.Adjourned && !old.Adjourned {
		rp.s.say("The game is adjourned: the clocks are stopped until all are back, or enough players vote to resume")
	}
}

// tellPremoves reports changes to the player's premoves.
func (rp *reporter) tellPremoves(old *table.View) {
	f := rp.s.at.table.view.Variant.Facts()
	for _, p := range rp.s.at.table.view.Premoves {
		switch {
		case slices.Contains(old.Premoves, p):
		case p.Dropped:
			rp.s.say("%s", present.PremovesDropped([]string{p.Plain}))
		default:
			rp.s.say("%s for %s: to cancel it, type \"cancel premove\"", present.Premoves([]string{p.Plain}), present.Seat(f, p.Seat))
		}
	}
}
