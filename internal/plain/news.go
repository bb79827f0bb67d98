package plain

import (
	"quadrille/internal/lobby"
	"quadrille/internal/phrase"
	"quadrille/internal/table"
	"quadrille/rules"
)

// toldAtOnce is how many actions are told one by one when more than that come at
// the same time.
const toldAtOnce = 8

// tellNews tells what a view has that the one before had not. A view that is
// older says nothing.
func (s *session) tellNews(v *table.View) {
	r := s.room
	old := r.view
	if v.Seq < old.Seq {
		return
	}
	r.view = v
	s.tellPeople(old)
	if old.Phase == table.Waiting && !v.Began.IsZero() {
		s.say("The game begins")
	}
	acted := s.tellMoves()
	s.tellStanding(old)
	s.tellTalk()
	if v.Aside != old.Aside && v.Aside != "" {
		s.say("%s", v.Aside)
	}
	switch {
	case old.Phase != table.Finished && v.Phase == table.Finished:
		s.tellOutcome()
	case v.Phase == table.Finished:
		s.tellRematch(old)
	case v.Actor != old.Actor || acted || old.Adjourned && !v.Adjourned:
		s.tellTurn()
	}
	s.goOnWithLesson()
}

// tellMoves tells the actions that the story does not know yet, and reports
// whether there were any.
func (s *session) tellMoves() bool {
	r, v := s.room, s.room.view
	known := r.story.agrees(v.Moves)
	back := len(r.story.moves) - known
	if back > 0 {
		r.story.back(known)
		s.say("%s taken back", wasWere(back, "action"))
		s.stillThere(known)
	}
	fresh := v.Moves[known:]
	for i := range fresh {
		d := r.story.play(&fresh[i])
		if i >= len(fresh)-toldAtOnce || len(fresh) <= toldAtOnce {
			s.tellDeed(&d)
			continue
		}
		if i == 0 {
			s.say("%s played meanwhile: say history to hear them", wasWere(len(fresh), "action"))
		}
	}
	return len(fresh) > 0 || back > 0
}

func (s *session) tellDeed(d *deed) {
	for _, text := range s.teller().tell(d) {
		s.say("%s", text)
	}
}

func (s *session) teller() *teller {
	t := &teller{speech: &s.speech, me: s.me.ID}
	for i, seat := range s.room.view.Seats {
		t.seats[i] = seat.Player
	}
	return t
}

// tellTurn says whose turn it is: to whom it is, so that it cannot be missed.
func (s *session) tellTurn() {
	v := s.room.view
	f := v.Variant.Facts()
	if v.Phase != table.Playing || v.Actor == rules.NoSeat {
		return
	}
	if v.Adjourned {
		s.say("The game is adjourned: the clocks stand, and nobody moves")
		return
	}
	if !s.myTurn() {
		if !s.speech.short {
			s.say("%s to move%s", phrase.Seat(f, v.Actor), s.withArmy())
		}
		return
	}
	if s.speech.bell {
		s.voice.bell()
	}
	s.say("Your turn, %s%s", phrase.Seat(f, v.Actor), s.withArmy())
	if v.Variant.Check(&v.Position).Has(v.Actor) {
		s.say("You are in check")
	}
	s.tellTask()
}

// withArmy says that the actor moves another's men.
func (s *session) withArmy() string {
	v := s.room.view
	if v.Actor == v.Position.Turn {
		return ""
	}
	return ", with the men of " + phrase.Seat(v.Variant.Facts(), v.Position.Turn)
}

// tellTask says what is special about this person's turn.
func (s *session) tellTask() {
	v := s.room.view
	if p, ok := v.Variant.(rules.Prompter); ok {
		if text := p.Prompt(&v.Position); text != "" {
			s.say("%s", text)
		}
	}
	if len(v.Legal) == 0 {
		return
	}
	switch v.Legal[0].Verb {
	case rules.Remove:
		s.say("Say off and a square, like off %s", s.square(v.Legal[0].From))
	case rules.ChooseArmy:
		var words []string
		for _, a := range v.Legal {
			words = append(words, "keep "+v.Variant.Facts().Seats[a.Seat])
		}
		s.say("Choose for good whose men you keep: say %s", phrase.List(words))
	}
	if v.Lifted != rules.NoSquare {
		s.say("You have lifted %s: it must move", s.manOn(v.Lifted))
	}
	if v.CanClaim {
		s.say("You may claim a draw: say claim")
	}
}

func (s *session) square(sq rules.Square) string {
	return s.speech.square(s.room.view.Variant.Facts(), sq)
}

// manOn is "the knight on j1".
func (s *session) manOn(sq rules.Square) string {
	return "the " + s.room.view.Position.Board[sq].Kind().Word() + " on " + s.square(sq)
}

// tellOutcome says how it ended.
func (s *session) tellOutcome() {
	v := s.room.view
	if v.Began.IsZero() {
		s.say("The table is closed: no game was played")
		if v.Verdict != nil {
			s.say("It was %s", lobby.VerdictLine(v))
		}
		return
	}
	o := &v.Position.Outcome
	s.say("The game is over: %s", phrase.Result(v.Variant.Facts(), o))
	if v.Verdict != nil {
		s.say("It was %s", lobby.VerdictLine(v))
	}
	if o.Why == rules.Unfinished {
		return
	}
	s.say("Scores: %s", phrase.Scores(v, o.Scores))
	if o.HasPoints {
		s.say("Points: %s", phrase.Scores(v, v.Position.Points))
	}
	s.tellRematch(nil)
	if s.held() != 0 && v.Next == 0 && s.room.study == nil {
		s.say("Say rematch to play again, or leave")
	}
}

// tellTalk tells what was said since.
func (s *session) tellTalk() {
	r, v := s.room, s.room.view
	newest := r.lines
	for _, l := range v.Talk {
		if l.Number > r.lines && l.By.ID != s.me.ID {
			s.say("%s says: %s", phrase.Name(l.By), l.Text)
		}
		newest = max(newest, l.Number)
	}
	for _, l := range v.Gallery {
		if l.Number > r.lines && l.By.ID != s.me.ID {
			s.say("%s, looking on, says: %s", phrase.Name(l.By), l.Text)
		}
		newest = max(newest, l.Number)
	}
	r.lines = newest
}

// tellRematch tells what has changed about playing again.
func (s *session) tellRematch(old *table.View) {
	v := s.room.view
	if v.Next != 0 && (old == nil || old.Next == 0) {
		s.say("The rematch is at table %d: say table %d", v.Next, v.Next)
		return
	}
	if v.Rematch == nil || v.Next != 0 {
		return
	}
	before := rules.Seats(0)
	if old != nil && old.Rematch != nil && old.Rematch.Onward == v.Rematch.Onward {
		before = old.Rematch.Agreed
	}
	said := map[string]bool{}
	for seat := range rules.Seat(rules.SeatCount) {
		if p := v.Seats[seat].Player; v.Rematch.Agreed.Has(seat) && !before.Has(seat) && !said[string(p.ID)] {
			said[string(p.ID)] = true
			s.say("%s %s", s.subject(p, "want", "wants"), rematchWord(v))
		}
	}
}

func rematchWord(v *table.View) string {
	if v.Rematch.Onward {
		return "to play again, everybody one seat further or the first move with the next"
	}
	return "to play again, in the same seats"
}
