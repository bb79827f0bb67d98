package plain

import (
	"quadrille/internal/table"
	"quadrille/rules"
)

// story is a game played along with the table's, to know what each action did.
type story struct {
	game  *rules.Game
	moves []table.MoveView // played so far
}

func newStory(v rules.Variant) *story { return &story{game: rules.NewGame(v)} }

// deed is an action, and what came of it.
type deed struct {
	move          table.MoveView
	variant       rules.Variant
	effects       rules.Effects
	before, after rules.Position
}

// agrees is how many of a table's actions the story knows already. Where some of
// its own are not among them, they were taken back.
func (t *story) agrees(moves []table.MoveView) int {
	n := 0
	for n < len(moves) && n < len(t.moves) && t.moves[n].Action == moves[n].Action && t.moves[n].CommandID == moves[n].CommandID {
		n++
	}
	return n
}

// back returns to the time when n actions had been played.
func (t *story) back(n int) {
	moves := t.moves[:n]
	*t = *newStory(t.game.Variant)
	for i := range moves {
		t.play(&moves[i])
	}
}

// play goes on by an action that the table has accepted.
func (t *story) play(m *table.MoveView) deed {
	d := deed{move: *m, variant: t.game.Variant, before: t.game.Position}
	d.effects, _ = t.game.Play(m.Action) // the table has played it: the law is the same here
	d.after = t.game.Position
	t.moves = append(t.moves, *m)
	return d
}
