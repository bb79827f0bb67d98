package plain

import (
	"strings"
	"testing"

	"quadrille/internal/player"
)

// TestAPasswordIsAskedFor checks that plain mode asks only once for the password of a
// private table.
func TestAPasswordIsAskedFor(t *testing.T) {
	h := newTestLobby(t)
	inky, blinky := h.come("Inky"), h.come("Blinky")
	inky.tell("new verney private=password", "Which password?")
	inky.tell("short", "A password must have 6 characters or more")
	inky.hear("Which password?")
	inky.tell("sesame open", "Table 1 is open.")
	blinky.tell("tables", "no tables")
	blinky.tell("watch 1", "No table 1")
	blinky.tell("unlock 1", "Password?")
	blinky.tell("sesame shut", "Wrong table number or password")
	blinky.tell("unlock 2", "Password?")
	blinky.tell("sesame open", "Wrong table number or password")
	blinky.tell("unlock 1", "Password?")
	blinky.tell("sesame open", ", private (password), ")
	blinky.hear("To take the first open seat, type")
	blinky.tell("leave", "You are in the lobby: 1 table")
	// Spaces in a password are kept.
	inky.tell("leave", "You are in the lobby")
	inky.tell("new verney private=password", "Which password?")
	inky.tell("two  words ", "Table 2 is open.")
	if _, err := h.lobby.Unlock(t.Context(), player.Player{ID: "SHA256:Pinky", Name: "Pinky"}, 2, "two  words "); err != nil {
		t.Error(err)
	}
}

// TestNothingOfAPasswordIsShown checks that a terminal never shows a password, even if news
// interrupts the typing or the password is pasted together with the command. It also checks
// that the terminal shows the next line that the player types after the password.
func TestNothingOfAPasswordIsShown(t *testing.T) {
	h := newTestLobby(t)
	inky, blinky := h.come("Inky", onTerminal), h.come("Blinky", onTerminal)
	inky.types("new verney private=password\rsesame open\r")
	inky.hear("Which password? Players who know it can enter; only its hash is stored. What you type is not shown.")
	inky.hear("Table 1 is open.")
	blinky.types("unlock 1\r")
	blinky.hear("Password? What you type is not shown.")
	blinky.types("sesxx\x7f\x7fame")
	inky.types("leave\rnew chess4 clock=none\r")
	inky.hear("Table 2 is open.")
	inky.types("invite Blinky\r")
	blinky.hear("table 2")
	blinky.types(" open\r")
	blinky.hear("To take the first open seat, type")
	blinky.types("leave\r")
	blinky.hear("leave\n")
	for _, p := range []*talker{inky, blinky} {
		p.mu.Lock()
		if all := p.all.String(); strings.Contains(all, "ses") || strings.Contains(all, "open\n") || strings.Contains(all, erase) {
			t.Errorf("shown:\n%s", all)
		}
		p.mu.Unlock()
	}
}
