package plain

import (
	"slices"

	"quadrille/internal/phrase"
	"quadrille/internal/table"
	"quadrille/rules"
)

// tellStanding tells what has been asked and is not settled: all of it with no
// view before, else what has changed since.
func (s *session) tellStanding(old *table.View) {
	v := s.room.view
	if old == nil {
		old = &table.View{Seats: v.Seats}
	}
	if v.Phase != table.Playing {
		return
	}
	s.tellLifted(old)
	s.tellOffer(old)
	s.tellResigning(old)
	s.tellUndo(old)
	s.tellVotes(old)
	s.tellPremoves(old)
}

func (s *session) tellLifted(old *table.View) {
	v := s.room.view
	if v.Lifted == rules.NoSquare || v.Lifted == old.Lifted {
		return
	}
	if s.myTurn() {
		s.say("You have lifted %s: it must move", s.manOn(v.Lifted))
		return
	}
	s.say("%s has lifted %s", phrase.Seat(v.Variant.Facts(), v.Actor), s.manOn(v.Lifted))
}

func (s *session) tellOffer(old *table.View) {
	v := s.room.view
	switch was, is := old.Offer, v.Offer; {
	case is == nil && was != nil:
		s.say("The offer of a draw stands no more")
	case is != nil && was == nil:
		s.say("%s a draw: it is drawn if all who still play accept in this round", s.subject(is.By, "offer", "offers"))
		if is.By.ID != s.me.ID && s.held()&v.Position.InPlay() != 0 {
			s.say("Say accept or decline")
		}
	case is != nil && is.Accepted != was.Accepted:
		s.say("%s to a draw", phrase.List(phrase.Seats(v.Variant.Facts(), is.Accepted&^was.Accepted))+" agrees")
	}
}

// tellResigning tells partners, and nobody else, what one of them wants (G5).
func (s *session) tellResigning(old *table.View) {
	v := s.room.view
	f := v.Variant.Facts()
	for seat := range rules.Seat(rules.SeatCount) {
		now, before := v.Resigning.Has(seat), old.Resigning.Has(seat)
		switch {
		case now == before || !s.besideMe(seat):
		case now && s.held().Has(seat):
			s.say("You want your team to resign: your partner is asked")
		case now:
			s.say("%s wants your team to resign: say resign to agree, or play on", phrase.Seat(f, seat))
		case v.Position.InPlay().Has(seat):
			s.say("Your team plays on")
		}
	}
}

// besideMe reports whether a seat is this person's, or his partner's.
func (s *session) besideMe(seat rules.Seat) bool {
	for mine := range rules.Seat(rules.SeatCount) {
		if s.held().Has(mine) && (mine == seat || s.room.view.Variant.Facts().Partners(mine, seat)) {
			return true
		}
	}
	return false
}

func (s *session) tellUndo(old *table.View) {
	v := s.room.view
	switch was, is := old.Undo, v.Undo; {
	case is == nil && was != nil && len(v.Moves) >= len(old.Moves):
		s.say("Nothing is taken back")
	case is != nil && was == nil:
		s.say("%s to take back %s", s.subject(is.By, "ask", "asks"), phrase.Count(len(v.Moves)-is.To, "action"))
		if is.By.ID != s.me.ID && s.held()&v.Position.InPlay() != 0 {
			s.say("Say agree or refuse")
		}
	case is != nil && is.Agreed != was.Agreed:
		s.say("%s to take it back", phrase.List(phrase.Seats(v.Variant.Facts(), is.Agreed&^was.Agreed))+" agrees")
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

func (s *session) tellVotes(old *table.View) {
	v := s.room.view
	for _, vote := range v.Votes {
		if !slices.Contains(old.Votes, vote) {
			s.say("%s %s", s.subject(vote.By, "vote", "votes"), choices[vote.Choice])
		}
	}
	if !v.Adjourned && old.Adjourned {
		s.say("The game goes on")
	}
	if v.Adjourned && !old.Adjourned {
		s.say("The game is adjourned: the clocks stand until all are back, or enough vote go-on")
	}
}

// tellPremoves tells somebody what became of his own.
func (s *session) tellPremoves(old *table.View) {
	f := s.room.view.Variant.Facts()
	for _, p := range s.room.view.Premoves {
		switch {
		case slices.Contains(old.Premoves, p):
		case p.Dropped:
			s.say("What %s wanted to play, %s, is not legal now", phrase.Seat(f, p.Seat), p.Plain)
		default:
			s.say("%s plays %s when its turn comes: say recall to take it back", phrase.Seat(f, p.Seat), p.Plain)
		}
	}
}
