package game

import (
	"fmt"
	"maps"
	"slices"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/present"
	"quadrille/internal/table"
)

// questions records which question of another player is shown, which questions the viewer has
// dismissed, and for which questions the bell has already rung. The notice line shows a
// question until it is answered or withdrawn. The viewer answers with one of two keys.
type questions struct {
	shown     string // ID of the question in the notice line
	dismissed map[string]bool
	known     map[string]bool // IDs of the questions for which the bell has already rung
}

// pending returns the questions that the viewer has neither answered nor dismissed.
func (qs *questions) pending(v seen) []present.Question {
	if v.View == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(v.words.Questions), func(q present.Question) bool { return qs.dismissed[q.ID] })
}

// first returns the question that the notice line shows, and the number of other questions
// that wait for an answer. Without a question it returns nil and 0.
func (qs *questions) first(v seen) (*present.Question, int) {
	list := qs.pending(v)
	if len(list) == 0 {
		return nil, 0
	}
	i := max(0, slices.IndexFunc(list, func(q present.Question) bool { return q.ID == qs.shown }))
	return &list[i], len(list) - 1
}

// refresh takes a new view. It returns the text of the question that the notice line shows,
// and reports whether a new question has arrived.
func (qs *questions) refresh(v seen) (text string, arrived bool) {
	if len(v.Votes) == 0 { // while people vote, a dismissed question may return when somebody withdraws their vote
		maps.DeleteFunc(qs.dismissed, func(id string, _ bool) bool { // a question that is asked again is a new one
			return !slices.ContainsFunc(v.words.Questions, func(q present.Question) bool { return q.ID == id })
		})
	}
	known := map[string]bool{}
	for _, q := range qs.pending(v) {
		arrived = arrived || !qs.known[q.ID]
		known[q.ID] = true
	}
	q, _ := qs.first(v)
	if qs.known, qs.shown = known, ""; q != nil {
		qs.shown, text = q.ID, q.Text
	}
	return text, arrived
}

// line returns the text of the question that is shown, such as a draw offer, and the keys
// for yes and no.
func (qs *questions) line(v seen) string {
	q, more := qs.first(v)
	if q == nil {
		return ""
	}
	text := fmt.Sprintf("%s. %s yes, %s no", q.Text, kit.KeyName(kit.TableKeys, kit.Accept), kit.KeyName(kit.TableKeys, kit.Decline))
	if more > 0 {
		text += fmt.Sprintf(" (and %d more)", more)
	}
	return text
}

// answer answers the question in the notice line.
func (qs *questions) answer(v seen, yes bool) intent {
	q, _ := qs.first(v)
	switch {
	case q == nil:
		return refuse("there is no question to answer")
	case yes && q.Kind == table.ToDraw: // confirm what cannot be undone
		return v.askDraw()
	case yes && q.Kind == table.ToResign:
		return v.askResign()
	case yes:
		return send(q.Accept.Command(v.me))
	case !q.Decline.Hide:
		return send(q.Decline.Command(v.me))
	}
	if qs.dismissed == nil {
		qs.dismissed = map[string]bool{}
	}
	qs.dismissed[q.ID] = true
	qs.refresh(v)
	return intent{}
}
