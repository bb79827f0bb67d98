package plain

import (
	"slices"

	"quadrille/internal/phrase"
	"quadrille/internal/table"
	"quadrille/rules"
)

// tellStanding tells what has been asked and is not settled: all of it with no
// view before, else what has changed since.
func (rp *reporter) tellStanding(old *table.View) {
	v := rp.s.at.room.view
	if old == nil {
		old = &table.View{Seats: v.Seats}
	}
	if v.Phase != table.Playing {
		return
	}
	rp.tellLifted(old)
	rp.tellOffer(old)
	rp.tellResigning(old)
	rp.tellUndo(old)
	rp.tellVotes(old)
	rp.tellPremoves(old)
}

func (rp *reporter) tellLifted(old *table.View) {
	v := rp.s.at.room.view
	if v.Lifted == rules.NoSquare || v.Lifted == old.Lifted {
		return
	}
	if rp.s.playing.myTurn() {
		rp.s.say("You have lifted %s: it must move", rp.manOn(v.Lifted))
		return
	}
	rp.s.say("%s has lifted %s", phrase.Seat(v.Variant.Facts(), v.Actor), rp.manOn(v.Lifted))
}

func (rp *reporter) tellOffer(old *table.View) {
	v := rp.s.at.room.view
	switch was, is := old.Offer, v.Offer; {
	case is == nil && was != nil:
		rp.s.say(phrase.DrawOfferEnded)
	case is != nil && was == nil:
		rp.s.say("%s: it is drawn if all who still play accept in this round", rp.at().DrawOffer())
		if is.By.ID != rp.s.me.ID && rp.s.playing.held()&v.Position.InPlay() != 0 {
			rp.s.say("Say accept or decline")
		}
	case is != nil && is.Accepted != was.Accepted:
		rp.s.say("%s to a draw", phrase.List(phrase.Seats(v.Variant.Facts(), is.Accepted&^was.Accepted))+" agrees")
	}
}

// tellResigning tells partners, and nobody else, what one of them wants (G5).
func (rp *reporter) tellResigning(old *table.View) {
	v := rp.s.at.room.view
	for seat := range rules.Seat(rules.SeatCount) {
		now, before := v.Resigning.Has(seat), old.Resigning.Has(seat)
		switch {
		case now == before || !rp.besideMe(seat):
		case now && rp.s.playing.held().Has(seat):
			rp.s.say("%s: your partner is asked", rp.at().TeamResignation(seat))
		case now:
			rp.s.say("%s: say resign to agree, or play on", rp.at().TeamResignation(seat))
		case v.Position.InPlay().Has(seat):
			rp.s.say("Your team plays on")
		}
	}
}

// besideMe reports whether a seat is this person's, or his partner's.
func (rp *reporter) besideMe(seat rules.Seat) bool {
	for mine := range rules.Seat(rules.SeatCount) {
		if rp.s.playing.held().Has(mine) && (mine == seat || rp.s.at.room.view.Variant.Facts().Partners(mine, seat)) {
			return true
		}
	}
	return false
}

func (rp *reporter) tellUndo(old *table.View) {
	v := rp.s.at.room.view
	switch was, is := old.Takeback, v.Takeback; {
	case is == nil && was != nil && len(v.Moves) >= len(old.Moves):
		rp.s.say(phrase.TakebackEnded)
	case is != nil && was == nil:
		rp.s.say("%s", rp.at().Takeback())
		if is.By.ID != rp.s.me.ID && rp.s.playing.held()&v.Position.InPlay() != 0 {
			rp.s.say("Say agree or refuse")
		}
	case is != nil && is.Accepted != was.Accepted:
		rp.s.say("%s to take it back", phrase.List(phrase.Seats(v.Variant.Facts(), is.Accepted&^was.Accepted))+" agrees")
	}
}

func (rp *reporter) tellVotes(old *table.View) {
	v := rp.s.at.room.view
	for _, vote := range v.Votes {
		if !slices.Contains(old.Votes, vote) {
			rp.s.say("%s", rp.at().Vote(vote))
		}
	}
	if !v.Adjourned && old.Adjourned {
		rp.s.say("The game goes on")
	}
	if v.Adjourned && !old.Adjourned {
		rp.s.say("The game is adjourned: the clocks stand until all are back, or enough vote resume")
	}
}

// tellPremoves tells somebody what became of his own.
func (rp *reporter) tellPremoves(old *table.View) {
	f := rp.s.at.room.view.Variant.Facts()
	for _, p := range rp.s.at.room.view.Premoves {
		switch {
		case slices.Contains(old.Premoves, p):
		case p.Dropped:
			rp.s.say("%s", phrase.PremovesDropped([]string{p.Plain}))
		default:
			rp.s.say("%s for %s: run cancel premove to cancel it", phrase.Premoves([]string{p.Plain}), phrase.Seat(f, p.Seat))
		}
	}
}
