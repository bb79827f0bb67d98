package plain

import (
	"fmt"
	"slices"

	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// movesAtOnce is the maximum number of new actions that are described. If there are more, only
// the last ones are described, after a line with the number of all new actions.
const movesAtOnce = 8

// said holds what a session has printed about its table.
type said struct {
	notice    int        // number of the last notice
	questions []string   // the questions that are open
	chat      int        // number of the last chat message
	touched   string     // the last sentence about a touched piece
	premove   string     // the last sentence about premoves
	card      string     // ID of the last card
	outcome   []string   // the sentences about the outcome
	turn      rules.Seat // the seat to move when the session last looked
	fault     string     // the last sentence about a fault
}

// tellNews reports what has changed at the table since the view `old`. The replay holds the actions
// that were reported.
func (t *teller) tellNews(old *table.View, before *said, replay *present.Replay) {
	v := t.at.View
	t.tellPeople(old)
	t.tellNotices(before)
	acted := t.tellMoves(replay)
	t.tellCard(before)
	t.tellStanding(before)
	t.tellChat(before)
	t.once(&before.fault, v.Fault)
	turn := t.at.Turn.Seat
	switch {
	case v.Phase == table.Finished:
		t.tellOutcome(before)
	case acted || turn != before.turn && turn != rules.NoSeat:
		t.tellTurn()
	}
	before.turn = turn
}

// tellMoves reports new actions and takebacks. It returns true if there were any.
func (t *teller) tellMoves(replay *present.Replay) bool {
	v := t.at.View
	known := replay.Known(v.Moves)
	back := len(replay.Moves) - known
	if back > 0 {
		replay.Back(known)
		t.say("%s taken back", present.CountWas(back, "move"))
		if t.view != t.at.View && len(t.view.Moves) > known {
			t.say("That position was taken back: you are at the current position")
		}
	}
	fresh := v.Moves[known:]
	for i := range fresh {
		d := replay.Play(&fresh[i])
		if i >= len(fresh)-movesAtOnce || len(fresh) <= movesAtOnce {
			t.lines = append(t.lines, t.narrator.Tell(&d)...)
			continue
		}
		if i == 0 {
			t.say("%s played since the last report: to list them, type \"history\"", present.CountWas(len(fresh), "move"))
		}
	}
	return len(fresh) > 0 || back > 0
}

// tellNotices reports the notices that are new.
func (t *teller) tellNotices(before *said) {
	for _, n := range t.at.Notices(before.notice) {
		switch {
		case n.Kind == table.RematchOpen:
			t.say("%s: type \"table %d\"", n.Text, t.at.View.Next)
		case !t.shownElsewhere(&n):
			t.say("%s", n.Text)
		}
	}
	before.notice = present.LastNotice(t.at.View)
}

// arrive reports what is open at a table when the person enters it.
func (t *teller) arrive(before *said) {
	before.notice = present.LastNotice(t.at.View)
	for _, text := range t.at.Requests() {
		t.say("%s", text)
	}
	t.tellCard(before)
	t.tellStanding(before)
}

// tellCard tells the person that they are in checkmate, out or replaced. The function
// tellOutcome tells everybody about the end of the game.
func (t *teller) tellCard(before *said) {
	id := ""
	if c := t.at.Card(); c != nil && t.at.View.Phase == table.Playing {
		id = c.ID
		if id != before.card {
			t.say("%s", c.Line())
		}
	}
	before.card = id
}

// tellStanding reports questions, touched pieces and premoves that are new.
func (t *teller) tellStanding(before *said) {
	t.tellQuestions(before)
	t.once(&before.touched, t.at.Touched(t.narrator.Style))
	premove, set := t.at.Premove()
	if set {
		premove += ": to cancel it, type \"cancel premove\""
	}
	t.once(&before.premove, premove)
}

// once says a sentence, unless it is empty or the same as the last one.
func (t *teller) once(last *string, text string) {
	if text != "" && text != *last {
		t.say("%s", text)
	}
	*last = text
}

// shownElsewhere reports whether plain mode has other sentences for a notice: about moves, results
// and seats, and about what other players ask the person.
func (t *teller) shownElsewhere(n *present.Notice) bool {
	switch n.Kind {
	case table.GameStarted:
		return false
	case table.MovesTakenBack, table.PremoveDrop, table.SeatReplaced:
		return true
	case table.DrawOffer, table.TakebackOffer, table.ResignOffer, table.VoteCast, table.RematchOffer:
		return !n.ByMe && len(t.at.Questions) > 0
	}
	return n.Kind < table.SeatReplaced
}

// tellQuestions says what other players ask, and how to answer.
func (t *teller) tellQuestions(before *said) {
	var open []string
	for i := range t.at.Questions {
		q := &t.at.Questions[i]
		open = append(open, q.ID)
		if slices.Contains(before.questions, q.ID) {
			continue
		}
		t.say("%s", q.Text)
		if q.Rule != "" && !t.narrator.Short {
			t.say("%s", q.Rule)
		}
		if how := q.Decline.Word(); how != "" {
			t.say("Type \"%s\" or \"%s\"", q.Accept.Word(), how)
		} else {
			t.say("To do the same, type \"%s\"", q.Accept.Word())
		}
	}
	before.questions = open
}

// tellDraw reports the open draw offer.
func (t *teller) tellDraw() {
	for _, text := range t.at.Requests() {
		t.say("%s", text)
	}
	if t.at.OffersDraw() {
		t.say("To withdraw the draw, type \"decline\"")
	}
	t.tellQuestions(&said{})
}

// tellTurn reports whose turn it is. With short sentences, it reports only the turns of the person.
func (t *teller) tellTurn() {
	lines := t.at.TurnLines(t.now)
	if lines == nil {
		if t.view.Adjourned || !t.narrator.Short {
			t.once(new(string), t.at.Status())
		}
		return
	}
	t.bell = len(t.lines) + 1
	t.lines = append(t.lines, lines...)
	t.tellHow()
}

// tellHow says what to type on a turn that allows or requires more than an ordinary move.
func (t *teller) tellHow() {
	v := t.at.View
	switch {
	case len(v.Legal) == 0:
		return
	case v.Legal[0].Type == rules.Remove:
		t.say("Type \"off\" and a square, for example \"off %s\"", t.square(v.Legal[0].From))
	case v.Legal[0].Type == rules.ChooseArmy:
		t.lines = append(t.lines, t.legalLines(rules.NoSquare)...)
	}
	if v.CanClaim {
		t.say("To claim a draw, type \"claim\"")
	}
}

// tellOutcome reports the result of the game, and the ratings when they are stored.
func (t *teller) tellOutcome(before *said) {
	v, known := t.at.View, before.outcome
	outcome := present.OutcomeOf(v, false)
	before.outcome = outcome.Sentences()
	for _, line := range before.outcome {
		if !slices.Contains(known, line) {
			t.say("%s", line)
		}
	}
	switch {
	case known != nil:
	case v.Next != 0:
		t.say("%s: type \"table %d\"", present.RematchAt(v.Next), v.Next)
	case t.at.May(table.OfferRematch):
		t.say("To offer a rematch, type \"rematch\"; for another game, type \"another\"; to leave, type \"leave\"")
	}
}

// tellChat reports new chat messages of other people.
func (t *teller) tellChat(before *said) {
	lines := present.ChatLines(t.at.View)
	for i := range lines {
		if l := &lines[i]; l.Number > before.chat && l.By.ID != t.narrator.Me {
			t.say("%s", l.Sentence())
		}
	}
	before.chat = present.NewestChat(t.at.View)
}

// tellPeople reports changes of seats, readiness and vacations. It tells a guest who has taken a seat how they can
// return to it later.
func (t *teller) tellPeople(old *table.View) {
	t.lines = append(t.lines, t.at.Changes(old, t.now, t.zone)...)
	if t.returnCode != "" && t.at.Held&^old.Held(t.narrator.Me) != 0 {
		t.say("You are a guest: to return later, write down the code %s", t.returnCode)
		t.say("To return to your seat later, run: %s", present.SSH(t.ssh, "", "return "+t.returnCode))
	}
}

// tellSeats lists the seats and their players.
func (t *teller) tellSeats(string) {
	for i := range t.at.Seats {
		if l := &t.at.Seats[i]; !l.Closed {
			t.say("%s: %s", present.Seat(t.facts(), l.Seat), t.at.Who(l.Seat, t.now, t.zone))
		}
	}
}

// tellSeatKept tells a player who leaves a running game what happens to their seat.
func (t *teller) tellSeatKept() {
	if kept := t.at.SeatKept(); kept != "" {
		t.say("%s: to return, type \"table %d\"", kept, t.at.View.ID)
	}
}

// advise tells the player what they can do before the game.
func (t *teller) advise() {
	before := present.BeforeGame{Table: t.at, Server: present.Server{Bots: t.bots}}
	text, do, then := before.Next()
	if do != nil {
		text = fmt.Sprintf("%s, type \"%s\"", text, do.Word())
	}
	t.say("%s", text)
	t.once(new(string), then)
}
