package game

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

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
func (t *Screen) asked() []question {
	if t.Study != nil {
		return nil
	}
	var list []question
	for _, q := range [...]*question{t.resignQuestion(), t.drawQuestion(), t.undoQuestion(), t.voteQuestion(), t.rematchQuestion()} {
		if q != nil && !t.questions.aside[q.id] {
			list = append(list, *q)
		}
	}
	return list
}

// question is the one in the notice line, nil if there is none, and how many
// more there are.
func (t *Screen) question() (*question, int) {
	list := t.asked()
	if len(list) == 0 {
		return nil, 0
	}
	for i := range list {
		if list[i].id == t.questions.shown {
			return &list[i], len(list) - 1
		}
	}
	return &list[0], len(list) - 1
}

// listen notes what is asked now, and reports whether something is that was not
// before.
func (t *Screen) listen() bool {
	fresh := false
	known := map[string]bool{}
	for _, q := range t.asked() {
		fresh = fresh || !t.questions.silent[q.id]
		known[q.id] = true
	}
	q, _ := t.question()
	if t.questions.silent, t.questions.shown = known, ""; q != nil {
		t.questions.shown = q.id
	}
	return fresh
}

// questionLine is the question and the keys that answer it.
func (t *Screen) questionLine() string {
	q, more := t.question()
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
func (t *Screen) answer(yes bool) (kit.Step, tea.Cmd) {
	q, _ := t.question()
	switch {
	case q == nil:
		return kit.Stay, t.refuse("nobody asks you anything now")
	case yes:
		return q.yes()
	case q.no != nil:
		return kit.Stay, q.no()
	}
	if t.questions.aside == nil {
		t.questions.aside = map[string]bool{}
	}
	t.questions.aside[q.id] = true
	t.listen()
	return kit.Stay, nil
}

// voices is this person's seats that are in play.
func (t *Screen) voices() rules.Seats {
	return t.View.Held(t.env.Me.ID) & t.View.Position.InPlay()
}

// asks is an act of this person's for no seat in particular.
func (t *Screen) asks(do table.Do) func() tea.Cmd {
	return func() tea.Cmd { return t.Act(table.Act{Do: do, Seat: t.home()}) }
}

// does is asks as the answer to a question.
func (t *Screen) does(do table.Do) func() (kit.Step, tea.Cmd) {
	return func() (kit.Step, tea.Cmd) { return kit.Stay, t.asks(do)() }
}

func (t *Screen) drawQuestion() *question {
	offer := t.View.Offer
	if offer == nil || t.View.Phase != table.Playing || t.voices()&^offer.Accepted == 0 {
		return nil
	}
	return &question{
		id: fmt.Sprintf("draw %s %d", offer.By.ID, len(t.View.Moves)/rules.SeatCount), text: offer.By.Shown(20) + " offers a draw.",
		yes: t.askDraw, no: t.asks(table.Decline),
	}
}

func (t *Screen) resignQuestion() *question {
	by := t.proposer()
	if t.View.Phase != table.Playing || by == rules.NoSeat || t.mine(by) {
		return nil
	}
	return &question{
		id: fmt.Sprintf("resign %d", by), text: nameOf(t.View, by, 20) + " wants your team to resign.",
		yes: t.askResign, no: t.asks(table.PlayOn),
	}
}

func (t *Screen) undoQuestion() *question {
	undo := t.View.Undo
	if undo == nil || t.View.Phase != table.Playing || t.voices()&^undo.Agreed == 0 {
		return nil
	}
	move := t.View.Moves[undo.To]
	return &question{
		id:   fmt.Sprintf("undo %d", undo.To),
		text: fmt.Sprintf("%s asks to take back %s.", undo.By.Shown(20), move.Text),
		yes:  t.does(table.AgreeUndo), no: t.asks(table.RefuseUndo),
	}
}

// voteQuestion asks about the newest vote of somebody else, while this person has
// not voted.
func (t *Screen) voteQuestion() *question {
	votes := t.View.Votes
	if t.View.Phase != table.Playing || t.voices() == 0 || len(votes) == 0 || t.myVote() != "" {
		return nil
	}
	v := votes[len(votes)-1]
	return &question{
		id:   fmt.Sprintf("vote %s %s", v.By.ID, v.Choice),
		text: fmt.Sprintf("%s votes %s.", v.By.Shown(20), t.choiceWords(v.Choice)),
		yes:  func() (kit.Step, tea.Cmd) { return kit.Stay, t.vote(v.Choice) },
	}
}
