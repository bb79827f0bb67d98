package plain

import (
	"fmt"

	"quadrille/internal/phrase"
	"quadrille/internal/phrase/moves"
	"quadrille/internal/table"
	"quadrille/rules"
)

// review goes through the moves of a game: looking back, lessons, analysis.
type review struct {
	s *session
}

// pastCommands look back through the game at a table, live or over.
func pastCommands(s *session) []command {
	return []command{
		{names: []string{"start"}, line: "looks back at how the game began", do: func(string) { s.review.lookAt(0) }},
		{names: []string{"back"}, usage: "[N]", line: "looks back by an action, or N", do: func(rest string) { s.review.lookBy(-1, rest) }},
		{names: []string{"forward"}, usage: "[N]", line: "looks forward again by an action, or N", do: func(rest string) { s.review.lookBy(1, rest) }},
		{names: []string{"after"}, usage: "N", line: "looks back at how it stood after N actions", do: s.review.lookAfter},
		{names: []string{"now"}, line: "looks at the game as it stands", do: func(string) { s.review.lookAt(len(s.at.room.view.Moves)) }},
		{names: []string{"try"}, line: "opens a board of your own, to play on from what you look at", do: s.review.try},
		{names: []string{"again"}, line: "tells once more what a lesson asks for", do: s.review.again},
	}
}

// looked is the table as this person looks at it: as it stands, or as it stood.
func (r *room) looked() *table.View {
	if r.past != nil {
		return r.past
	}
	return r.view
}

// lookBy goes on or back by some actions.
func (rv *review) lookBy(way int, rest string) {
	n := int64(1)
	if rest != "" {
		var err error
		if n, err = numbered(rest); err != nil {
			rv.s.refuse(err)
			return
		}
	}
	at, most := len(rv.s.at.room.looked().Moves), len(rv.s.at.room.view.Moves)
	n = min(n, int64(most))
	switch {
	case way < 0 && at == 0:
		rv.s.say("That is the beginning already")
	case way > 0 && at == most:
		rv.s.say("Nothing has been played after that")
	default:
		rv.lookAt(max(0, min(at+way*int(n), most)))
	}
}

func (rv *review) lookAfter(rest string) {
	n, err := numbered(rest)
	switch {
	case rest == "0":
		rv.lookAt(0)
	case err != nil:
		rv.s.refuse(err)
	case n > int64(len(rv.s.at.room.view.Moves)):
		rv.s.say("Only %s played", wasWere(len(rv.s.at.room.view.Moves), "action"))
	default:
		rv.lookAt(int(n))
	}
}

// lookAt looks at how the game stood after n actions, and tells the last of them.
func (rv *review) lookAt(n int) {
	r := rv.s.at.room
	if r.past = nil; n < len(r.view.Moves) {
		r.past = asItStood(r.view, n)
	}
	all := phrase.Count(len(r.view.Moves), "action")
	switch {
	case r.past == nil:
		rv.s.board.tellLast()
		rv.s.say("That is how it stands, after %s", all)
	case n == 0:
		rv.s.say("The beginning, before %s", all)
	default:
		rv.s.board.tellLast()
		rv.s.say("That was action %d of %d", n, len(r.view.Moves))
	}
	rv.note(n)
	if r.past == nil && r.study != nil && r.view.Phase == table.Finished { // nobody has told it: it was over from the start
		rv.s.report.tellOutcome()
	}
	rv.tellJudgement(n)
}

// asItStood is a table as far as it can be told from its first n actions.
func asItStood(v *table.View, n int) *table.View {
	story, then := moves.NewReplay(v.Variant), *v
	then.Moves, then.Legal, then.Lifted = v.Moves[:n:n], nil, rules.NoSquare
	for i := range then.Moves {
		story.Play(&then.Moves[i])
	}
	then.Position = story.Game.Position
	return &then
}

// stillThere gives up looking at what was taken back meanwhile: known is how many
// actions are left of those that were played.
func (rv *review) stillThere(known int) {
	if rv.s.at.room.past != nil && len(rv.s.at.room.past.Moves) > known {
		rv.s.at.room.past = nil
		rv.s.say("You looked at what was taken back: you look at the game as it stands again")
	}
}

// pastWord is why nobody moves who looks back; empty for who does not.
func (rv *review) pastWord() string {
	if rv.s.at.room.past == nil {
		return ""
	}
	return fmt.Sprintf("You look back at how it stood after %s: say now first, and then your move", phrase.Count(len(rv.s.at.room.past.Moves), "action"))
}
