package plain

import (
	"strings"
	"time"

	"quadrille/internal/present"
	"quadrille/internal/records"
	"quadrille/internal/table"
	"quadrille/rules"
)

// reporter tells the player what has changed at the table.
type reporter struct {
	s *session
}

// actionsAtOnce is the maximum number of new actions that are described. If there are more,
// only the last ones are described, after a line with the number of all new actions.
const actionsAtOnce = 8

// tellNews reports what has changed between the last view of the table and v. It ignores v
// if the last view is newer.
func (rp *reporter) tellNews(v *table.View) {
	r := rp.s.at.table
	old := r.view
	if v.Seq < old.Seq {
		return
	}
	r.view = v
	rp.tellPeople(old)
	if old.Phase == table.Waiting && !v.Started.IsZero() {
		rp.s.say("The game starts")
	}
	acted := rp.tellMoves()
	rp.tellStanding(old)
	rp.tellChat()
	if v.Fault != old.Fault && v.Fault != "" {
		rp.s.say("%s", v.Fault)
	}
	switch {
	case old.Phase != table.Finished && v.Phase == table.Finished:
		rp.tellOutcome()
	case v.Phase == table.Finished:
		if len(old.Ratings) == 0 {
			rp.tellRatings()
		}
		rp.tellRematch(old)
	case v.Actor != old.Actor || acted || old.Adjourned && !v.Adjourned:
		rp.tellTurn()
	}
	rp.s.review.continueLesson()
}

// tellMoves reports new actions and takebacks. It returns true if there were any.
func (rp *reporter) tellMoves() bool {
	r, v := rp.s.at.table, rp.s.at.table.view
	known := r.replay.Known(v.Moves)
	back := len(r.replay.Moves) - known
	if back > 0 {
		r.replay.Back(known)
		rp.s.say("%s taken back", wasWere(back, "move"))
		rp.s.review.stillThere(known)
	}
	fresh := v.Moves[known:]
	for i := range fresh {
		d := r.replay.Play(&fresh[i])
		if i >= len(fresh)-actionsAtOnce || len(fresh) <= actionsAtOnce {
			rp.tellAction(&d)
			continue
		}
		if i == 0 {
			rp.s.say("%s played since the last report: to list them, type \"history\"", wasWere(len(fresh), "move"))
		}
	}
	return len(fresh) > 0 || back > 0
}

func (rp *reporter) tellAction(d *present.Played) {
	for _, text := range rp.narrator().Tell(d) {
		rp.s.say("%s", text)
	}
}

func (rp *reporter) narrator() *present.Narrator {
	t := &present.Narrator{Style: rp.s.speech.Style, Me: rp.s.me.ID}
	for i, seat := range rp.s.at.table.view.Seats {
		t.Seats[i] = seat.Player
	}
	return t
}

// tellTurn reports which seat is to move.
func (rp *reporter) tellTurn() {
	v := rp.s.at.table.view
	f := v.Variant.Facts()
	if v.Phase != table.Playing || v.Actor == rules.NoSeat {
		return
	}
	if v.Adjourned {
		rp.s.say("The game is adjourned: the clocks are stopped")
		return
	}
	if !rp.s.playing.myTurn() {
		if !rp.s.speech.Short {
			rp.s.say("%s to move%s", present.Seat(f, v.Actor), rp.withArmy())
		}
		return
	}
	if rp.s.speech.bell {
		rp.s.output.Bell()
	}
	rp.s.say("Your turn, %s%s", present.Seat(f, v.Actor), rp.withArmy())
	if v.Variant.InCheck(&v.Position).Has(v.Actor) {
		rp.s.say("You are in check")
	}
	rp.tellTask()
}

// withArmy returns words that name the army to move, or "" if the seat moves its own army.
func (rp *reporter) withArmy() string {
	v := rp.s.at.table.view
	if v.Actor == v.Position.Turn {
		return ""
	}
	return ", with the pieces of " + present.Seat(v.Variant.Facts(), v.Position.Turn)
}

// tellTask reports what the player can or must do on their turn in addition to an
// ordinary move, such as choosing an army.
func (rp *reporter) tellTask() {
	v := rp.s.at.table.view
	if p, ok := v.Variant.(rules.Prompter); ok {
		if text := p.Prompt(&v.Position); text != "" {
			rp.s.say("%s", text)
		}
	}
	if v.Clock != nil && !v.Clock.FirstMoveBy.IsZero() {
		rp.s.say("You have %s for your first move", present.Duration(max(0, v.Clock.FirstMoveBy.Sub(rp.s.clock()).Round(time.Second))))
	}
	if len(v.Legal) == 0 {
		return
	}
	switch v.Legal[0].Type {
	case rules.Remove:
		rp.s.say("Type \"off\" and a square, for example \"off %s\"", rp.square(v.Legal[0].From))
	case rules.ChooseArmy:
		var words []string
		for _, a := range v.Legal {
			words = append(words, "\"keep "+v.Variant.Facts().Seats[a.Seat]+"\"")
		}
		rp.s.say("Choose whose pieces you keep for the rest of the game: type %s", strings.Join(words, " or "))
	}
	if v.Lifted != rules.NoSquare {
		rp.s.say("You have lifted %s: it must move", rp.pieceOn(v.Lifted))
	}
	if v.CanClaim {
		rp.s.say("To claim a draw, type \"claim\"")
	}
}

func (rp *reporter) square(sq rules.Square) string {
	return rp.s.speech.Square(rp.s.at.table.view.Variant.Facts(), sq)
}

// pieceOn names the piece on a square, as in "the knight on j1".
func (rp *reporter) pieceOn(sq rules.Square) string {
	return "the " + rp.s.at.table.view.Position.Board[sq].Kind().Name() + " on " + rp.square(sq)
}

// tellOutcome reports the result of the game.
func (rp *reporter) tellOutcome() {
	v := rp.s.at.table.view
	if v.Started.IsZero() {
		rp.s.say("The table is closed: no game was played")
		if v.Adjudication != nil {
			rp.s.say("It was %s", records.RulingLine(v))
		}
		return
	}
	o := &v.Position.Outcome
	rp.s.say("The game is over: %s", present.Ending(v))
	if v.Adjudication != nil {
		rp.s.say("It was %s", records.RulingLine(v))
	}
	if o.Termination == rules.Unfinished {
		return
	}
	rp.s.say("Scores: %s", present.Scores(v, o.Scores))
	if o.HasPoints {
		rp.s.say("Points: %s", present.Scores(v, v.Position.Points))
	}
	rp.tellRatings()
	rp.tellRematch(nil)
	if rp.s.playing.held() != 0 && v.Next == 0 && rp.s.at.table.study == nil {
		rp.s.say("To offer a rematch, type \"rematch\"; for another game, type \"another\"; to leave, type \"leave\"")
	}
}

// tellRatings reports how the game changed the ratings. It prints nothing until the changes
// have been stored.
func (rp *reporter) tellRatings() {
	if line := records.RatingsLine(rp.s.at.table.view); line != "" {
		rp.s.say("%s", line)
	}
}

// tellChat prints new chat messages.
func (rp *reporter) tellChat() {
	r, v := rp.s.at.table, rp.s.at.table.view
	newest := r.lines
	tell := func(lines []table.ChatLine, form string) {
		for _, l := range lines {
			if l.Number > r.lines && l.By.ID != rp.s.me.ID {
				rp.s.say(form, present.Name(l.By), l.Text)
			}
			newest = max(newest, l.Number)
		}
	}
	tell(v.Chat, "%s says: %s")
	tell(v.SpectatorChat, "%s, spectator, says: %s")
	tell(v.TeamChat, "%s says to your team: %s")
	r.lines = newest
}

// tellRematch reports a rematch offer, or what has changed in the offer since the last view.
func (rp *reporter) tellRematch(old *table.View) {
	v := rp.s.at.table.view
	if v.Next != 0 && (old == nil || old.Next == 0) {
		rp.s.say("The rematch is at table %d: type \"table %d\"", v.Next, v.Next)
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
