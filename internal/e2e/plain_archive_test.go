package e2e

import (
	"testing"

	"quadrille/internal/sshtest"
)

// A player in plain mode finds a finished game after a restart, steps through it, reads
// single squares, plays on from one of its positions, and plays lessons.
func TestArchiveInPlainMode(t *testing.T) {
	t.Parallel()
	c := gatherInPlainMode(t, "forchess cutthroat=on", "forchess", map[string]string{"cutthroat": "on"})
	c.playRecord("testdata/cutthroat.txt")
	c.endSessions()
	c.server.kill()
	c.server.start()
	for _, terminal := range []string{"dumb", "xterm-ghostty"} {
		end := "\r"
		client := sshtest.Dial(t, c.server.address, sshtest.KeyAuth(sshtest.NewKey(t)))
		sue := sshtest.OpenStream(t, client, "Sue", terminal, "plain")
		tell := func(line, answer string) {
			t.Helper()
			sue.Type(t, line+end)
			sue.Expect(t, answer)
		}
		sue.Expect(t, "Which name do you want?")
		tell("Sue "+terminal[:4], "You are in the lobby")
		tell("games blinky forchess 1999", "No finished game matches.")
		tell("games blinky forchess won", "Table 1: Forchess, ended on ")
		sue.Expect(t, "Northwest Blinky, Northeast Pinky, Southeast Clyde; ")
		tell("table 1", "The game is over: ")
		sue.Expect(t, "Scores: ")
		tell("start", "Start of the game, before ")
		tell("square a1", "a1: southwest king.")
		tell("forward", "1: Inky, Southwest: ")
		tell("try", "Analysis board of Cutthroat Forchess")
		tell("moves", ": ")
		tell("leave", "That was move 1 of ")
		tell("now", "Current position")
		tell("record", "b3-a1 h5-g7 g1-h1=B")
		tell("record --format nonsense", "nonsense")
		tell("leave", "You are in the lobby")
		tell("settings theme", "auto")
		tell("settings bell nonsense", "nonsense")
		tell("whoami", "Sue "+terminal[:4]+" SHA256:")
		tell("picture 1", "This command prints a file")
		tell("help settings", "list your settings")
		tell("lessons", "To begin, type \"score\" and a number.")
		tell("lesson 4", "to end the lesson, type \"leave\"")
		tell("quit", "Goodbye.")
		sue.Ended(t)
		checkText(t, sue.Output(), true)
	}
}
