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
		rp.s.say("The offer of a draw stands no more")
	case is != nil && was == nil:
		rp.s.say("%s a draw: it is drawn if all who still play accept in this round", rp.subject(is.By, "offer", "offers"))
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
	f := v.Variant.Facts()
	for seat := range rules.Seat(rules.SeatCount) {
		now, before := v.Resigning.Has(seat), old.Resigning.Has(seat)
		switch {
		case now == before || !rp.besideMe(seat):
		case now && rp.s.playing.held().Has(seat):
			rp.s.say("You want your team to resign: your partner is asked")
		case now:
			rp.s.say("%s wants your team to resign: say resign to agree, or play on", phrase.Seat(f, seat))
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
		rp.s.say("Nothing is taken back")
	case is != nil && was == nil:
		rp.s.say("%s to take back %s", rp.subject(is.By, "ask", "asks"), phrase.Count(len(v.Moves)-is.To, "action"))
		if is.By.ID != rp.s.me.ID && rp.s.playing.held()&v.Position.InPlay() != 0 {
			rp.s.say("Say agree or refuse")
		}
	case is != nil && is.Agreed != was.Agreed:
		rp.s.say("%s to take it back", phrase.List(phrase.Seats(v.Variant.Facts(), is.Agreed&^was.Agreed))+" agrees")
	}
}

// choices is what votes are for, in words.
var choices = map[table.Choice]string{
	table.Wait:     "to wait some minutes more",
	table.Adjourn:  "to adjourn the game",
	table.OpenSeat: "to let somebody else take the seat",
	table.EndSeat:  "to end the game of who is gone",
	table.GoOn:     "to go on",
}

func (rp *reporter) tellVotes(old *table.View) {
	v := rp.s.at.room.view
	for _, vote := range v.Votes {
		if !slices.Contains(old.Votes, vote) {
			rp.s.say("%s %s", rp.subject(vote.By, "vote", "votes"), choices[vote.Choice])
		}
	}
	if !v.Adjourned && old.Adjourned {
		rp.s.say("The game goes on")
	}
	if v.Adjourned && !old.Adjourned {
		rp.s.say("The game is adjourned: the clocks stand until all are back, or enough vote go-on")
	}
}

// tellPremoves tells somebody what became of his own.
func (rp *reporter) tellPremoves(old *table.View) {
	f := rp.s.at.room.view.Variant.Facts()
	for _, p := range rp.s.at.room.view.Premoves {
		switch {
		case slices.Contains(old.Premoves, p):
		case p.Dropped:
			rp.s.say("What %s wanted to play, %s, is not legal now", phrase.Seat(f, p.Seat), p.Plain)
		default:
			rp.s.say("%s plays %s when its turn comes: say recall to take it back", phrase.Seat(f, p.Seat), p.Plain)
		}
	}
}
