package present

import (
	"quadrille/internal/table"
	"quadrille/rules"
)

// Replay plays the actions of a table again on a board of its own, to find the effects of
// each action.
type Replay struct {
	Game  *rules.Game
	Moves []table.MoveView // the actions played so far
}

// NewReplay returns a replay at the start of a game.
func NewReplay(v rules.Variant) *Replay { return &Replay{Game: rules.NewGame(v)} }

// Played is an action with the positions before and after it.
type Played struct {
	Move          table.MoveView
	Variant       rules.Variant
	Effects       rules.Effects
	Before, After rules.Position
}

// Known returns the number of the replay's actions that are still part of the game. The
// other actions were taken back.
func (t *Replay) Known(moves []table.MoveView) int {
	n := 0
	for n < len(moves) && n < len(t.Moves) && t.Moves[n].Action == moves[n].Action && t.Moves[n].CommandID == moves[n].CommandID {
		n++
	}
	return n
}

// Back takes back all actions except the first n.
func (t *Replay) Back(n int) {
	moves := t.Moves[:n]
	*t = *NewReplay(t.Game.Variant)
	for i := range moves {
		t.Play(&moves[i])
	}
}

// Play plays an action that the table has accepted.
func (t *Replay) Play(m *table.MoveView) Played {
	d := Played{Move: *m, Variant: t.Game.Variant, Before: t.Game.Position}
	d.Effects, _ = t.Game.Play(m.Action) // Play cannot fail: the table has already accepted the action
	d.After = t.Game.Position
	t.Moves = append(t.Moves, *m)
	return d
}
