// Package moves puts the moves of a game into sentences, for who does not see the
// board: who moved what where, and what came of it.
package moves

import (
	"quadrille/internal/table"
	"quadrille/rules"
)

// Replay is a game played along with the table's, to know what each action did.
type Replay struct {
	Game  *rules.Game
	Moves []table.MoveView // played so far
}

// NewReplay returns the beginning of a game.
func NewReplay(v rules.Variant) *Replay { return &Replay{Game: rules.NewGame(v)} }

// Played is an action, and what came of it.
type Played struct {
	Move          table.MoveView
	Variant       rules.Variant
	Effects       rules.Effects
	Before, After rules.Position
}

// Known returns how many of a table's actions the replay has played already. Where some
// of its own are not among them, they were taken back.
func (t *Replay) Known(moves []table.MoveView) int {
	n := 0
	for n < len(moves) && n < len(t.Moves) && t.Moves[n].Action == moves[n].Action && t.Moves[n].CommandID == moves[n].CommandID {
		n++
	}
	return n
}

// Back returns to the time when n actions had been played.
func (t *Replay) Back(n int) {
	moves := t.Moves[:n]
	*t = *NewReplay(t.Game.Variant)
	for i := range moves {
		t.Play(&moves[i])
	}
}

// Play goes on by an action that the table has accepted.
func (t *Replay) Play(m *table.MoveView) Played {
	d := Played{Move: *m, Variant: t.Game.Variant, Before: t.Game.Position}
	d.Effects, _ = t.Game.Play(m.Action) // the table has played it: the law is the same here
	d.After = t.Game.Position
	t.Moves = append(t.Moves, *m)
	return d
}
