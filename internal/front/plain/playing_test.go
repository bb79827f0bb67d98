package plain

import (
	"os"
	"strings"
	"testing"
)

// playedOut opens a table with one player at every seat, and plays the moves of a file of package live before
// the first one that begins or ends with the given text. It returns the player and that move.
func playedOut(t *testing.T, words, file, until string) (p *talker, next string) {
	t.Helper()
	text, err := os.ReadFile("../../table/decide/testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var moves []string
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "#") {
			moves = append(moves, strings.Fields(line)...)
		}
	}
	p = newTestLobby(t).come("Inky")
	p.tell("new "+words+" seats-per-person=4 clock=none", "is open.")
	for range 4 {
		p.tell("sit", "You sit down as")
	}
	p.tell("ready", "Your move")
	for _, move := range moves {
		if strings.HasPrefix(move, until) || strings.HasSuffix(move, until) {
			return p, move
		}
		p.tell("play "+move, "Your move")
	}
	t.Fatalf("%s has no move like %s", file, until)
	return nil, ""
}

func TestOffRemovesAPiece(t *testing.T) {
	p, move := playedOut(t, "forchess", "removal.txt", "-x")
	square := strings.TrimSuffix(move, "-x")
	p.hear("Type \"off\" and a square")
	p.tell("off z9", "No square \"z9\"")
	p.tell("off "+square, "on "+square+" off the board.")
	p.hear("Your move")
}

func TestKeepChoosesAnArmy(t *testing.T) {
	p, move := playedOut(t, "chess4 method=2", "second-method.txt", "army:")
	army := strings.TrimPrefix(move, "army:")
	p.hear("Type \"keep ")
	p.tell("keep nobody", "seat")
	p.tell("keep "+army, "keep the pieces of ")
	p.hear("Your move")
}

// A player who has several seats in the game names the one that resigns.
func TestResignAsksWhichSeat(t *testing.T) {
	p := newTestLobby(t).come("Inky")
	p.tell("new chess4 armies=white,black seats-per-person=4 clock=none", "is open.")
	for range 2 {
		p.tell("sit", "You sit down as")
	}
	p.tell("ready", "Your move, White.")
	p.tell("resign", "Which seat resigns: White, Black? Type \"no\" to cancel.")
	p.tell("no", "Cancelled.")
	p.tell("resign", "Which seat resigns")
	p.tell("green", "no seat")
	p.tell("resign", "Which seat resigns")
	p.tell("black", "Resign black? You will be eliminated. Your pieces stay on the board and no longer move. Type yes or no.")
	p.tell("no", "Cancelled.")
	p.tell("resign white", "Resign white?")
	p.tell("yes", "The game is over: Black wins by resignation.")
	p.tell("resign", "The game is over.")
}
