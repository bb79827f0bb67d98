package e2e

import (
	"testing"
)

// TestPlayNowFromTheLobby seeks a game as one player in the lobby and joins it as another
// player. A third player filters the list, looks at the board of a game beside the list, and
// plays against bots only.
func TestPlayNowFromTheLobby(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	inky, blinky := connectPerson(t, s, kinds[0], "Inky", 80, 24), connectPerson(t, s, kinds[0], "Blinky", 120, 40)
	inky.press("p")
	inky.See(t, "[ Play now ]")
	inky.press("\r")
	inky.See(t, "I am not ready")
	blinky.See(t, "Inky seeks Chess4 5+10")
	blinky.toTables()
	blinky.See(t, "Table 1  Chess4 5+10") // the heading of the board beside the list
	blinky.press("\r")
	blinky.See(t, "I am not ready")
	inky.See(t, "Blinky")

	sue := connectPerson(t, s, kinds[0], "Sue", 120, 40)
	sue.press("b")
	sue.See(t, "[ Start the game ]")
	sue.press("\r")
	sue.See(t, "Your move, White")
	sue.press("\x1b")
	sue.See(t, "Back to the lobby?")
	sue.press("l")
	sue.toTables()
	sue.press("\x1b[H")
	sue.See(t, "▸ ● Sue (you)") // the seat to move is shown below the board
	sue.press("ss")
	sue.See(t, "playing")
}
