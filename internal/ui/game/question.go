package game

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/phrase"
	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

// asking is what players ask of each other: draws, takebacks, resignations, rematches.
type asking struct {
	t         *Screen
	became    string // what came of what was asked of all; until a key or a move
	questions questions
}

// question is something that others ask of this person. It stands in the notice
// line until it is answered or falls away, and takes no keys but two.
type question struct {
	id   string // another question has another
	text string
	yes  func() (kit.Step, tea.Cmd)
	no   func() tea.Cmd // nil: it is put aside, on this screen alone
}

// questions is what is asked, and what was put aside.
type questions struct {
	shown  string // the question in the notice line stays there while it stands
	aside  map[string]bool
	silent map[string]bool // asked before the screen was opened, or rung for
}

// asked is every question that waits for this person.
func (qu *asking) asked() []question {
	if qu.t.Study != nil {
		return nil
	}
	var list []question
	for _, q := range [...]*question{qu.resignQuestion(), qu.drawQuestion(), qu.undoQuestion(), qu.voteQuestion(), qu.rematchQuestion()} {
		if q != nil && !qu.questions.aside[q.id] {
			list = append(list, *q)
		}
	}
	return list
}

// question is the one in the notice line, nil if there is none, and how many
// more there are.
func (qu *asking) question() (*question, int) {
	list := qu.asked()
	if len(list) == 0 {
		return nil, 0
	}
	for i := range list {
		if list[i].id == qu.questions.shown {
			return &list[i], len(list) - 1
		}
	}
	return &list[0], len(list) - 1
}

// listen notes what is asked now, and reports whether something is that was not
// before.
func (qu *asking) listen() bool {
	fresh := false
	known := map[string]bool{}
	for _, q := range qu.asked() {
		fresh = fresh || !qu.questions.silent[q.id]
		known[q.id] = true
	}
	q, _ := qu.question()
	if qu.questions.silent, qu.questions.shown = known, ""; q != nil {
		qu.questions.shown = q.id
	}
	return fresh
}

// questionLine is the question and the keys that answer it.
func (qu *asking) questionLine() string {
	q, more := qu.question()
	if q == nil {
		return ""
	}
	text := fmt.Sprintf("%s %s yes, %s no", q.text, kit.KeyName(kit.TableKeys, kit.SayYes), kit.KeyName(kit.TableKeys, kit.SayNo))
	if more > 0 {
		text += fmt.Sprintf(" (and %d more)", more)
	}
	return text
}

// answer says yes or no to the question in the notice line.
func (qu *asking) answer(yes bool) (kit.Step, tea.Cmd) {
	q, _ := qu.question()
	switch {
	case q == nil:
		return kit.Stay, qu.t.Link.refuse("nothing to answer")
	case yes:
		return q.yes()
	case q.no != nil:
		return kit.Stay, q.no()
	}
	if qu.questions.aside == nil {
		qu.questions.aside = map[string]bool{}
	}
	qu.questions.aside[q.id] = true
	qu.listen()
	return kit.Stay, nil
}

// voices is this person's seats that are in play.
func (se *seats) voices() rules.Seats {
	return se.t.View.Held(se.t.env.Me.ID) & se.t.View.Position.InPlay()
}

// asks is an act of this person's for no seat in particular.
func (qu *asking) asks(do table.CommandKind) func() tea.Cmd {
	return func() tea.Cmd { return qu.t.Link.Act(table.Command{Kind: do, Seat: qu.t.seats.home()}) }
}

// does is asks as the answer to a question.
func (qu *asking) does(do table.CommandKind) func() (kit.Step, tea.Cmd) {
	return func() (kit.Step, tea.Cmd) { return kit.Stay, qu.asks(do)() }
}

// at returns the table as this person sees it, for the words of what is asked there.
func (qu *asking) at() phrase.At { return phrase.At{View: qu.t.View, Me: qu.t.env.Me.ID} }

func (qu *asking) drawQuestion() *question {
	offer := qu.t.View.Offer
	if offer == nil || qu.t.View.Phase != table.Playing || qu.t.seats.voices()&^offer.Accepted == 0 {
		return nil
	}
	return &question{
		id: fmt.Sprintf("draw %s %d", offer.By.ID, len(qu.t.View.Moves)/rules.SeatCount), text: qu.at().DrawOffer() + ".",
		yes: qu.askDraw, no: qu.asks(table.Decline),
	}
}

func (qu *asking) resignQuestion() *question {
	by := qu.proposer()
	if qu.t.View.Phase != table.Playing || by == rules.NoSeat || qu.t.seats.mine(by) {
		return nil
	}
	return &question{
		id: fmt.Sprintf("resign %d", by), text: qu.at().TeamResignation(by) + ".",
		yes: qu.askResign, no: qu.asks(table.PlayOn),
	}
}

func (qu *asking) undoQuestion() *question {
	undo := qu.t.View.Takeback
	if undo == nil || qu.t.View.Phase != table.Playing || qu.t.seats.voices()&^undo.Agreed == 0 {
		return nil
	}
	return &question{
		id:   fmt.Sprintf("undo %d", undo.To),
		text: qu.at().Takeback() + ".",
		yes:  qu.does(table.AcceptTakeback), no: qu.asks(table.DeclineTakeback),
	}
}

// voteQuestion asks about the newest vote of somebody else, while this person has
// not voted.
func (qu *asking) voteQuestion() *question {
	votes := qu.t.View.Votes
	if qu.t.View.Phase != table.Playing || qu.t.seats.voices() == 0 || len(votes) == 0 || qu.t.absence.myVote() != "" {
		return nil
	}
	v := votes[len(votes)-1]
	return &question{
		id:   fmt.Sprintf("vote %s %s", v.By.ID, v.Choice),
		text: qu.at().Vote(v) + ".",
		yes:  func() (kit.Step, tea.Cmd) { return kit.Stay, qu.t.absence.vote(v.Choice) },
	}
}
