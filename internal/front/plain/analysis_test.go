package plain

import (
	"strings"
	"testing"

	"quadrille/internal/bot"
	"quadrille/internal/service/lobby"
	"quadrille/internal/table/logtest"
)

// The analysis of a finished game is printed move by move, with the cost of each mistake.
func TestAnalysisInWords(t *testing.T) {
	pool := bot.NewPool(1)
	t.Cleanup(pool.Close)
	h := openTestLobby(t, lobby.Config{Store: logtest.NewMemory(), Bots: pool, AnalysisNodes: 2000})
	inky, blinky := h.come("Inky"), h.come("Blinky")
	h.table("chess4 armies=white,black clock=none", inky, blinky)
	inky.hear("Your move, White.")
	inky.tell("analysis", "The game at table 1 is not over: analyse it afterwards.")
	inky.tell("slip", "There is no analysis: to start one, type \"analysis\".")
	for i, move := range []string{"m7 k7", "b8 d8", "n8 k5", "b4 c4", "k5 b5"} { // White loses its queen for a pawn.
		who, other := inky, blinky
		if i%2 == 1 {
			who, other = blinky, inky
		}
		who.tell(move, "to move.")
		other.hear("Your move")
	}
	blinky.tell("resign", "")
	blinky.tell("yes", "resign")
	inky.hear("White")
	inky.tell("analysis now", "To start an analysis, type \"analysis\"; to stop it, type \"analysis stop\".")
	inky.tell("analysis stop", "There is no analysis")
	inky.tell("analysis", "Analysis started: for the progress, type")
	inky.hear("The analysis is complete: ")
	inky.tell("analysis", "The analysis is complete: ")
	for range 2 { // the game has only one mistake, so the second command shows the same mistake again
		inky.tell("slip", "5: You take the black pawn on b5 with the queen from k5.\nThat was move 5 of 6.\nWhite is ")
		inky.hear(" pawns behind; better was ")
	}
	inky.tell("forward", "Current position, after 6 moves.")
	inky.tell("analysis stop", "Analysis stopped.")
	inky.tell("after 5", "That was move 5 of 6.")
	if said := inky.tell("last", "5: You take"); strings.Contains(said, "better") || strings.Contains(said, "With it") {
		t.Errorf("the analysis is still shown: %s", said)
	}
}

// An annotated game can be analysed, but not a lesson or an analysis board.
func TestAnalysisOfAnAnnotatedGame(t *testing.T) {
	pool := bot.NewPool(1)
	t.Cleanup(pool.Close)
	sue := openTestLobby(t, lobby.Config{Store: logtest.NewMemory(), Bots: pool, AnalysisNodes: 300}).come("Sue")
	sue.tell("score 2", "Start of the game, before 15 moves.")
	sue.tell("analysis", "Analysis started: for the progress, type")
	sue.hear("The analysis is complete: ")
	sue.tell("after 5", "That was move 5 of 15.")
	sue.hear("Yellow is ")
	sue.tell("now", "Current position, after 15 moves.")
	sue.tell("try", "Analysis board")
	sue.tell("analysis", "An analysis board cannot be analysed")
	sue.tell("leave", "Start of the game, before 15 moves.")
	sue.tell("leave", "You are in the lobby")
	sue.tell("lesson 3", "to end the lesson, type \"leave\"")
	sue.tell("analysis", "A lesson cannot be analysed; choose a finished or an annotated")
}
