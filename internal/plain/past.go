package plain

import (
	"fmt"

	"quadrille/internal/phrase"
	"quadrille/internal/table"
	"quadrille/rules"
)

// pastCommands look back through the game at a table, live or over.
func pastCommands() []command {
	return []command{
		{names: []string{"start"}, line: "looks back at how the game began", do: func(s *session, _ string) { s.lookAt(0) }},
		{names: []string{"back"}, usage: "[N]", line: "looks back by an action, or N", do: func(s *session, rest string) { s.lookBy(-1, rest) }},
		{names: []string{"forward"}, usage: "[N]", line: "looks forward again by an action, or N", do: func(s *session, rest string) { s.lookBy(1, rest) }},
		{names: []string{"after"}, usage: "N", line: "looks back at how it stood after N actions", do: (*session).lookAfter},
		{names: []string{"now"}, line: "looks at the game as it stands", do: func(s *session, _ string) { s.lookAt(len(s.room.view.Moves)) }},
		{names: []string{"try"}, line: "opens a board of your own, to play on from what you look at", do: (*session).try},
		{names: []string{"again"}, line: "tells once more what a lesson asks for", do: (*session).again},
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
func (s *session) lookBy(way int, rest string) {
	n := int64(1)
	if rest != "" {
		var err error
		if n, err = numbered(rest); err != nil {
			s.refuse(err)
			return
		}
	}
	at, most := len(s.room.looked().Moves), len(s.room.view.Moves)
	n = min(n, int64(most))
	switch {
	case way < 0 && at == 0:
		s.say("That is the beginning already")
	case way > 0 && at == most:
		s.say("Nothing has been played after that")
	default:
		s.lookAt(max(0, min(at+way*int(n), most)))
	}
}

func (s *session) lookAfter(rest string) {
	n, err := numbered(rest)
	switch {
	case rest == "0":
		s.lookAt(0)
	case err != nil:
		s.refuse(err)
	case n > int64(len(s.room.view.Moves)):
		s.say("Only %s played", wasWere(len(s.room.view.Moves), "action"))
	default:
		s.lookAt(int(n))
	}
}

// lookAt looks at how the game stood after n actions, and tells the last of them.
func (s *session) lookAt(n int) {
	r := s.room
	if r.past = nil; n < len(r.view.Moves) {
		r.past = asItStood(r.view, n)
	}
	all := phrase.Count(len(r.view.Moves), "action")
	switch {
	case r.past == nil:
		s.tellLast()
		s.say("That is how it stands, after %s", all)
	case n == 0:
		s.say("The beginning, before %s", all)
	default:
		s.tellLast()
		s.say("That was action %d of %d", n, len(r.view.Moves))
	}
	s.note(n)
	if r.past == nil && r.study != nil && r.view.Phase == table.Finished { // nobody has told it: it was over from the start
		s.tellOutcome()
	}
	s.tellJudgement(n)
}

// asItStood is a table as far as it can be told from its first n actions.
func asItStood(v *table.View, n int) *table.View {
	story, then := newStory(v.Variant), *v
	then.Moves, then.Legal, then.Lifted = v.Moves[:n:n], nil, rules.NoSquare
	for i := range then.Moves {
		story.play(&then.Moves[i])
	}
	then.Position = story.game.Position
	return &then
}

// stillThere gives up looking at what was taken back meanwhile: known is how many
// actions are left of those that were played.
func (s *session) stillThere(known int) {
	if s.room.past != nil && len(s.room.past.Moves) > known {
		s.room.past = nil
		s.say("You looked at what was taken back: you look at the game as it stands again")
	}
}

// pastWord is why nobody moves who looks back; empty for who does not.
func (s *session) pastWord() string {
	if s.room.past == nil {
		return ""
	}
	return fmt.Sprintf("You look back at how it stood after %s: say now first, and then your move", phrase.Count(len(s.room.past.Moves), "action"))
}
