package game

import (
	"fmt"
	"maps"
	"slices"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// requests handles the offers and questions between the players of a table: draws,
// takebacks, resignations, votes and rematches.
type requests struct {
	t         *Screen
	ended     string // text that says that an offer has ended; shown until the next key or move
	questions questions
}

// question is a question from another player. The viewer answers with one of two keys. The
// notice line shows the question until it is answered or withdrawn.
type question struct {
	id   string
	text string
	yes  func() (kit.Step, tea.Cmd)
	no   func() tea.Cmd // if nil, declining only hides the question on this screen and sends nothing
}

// questions records which question is shown, which questions the viewer has dismissed, and
// for which questions the bell has already rung.
type questions struct {
	shown     string // ID of the question in the notice line
	dismissed map[string]bool
	known     map[string]bool // IDs of the questions for which the bell has already rung
}

// asked returns the questions that the viewer has not answered, with those that they have
// dismissed.
func (rq *requests) asked() (list []question) {
	if rq.t.Study != nil {
		return nil
	}
	for _, q := range [...]*question{
		rq.resignQuestion(), rq.drawQuestion(), rq.takebackQuestion(), rq.voteQuestion(),
		rq.rematchQuestion(),
	} {
		if q != nil {
			list = append(list, *q)
		}
	}
	return list
}

// pending returns the questions that the viewer has neither answered nor dismissed.
func (rq *requests) pending() []question {
	return slices.DeleteFunc(rq.asked(), func(q question) bool { return rq.questions.dismissed[q.id] })
}

// question returns the question that the notice line shows, and the number of other
// questions that wait for an answer. Without a question it returns nil and 0.
func (rq *requests) question() (*question, int) {
	list := rq.pending()
	if len(list) == 0 {
		return nil, 0
	}
	for i := range list {
		if list[i].id == rq.questions.shown {
			return &list[i], len(list) - 1
		}
	}
	return &list[0], len(list) - 1
}

// refresh updates the set of questions that wait for the player's answer, such as a draw
// offer. It reports whether a new question has arrived.
func (rq *requests) refresh() bool {
	asked := rq.asked()
	maps.DeleteFunc(rq.questions.dismissed, func(id string, _ bool) bool { // a question that is asked again is a new one
		return !slices.ContainsFunc(asked, func(q question) bool { return q.id == id }) &&
			!slices.ContainsFunc(rq.t.View.Votes, func(v table.VoteView) bool { return voteID(v) == id })
	})
	fresh := false
	known := map[string]bool{}
	for _, q := range rq.pending() {
		fresh = fresh || !rq.questions.known[q.id]
		known[q.id] = true
	}
	q, _ := rq.question()
	if rq.questions.known, rq.questions.shown = known, ""; q != nil {
		rq.questions.shown = q.id
	}
	return fresh
}

// questionLine returns the text of the question that is shown, such as a draw offer, and
// the keys for yes and no.
func (rq *requests) questionLine() string {
	q, more := rq.question()
	if q == nil {
		return ""
	}
	text := fmt.Sprintf("%s %s yes, %s no", q.text, kit.KeyName(kit.TableKeys, kit.Accept), kit.KeyName(kit.TableKeys, kit.Decline))
	if more > 0 {
		text += fmt.Sprintf(" (and %d more)", more)
	}
	return text
}

// answer answers the question in the notice line.
func (rq *requests) answer(yes bool) (kit.Step, tea.Cmd) {
	q, _ := rq.question()
	switch {
	case q == nil:
		return kit.Stay, rq.t.Link.refuse("there is no question to answer")
	case yes:
		return q.yes()
	case q.no != nil:
		return kit.Stay, q.no()
	}
	if rq.questions.dismissed == nil {
		rq.questions.dismissed = map[string]bool{}
	}
	rq.questions.dismissed[q.id] = true
	rq.refresh()
	return kit.Stay, nil
}

// seatsInPlay returns the viewer's seats that are not eliminated.
func (se *seats) seatsInPlay() rules.Seats {
	return se.t.View.Held(se.t.env.Me.ID) & se.t.View.Position.InPlay()
}

// command returns a function that sends a command of the given kind for the viewer.
func (rq *requests) command(do table.CommandKind) func() tea.Cmd {
	return func() tea.Cmd { return rq.t.Link.Act(table.Command{Kind: do, Seat: rq.t.seats.home()}) }
}

// answerWith returns a function that answers a question by sending a command.
func (rq *requests) answerWith(do table.CommandKind) func() (kit.Step, tea.Cmd) {
	return func() (kit.Step, tea.Cmd) { return kit.Stay, rq.command(do)() }
}

// words returns a [present.At], whose methods describe offers and questions to the viewer.
func (rq *requests) words() present.At { return present.At{View: rq.t.View, Me: rq.t.env.Me.ID} }

func (rq *requests) drawQuestion() *question {
	offer := rq.t.View.Offer
	if offer == nil || rq.t.View.Phase != table.Playing || rq.t.seats.seatsInPlay()&^offer.Accepted == 0 {
		return nil
	}
	return &question{
		id: fmt.Sprintf("draw %s %d", offer.By.ID, len(rq.t.View.Moves)/rules.SeatCount), text: rq.words().DrawOffer() + ".",
		yes: rq.askDraw, no: rq.command(table.DeclineDraw),
	}
}

func (rq *requests) resignQuestion() *question {
	by := rq.proposer()
	if rq.t.View.Phase != table.Playing || by == rules.NoSeat || rq.t.seats.mine(by) {
		return nil
	}
	return &question{
		id: fmt.Sprintf("resign %d", by), text: rq.words().TeamResignation(by) + ".",
		yes: rq.askResign, no: rq.command(table.PlayOn),
	}
}

func (rq *requests) takebackQuestion() *question {
	undo := rq.t.View.Takeback
	if undo == nil || rq.t.View.Phase != table.Playing || rq.t.seats.seatsInPlay()&^undo.Accepted == 0 {
		return nil
	}
	return &question{
		id:   fmt.Sprintf("undo %d", undo.To),
		text: rq.words().Takeback() + ".",
		yes:  rq.answerWith(table.AcceptTakeback), no: rq.command(table.DeclineTakeback),
	}
}

// voteID returns the ID of the question that a vote asks.
func voteID(v table.VoteView) string { return fmt.Sprintf("vote %s %s", v.By.ID, v.Choice) }

// voteQuestion asks whether the viewer votes like the player who voted last. It returns nil if
// the viewer has already voted.
func (rq *requests) voteQuestion() *question {
	votes := rq.t.View.Votes
	if rq.t.View.Phase != table.Playing || rq.t.seats.seatsInPlay() == 0 || len(votes) == 0 || rq.t.absent().MyVote() != "" {
		return nil
	}
	v := votes[len(votes)-1]
	return &question{
		id:   voteID(v),
		text: rq.words().Vote(v) + ".",
		yes:  func() (kit.Step, tea.Cmd) { return kit.Stay, rq.t.vote(v.Choice) },
	}
}
