package e2e

import (
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/rules"
	"quadrille/rules/variants"
)

// gameWithLots returns the name of a game in which some turns are decided by lot.
func gameWithLots(t *testing.T) string {
	t.Helper()
	for _, def := range variants.All() {
		v, err := def.New(nil)
		must(t, err)
		if _, ok := v.(rules.Lots); ok {
			return def.Name
		}
	}
	t.Fatal("no game has turns that are decided by lot")
	return ""
}

// TestWholeGameWithAWalkingKing plays a whole game on the screens of four people, with a spectator.
// One player resigns, and the table draws the moves of their king. Then the server is killed, and
// all reconnect. At last two others resign.
func TestWholeGameWithAWalkingKing(t *testing.T) {
	t.Parallel()
	e := seatFour(t, gameWithLots(t), fourSizes)
	e.useSmallSquares()
	e.sue = newPerson(t, "Sue", 200, 60)
	e.sue.connect(e.server.address, "")
	e.sue.chooseName()
	e.startWatching()
	const first, restart, last = 9, 16, 24 // numbers of plies
	dice := rand.New(rand.NewPCG(4, 4))
	var actions []string
	restarted := false
	for !e.game.Position.Over() {
		n := len(actions)
		if n >= restart && !restarted {
			restarted = true
			e.crashAndReconnect()
		}
		legal := rules.LegalPlain(e.game.Variant, &e.game.Position)
		action := legal[dice.IntN(len(legal))]
		if n == first || n >= last {
			action = "resign"
		}
		e.play(n, action)
		actions = e.followLots(append(actions, action))
	}
	e.checkResult()
	if got := e.record(); !slices.Equal(got, actions) {
		t.Errorf("recorded %q, played %q", got, actions)
	}
	if e.game.Position.Out() == 0 || !restarted {
		t.Errorf("the game ended after %d actions, with seats %04b out", len(actions), e.game.Position.Out())
	}
}

// followLots waits until the table has drawn the actions that are decided by lot, and plays them. It
// returns all actions of the game.
func (e *screenGame) followLots(actions []string) []string {
	e.Helper()
	if !rules.ByLot(e.game.Variant, &e.game.Position) {
		return actions
	}
	next := e.game.Position.Turn.Next()
	for !e.game.Position.MayAct().Has(next) {
		next = next.Next()
	}
	e.seats[next].See(e.T, "Your move")
	all := e.record()
	for _, word := range all[len(actions):] {
		action, err := rules.ParsePlain(e.facts, e.game.Variant.Actor(&e.game.Position), word)
		if err == nil {
			_, err = e.game.Play(action)
		}
		if err != nil {
			e.Fatalf("%s: %v", word, err)
		}
	}
	e.everybodySees()
	return all
}
