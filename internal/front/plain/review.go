package plain

import (
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// reviewCommands returns the commands that step back and forward through a game.
func reviewCommands(s *session) []command {
	return []command{
		{names: []string{"start"}, line: "go to the start of the game", do: func(string) { s.lookAt(0) }},
		{
			names: []string{"back"},
			usage: "[N]",
			line:  "go back one move, or N moves",
			do:    func(rest string) { s.lookBy(-1, rest) },
		},
		{
			names: []string{"forward"},
			usage: "[N]",
			line:  "go forward one move, or N moves",
			do:    func(rest string) { s.lookBy(1, rest) },
		},
		{names: []string{"after"}, usage: "N", line: "go to the position after N moves", do: s.lookAfter},
		{names: []string{"now"}, line: "go to the current position", do: func(string) { s.lookAt(len(s.table.view.Moves)) }},
		{names: []string{"try"}, line: "open an analysis board with this position", do: s.try},
		{names: []string{"again"}, line: "read the task of the lesson again", do: s.again},
	}
}

// looked returns the view of the position that the player is looking at. This is an earlier
// position, or the current one.
func (r *openTable) looked() *table.View {
	if r.past != nil {
		return r.past
	}
	return r.view
}

// lookBy goes back if `way` is -1, and forward if `way` is 1. The text `rest` is the number of
// actions to go; if it is empty, lookBy goes one action.
func (s *session) lookBy(way int, rest string) {
	n := int64(1)
	if rest != "" {
		var err error
		if n, err = numbered(rest); err != nil {
			s.refuse(err)
			return
		}
	}
	at, most := len(s.table.looked().Moves), len(s.table.view.Moves)
	n = min(n, int64(most))
	switch {
	case way < 0 && at == 0:
		s.say("This is the start of the game")
	case way > 0 && at == most:
		s.say("This is the current position")
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
	case n > int64(len(s.table.view.Moves)):
		s.say("Only %s played", present.CountWas(len(s.table.view.Moves), "move"))
	default:
		s.lookAt(int(n))
	}
}

// lookAt goes to the position after n actions and describes the last of these actions.
func (s *session) lookAt(n int) {
	r := s.table
	if r.past = nil; n < len(r.view.Moves) {
		r.past = viewAfter(r.view, n)
	}
	all := present.Count(len(r.view.Moves), "move")
	switch {
	case r.past == nil:
		s.tell((*teller).tellLast)
		s.say("Current position, after %s", all)
	case n == 0:
		s.say("Start of the game, before %s", all)
	default:
		s.tell((*teller).tellLast)
		s.say("That was move %d of %d", n, len(r.view.Moves))
	}
	s.note(n)
	if r.past == nil && r.study != nil && r.view.Phase == table.Finished {
		s.tell(func(t *teller) { t.tellOutcome(&said{}) })
	}
	if j := r.assessment(n); j != nil {
		s.tell(func(t *teller) { t.tellAssessment(n, j) })
	}
}

// viewAfter returns a copy of a view with only the first n actions.
func viewAfter(v *table.View, n int) *table.View {
	replay, then := present.NewReplay(v.Variant), *v
	then.Moves, then.Legal, then.Lifted = v.Moves[:n:n], nil, rules.NoSquare
	for i := range then.Moves {
		replay.Play(&then.Moves[i])
	}
	then.Position = replay.Game.Position
	return &then
}
