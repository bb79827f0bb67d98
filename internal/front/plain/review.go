package plain

import (
	"fmt"

	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// review provides the commands that show earlier positions. It also provides the commands
// for lessons, study boards and analysis.
type review struct {
	s *session
}

// reviewCommands returns the commands that step back and forward through a game.
func reviewCommands(s *session) []command {
	return []command{
		{names: []string{"start"}, line: "go to the start of the game", do: func(string) { s.review.lookAt(0) }},
		{
			names: []string{"back"},
			usage: "[N]",
			line:  "go back one move, or N moves",
			do:    func(rest string) { s.review.lookBy(-1, rest) },
		},
		{
			names: []string{"forward"},
			usage: "[N]",
			line:  "go forward one move, or N moves",
			do:    func(rest string) { s.review.lookBy(1, rest) },
		},
		{names: []string{"after"}, usage: "N", line: "go to the position after N moves", do: s.review.lookAfter},
		{names: []string{"now"}, line: "go to the current position", do: func(string) { s.review.lookAt(len(s.at.table.view.Moves)) }},
		{names: []string{"try"}, line: "open a study board with this position", do: s.review.try},
		{names: []string{"again"}, line: "read the task of the lesson again", do: s.review.again},
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
func (rv *review) lookBy(way int, rest string) {
	n := int64(1)
	if rest != "" {
		var err error
		if n, err = numbered(rest); err != nil {
			rv.s.refuse(err)
			return
		}
	}
	at, most := len(rv.s.at.table.looked().Moves), len(rv.s.at.table.view.Moves)
	n = min(n, int64(most))
	switch {
	case way < 0 && at == 0:
		rv.s.say("This is the start of the game")
	case way > 0 && at == most:
		rv.s.say("This is the current position")
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
	case n > int64(len(rv.s.at.table.view.Moves)):
		rv.s.say("Only %s played", wasWere(len(rv.s.at.table.view.Moves), "move"))
	default:
		rv.lookAt(int(n))
	}
}

// lookAt goes to the position after n actions and describes the last of these actions.
func (rv *review) lookAt(n int) {
	r := rv.s.at.table
	if r.past = nil; n < len(r.view.Moves) {
		r.past = viewAfter(r.view, n)
	}
	all := present.Count(len(r.view.Moves), "move")
	switch {
	case r.past == nil:
		rv.s.board.tellLast()
		rv.s.say("Current position, after %s", all)
	case n == 0:
		rv.s.say("Start of the game, before %s", all)
	default:
		rv.s.board.tellLast()
		rv.s.say("That was move %d of %d", n, len(r.view.Moves))
	}
	rv.note(n)
	if r.past == nil && r.study != nil && r.view.Phase == table.Finished {
		rv.s.report.tellOutcome()
	}
	rv.tellAssessment(n)
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

// stillThere goes to the current position if a takeback has removed the position that the
// player is looking at. The parameter `known` is the number of actions that remain.
func (rv *review) stillThere(known int) {
	if rv.s.at.table.past != nil && len(rv.s.at.table.past.Moves) > known {
		rv.s.at.table.past = nil
		rv.s.say("That position was taken back: you are at the current position")
	}
}

// lookingBack returns the reason why a player who is looking back cannot move, or "" if the
// player is not looking back.
func (rv *review) lookingBack() string {
	if rv.s.at.table.past == nil {
		return ""
	}
	return fmt.Sprintf(
		"You are looking at the position after %s: before you move, type \"now\" to return",
		present.Count(len(rv.s.at.table.past.Moves), "move"),
	)
}
