package game

import (
	"testing"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/table"
)

// TestTypedCommands checks that the move line takes the commands of [table.Commands].
func TestTypedCommands(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, uitest.Recorded(t)[:5]), kit.Config{})
	d.Keys("vote", "space", "adjourn", "enter")
	d.Asks(table.Vote)

	d = atTable(t, uitest.People[0], uitest.ViewAfter(t, uitest.Recorded(t)[:5]), kit.Config{})
	d.Keys("vote", "enter")
	d.Sees("That command needs more words")

	v := uitest.ViewAfter(t, uitest.Recorded(t)[:3])
	v.FirstMoves = 1 << 3
	d = atTable(t, uitest.People[0], v, kit.Config{})
	d.Keys("abort", "enter")
	d.Sees("Abort the game?", "Not every seat has moved.")
	d.Keys("right", "enter")
	d.Asks(table.Abort)
}
