package plain

import (
	"quadrille/internal/phrase"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// subject is somebody and what he does: "You want", "Pinky wants".
func (s *session) subject(p player.Player, own, other string) string {
	if p.ID == s.me.ID {
		return "You " + own
	}
	return phrase.Name(p) + " " + other
}

// tellPeople tells who has come, gone, or become ready since.
func (s *session) tellPeople(old *table.View) {
	v := s.room.view
	f := v.Variant.Facts()
	told := map[player.ID]bool{} // who is gone or back, once for all his seats
	for seat := range rules.Seat(rules.SeatCount) {
		was, is := &old.Seats[seat], &v.Seats[seat]
		word := phrase.Seat(f, seat)
		switch {
		case was.Player.ID != is.Player.ID && is.Player.ID != "":
			s.say("%s as %s", s.subject(is.Player, "sit down", "sits down"), word)
			s.tellReturnCode(is.Player)
		case was.Player.ID != is.Player.ID:
			s.say("%s from %s", s.subject(was.Player, "stand up", "stands up"), word)
		case v.Phase == table.Waiting && is.Ready && !was.Ready:
			s.say("%s", s.subject(is.Player, "are ready as "+word, "is ready as "+word))
		case v.Phase == table.Waiting && !is.Ready && was.Ready:
			s.say("%s", s.subject(is.Player, "are not ready any more", "is not ready any more"))
		case is.Gone.IsZero() != was.Gone.IsZero() && !told[is.Player.ID]:
			told[is.Player.ID] = true
			s.tellGone(is)
		}
		if is.Vacant && !was.Vacant {
			s.say("Whoever wants may sit down as %s until %s is back", word, phrase.Name(is.Player))
		}
		if is.Consents && !was.Consents {
			s.say("%s", s.subject(is.Player, "agree that the players may talk", "agrees that the players may talk"))
		}
	}
	for _, away := range v.SentAway[min(len(old.SentAway), len(v.SentAway)):] {
		s.tellSentAway(&away)
	}
}

func (s *session) tellGone(seat *table.SeatView) {
	if seat.Gone.IsZero() {
		s.say("%s", s.subject(seat.Player, "are back", "is back"))
		return
	}
	s.say("%s", s.subject(seat.Player, "are gone", "is gone"))
}

func (s *session) tellSentAway(away *table.SentAwayView) {
	by := s.room.view.Unseater(away)
	text := s.subject(away.Player, "were asked by "+by+" to leave your seat", "was asked by "+by+" to leave the seat")
	if away.Why != "" {
		text += ": " + away.Why
	}
	s.say("%s", text)
}

// tellReturnCode tells a guest who has sat down how he gets back.
func (s *session) tellReturnCode(p player.Player) {
	if p.ID == s.me.ID && s.ReturnCode != "" {
		s.say("You are a guest: write down the code %s", s.ReturnCode)
		s.say("With it you come back to your seat: ssh HOST return %s", s.ReturnCode)
	}
}

// tellSeats tells who sits where.
func (s *session) tellSeats() {
	v := s.room.view
	f := v.Variant.Facts()
	for seat := range rules.Seat(rules.SeatCount) {
		if text := s.seatLine(seat); text != "" {
			s.say("%s: %s", phrase.Seat(f, seat), text)
		}
	}
}

func (s *session) seatLine(seat rules.Seat) string {
	v := s.room.view
	is := &v.Seats[seat]
	text := phrase.Name(is.Player)
	switch {
	case is.Closed:
		return ""
	case is.Open && is.Player.ID == "":
		return "nobody yet"
	case is.Player.ID == s.me.ID:
		text = "you"
	}
	for other := range rules.Seat(rules.SeatCount) {
		if v.Variant.Facts().Partners(seat, other) && s.held().Has(other) && !s.held().Has(seat) {
			text += ", your partner"
			break
		}
	}
	switch {
	case v.Phase == table.Waiting && is.Ready:
		text += ", ready"
	case v.Phase == table.Waiting:
		text += ", not ready"
	case v.Position.State[seat] == rules.Out:
		text += ", out of the game"
	case v.Variant.Mated(&v.Position).Has(seat):
		text += ", in checkmate"
	case v.Variant.Check(&v.Position).Has(seat):
		text += ", in check"
	}
	if v.Phase != table.Finished && is.Player.ID != s.me.ID && !is.Present {
		text += ", away"
	}
	return text
}

// advise says what somebody can do before the game.
func (s *session) advise() {
	v := s.room.view
	held := s.held()
	ready := true
	for seat := range rules.Seat(rules.SeatCount) {
		ready = ready && (!held.Has(seat) || v.Seats[seat].Ready)
	}
	switch {
	case held == 0:
		s.say("Say sit and a seat, like sit %s", v.Variant.Facts().Seats[max(0, s.firstOpen())])
	case !ready && v.Terms.Bots > 0 && s.Lobby.Bots() && s.anyOpen():
		s.say("Say ready when you are: bots of level %d take the seats that are open when all who sit are", v.Terms.Bots)
	case !ready:
		s.say("Say ready when you are")
	default:
		s.say("The game begins when every seat is taken and everybody is ready")
	}
}

func (s *session) anyOpen() bool { return s.firstOpen() >= 0 }

// firstOpen is negative where no seat is.
func (s *session) firstOpen() int {
	for seat := range s.room.view.Seats {
		if s.room.view.Seats[seat].Open {
			return seat
		}
	}
	return -1
}
