package plain

import "testing"

// A password is asked for where it is needed, and opens the table for good.
func TestAPasswordIsAskedFor(t *testing.T) {
	h := newHouse(t)
	inky, blinky := h.come("Inky"), h.come("Blinky")
	inky.tell("new verney private=password", "Which password shall it have?")
	inky.tell("short", "A password has 6 letters at least")
	inky.hear("Which password shall it have?")
	inky.tell("sesame open", "Table 1 is open.")
	blinky.tell("tables", "no tables")
	blinky.tell("watch 1", "There is no table 1")
	blinky.tell("unlock 1", "What is its password?")
	blinky.tell("sesame shut", "no table's number with its password")
	blinky.tell("unlock 2", "What is its password?")
	blinky.tell("sesame open", "no table's number with its password")
	blinky.tell("unlock 1", "What is its password?")
	blinky.tell("sesame open", ", private, ")
	blinky.hear("Say sit and a seat")
	blinky.tell("leave", "You are in the lobby: 1 table")
}
