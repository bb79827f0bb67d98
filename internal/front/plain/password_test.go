package plain

import (
	"strings"
	"testing"
)

// quartet opens a table with the given game and options, seats four people at it, and starts
// the game.
func quartet(t *testing.T, words string) [4]*talker {
	t.Helper()
	h := newTestLobby(t)
	all := [4]*talker{h.come("Inky"), h.come("Blinky"), h.come("Pinky"), h.come("Clyde")}
	h.table(words, all[:]...)
	all[0].hear("Your move")
	return all
}

// TestG5_OpponentsDoNotLearnOfAProposedResignation checks that a player's proposal to resign
// is shown to their partner, but not to their opponents (G5).
func TestG5_OpponentsDoNotLearnOfAProposedResignation(t *testing.T) {
	all := quartet(t, "verney clock=none")
	all[1].tell("resign", "Resign red? A team resigns together. Your partner is asked first.")
	all[1].tell("yes", "You offered to resign; waiting for Clyde.")
	all[3].hear("Blinky wants your team to resign.\nType \"resign\" or \"play on\".")
	all[3].tell("play on", "You declined to resign.")
	all[1].hear("Clyde declined to resign.")
	all[0].tell("h2-h3", "Red to move.")
	all[2].hear("Red to move.")
	for _, i := range []int{0, 2} {
		all[i].mu.Lock()
		if said := all[i].all.String(); strings.Contains(said, "resign") || strings.Contains(said, "plays on") {
			t.Errorf("an opponent heard:\n%s", said)
		}
		all[i].mu.Unlock()
	}
}

// TestWaitingPlayerGetsNoLegalMoves checks that players cannot move when it is not their
// turn, and do not see the legal moves then. They can still ask what is around a square,
// with the directions as seen from their own seat.
func TestWaitingPlayerGetsNoLegalMoves(t *testing.T) {
	all := quartet(t, "chess4 clock=none")
	all[2].tell("moves", "It is not your turn; White is to move.")
	all[2].tell("b8-d8", "It is not your turn; White is to move.")
	all[2].tell("around a8", "Around a8: ahead b8 black pawn, ahead right b7 black pawn, right a7")
	all[1].tell("around g1", "Around g1: ahead g2 silver pawn, ")
}

// TestReturnCodeIsSecret checks that the return code of a guest who takes a seat is shown
// only to that guest.
func TestReturnCodeIsSecret(t *testing.T) {
	h := newTestLobby(t)
	guest := func(code string) func(*Config) { return func(cfg *Config) { cfg.ReturnCode = code } }
	inky, blinky := h.come("Inky", guest("aaaa-1")), h.come("Blinky", guest("bbbb-2"))
	inky.tell("new chess4 clock=none", "is open.")
	blinky.tell("table 1", "chat during the game.")
	inky.tell("sit", "write down the code aaaa-1.")
	blinky.hear("Inky sits down as White.")
	blinky.tell("who", "White: Inky")
	blinky.mu.Lock()
	defer blinky.mu.Unlock()
	if said := blinky.all.String(); strings.Contains(said, "code") {
		t.Errorf("a spectator heard:\n%s", said)
	}
}
