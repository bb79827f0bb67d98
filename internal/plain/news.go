package plain

import (
	"quadrille/internal/lobby"
	"quadrille/internal/phrase"
	"quadrille/internal/phrase/moves"
	"quadrille/internal/table"
	"quadrille/rules"
)

// reporter tells what is new at the table.
type reporter struct {
	s *session
}

// toldAtOnce is how many actions are told one by one when more than that come at
// the same time.
const toldAtOnce = 8

// tellNews tells what a view has that the one before had not. A view that is
// older says nothing.
func (rp *reporter) tellNews(v *table.View) {
	r := rp.s.at.room
	old := r.view
	if v.Seq < old.Seq {
		return
	}
	r.view = v
	rp.tellPeople(old)
	if old.Phase == table.Waiting && !v.Started.IsZero() {
		rp.s.say("The game begins")
	}
	acted := rp.tellMoves()
	rp.tellStanding(old)
	rp.tellTalk()
	if v.Fault != old.Fault && v.Fault != "" {
		rp.s.say("%s", v.Fault)
	}
	switch {
	case old.Phase != table.Finished && v.Phase == table.Finished:
		rp.tellOutcome()
	case v.Phase == table.Finished:
		rp.tellRematch(old)
	case v.Actor != old.Actor || acted || old.Adjourned && !v.Adjourned:
		rp.tellTurn()
	}
	rp.s.review.goOnWithLesson()
}

// tellMoves tells the actions that the story does not know yet, and reports
// whether there were any.
func (rp *reporter) tellMoves() bool {
	r, v := rp.s.at.room, rp.s.at.room.view
	known := r.story.Known(v.Moves)
	back := len(r.story.Moves) - known
	if back > 0 {
		r.story.Back(known)
		rp.s.say("%s taken back", wasWere(back, "action"))
		rp.s.review.stillThere(known)
	}
	fresh := v.Moves[known:]
	for i := range fresh {
		d := r.story.Play(&fresh[i])
		if i >= len(fresh)-toldAtOnce || len(fresh) <= toldAtOnce {
			rp.tellDeed(&d)
			continue
		}
		if i == 0 {
			rp.s.say("%s played meanwhile: say history to hear them", wasWere(len(fresh), "action"))
		}
	}
	return len(fresh) > 0 || back > 0
}

func (rp *reporter) tellDeed(d *moves.Played) {
	for _, text := range rp.teller().Tell(d) {
		rp.s.say("%s", text)
	}
}

func (rp *reporter) teller() *moves.Narrator {
	t := &moves.Narrator{Style: rp.s.speech.Style, Me: rp.s.me.ID}
	for i, seat := range rp.s.at.room.view.Seats {
		t.Seats[i] = seat.Player
	}
	return t
}

// tellTurn says whose turn it is: to whom it is, so that it cannot be missed.
func (rp *reporter) tellTurn() {
	v := rp.s.at.room.view
	f := v.Variant.Facts()
	if v.Phase != table.Playing || v.Actor == rules.NoSeat {
		return
	}
	if v.Adjourned {
		rp.s.say("The game is adjourned: the clocks stand, and nobody moves")
		return
	}
	if !rp.s.playing.myTurn() {
		if !rp.s.speech.Short {
			rp.s.say("%s to move%s", phrase.Seat(f, v.Actor), rp.withArmy())
		}
		return
	}
	if rp.s.speech.bell {
		rp.s.voice.bell()
	}
	rp.s.say("Your turn, %s%s", phrase.Seat(f, v.Actor), rp.withArmy())
	if v.Variant.InCheck(&v.Position).Has(v.Actor) {
		rp.s.say("You are in check")
	}
	rp.tellTask()
}

// withArmy says that the actor moves another's men.
func (rp *reporter) withArmy() string {
	v := rp.s.at.room.view
	if v.Actor == v.Position.Turn {
		return ""
	}
	return ", with the men of " + phrase.Seat(v.Variant.Facts(), v.Position.Turn)
}

// tellTask says what is special about this person's turn.
func (rp *reporter) tellTask() {
	v := rp.s.at.room.view
	if p, ok := v.Variant.(rules.Prompter); ok {
		if text := p.Prompt(&v.Position); text != "" {
			rp.s.say("%s", text)
		}
	}
	if len(v.Legal) == 0 {
		return
	}
	switch v.Legal[0].Type {
	case rules.Remove:
		rp.s.say("Say off and a square, like off %s", rp.square(v.Legal[0].From))
	case rules.ChooseArmy:
		var words []string
		for _, a := range v.Legal {
			words = append(words, "keep "+v.Variant.Facts().Seats[a.Seat])
		}
		rp.s.say("Choose for good whose men you keep: say %s", phrase.List(words))
	}
	if v.Lifted != rules.NoSquare {
		rp.s.say("You have lifted %s: it must move", rp.manOn(v.Lifted))
	}
	if v.CanClaim {
		rp.s.say("You may claim a draw: say claim")
	}
}

func (rp *reporter) square(sq rules.Square) string {
	return rp.s.speech.Square(rp.s.at.room.view.Variant.Facts(), sq)
}

// manOn is "the knight on j1".
func (rp *reporter) manOn(sq rules.Square) string {
	return "the " + rp.s.at.room.view.Position.Board[sq].Kind().Name() + " on " + rp.square(sq)
}

// tellOutcome says how it ended.
func (rp *reporter) tellOutcome() {
	v := rp.s.at.room.view
	if v.Started.IsZero() {
		rp.s.say("The table is closed: no game was played")
		if v.Adjudication != nil {
			rp.s.say("It was %s", lobby.VerdictLine(v))
		}
		return
	}
	o := &v.Position.Outcome
	rp.s.say("The game is over: %s", phrase.Result(v.Variant.Facts(), o))
	if v.Adjudication != nil {
		rp.s.say("It was %s", lobby.VerdictLine(v))
	}
	if o.Termination == rules.Unfinished {
		return
	}
	rp.s.say("Scores: %s", phrase.Scores(v, o.Scores))
	if o.HasPoints {
		rp.s.say("Points: %s", phrase.Scores(v, v.Position.Points))
	}
	rp.tellRematch(nil)
	if rp.s.playing.held() != 0 && v.Next == 0 && rp.s.at.room.study == nil {
		rp.s.say("Say rematch to play again, or leave")
	}
}

// tellTalk tells what was said since.
func (rp *reporter) tellTalk() {
	r, v := rp.s.at.room, rp.s.at.room.view
	newest := r.lines
	for _, l := range v.Chat {
		if l.Number > r.lines && l.By.ID != rp.s.me.ID {
			rp.s.say("%s says: %s", phrase.Name(l.By), l.Text)
		}
		newest = max(newest, l.Number)
	}
	for _, l := range v.SpectatorChat {
		if l.Number > r.lines && l.By.ID != rp.s.me.ID {
			rp.s.say("%s, looking on, says: %s", phrase.Name(l.By), l.Text)
		}
		newest = max(newest, l.Number)
	}
	r.lines = newest
}

// tellRematch tells what has changed about playing again.
func (rp *reporter) tellRematch(old *table.View) {
	v := rp.s.at.room.view
	if v.Next != 0 && (old == nil || old.Next == 0) {
		rp.s.say("The rematch is at table %d: say table %d", v.Next, v.Next)
		return
	}
	if v.Rematch == nil || v.Next != 0 {
		return
	}
	before := rules.Seats(0)
	if old != nil && old.Rematch != nil && old.Rematch.Rotate == v.Rematch.Rotate {
		before = old.Rematch.Accepted
	}
	said := map[string]bool{}
	for seat := range rules.Seat(rules.SeatCount) {
		if p := v.Seats[seat].Player; v.Rematch.Accepted.Has(seat) && !before.Has(seat) && !said[string(p.ID)] {
			said[string(p.ID)] = true
			rp.s.say("%s", rp.at().Rematch(p))
		}
	}
}
