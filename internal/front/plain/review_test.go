package plain

import (
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/setup"
	"quadrille/internal/table"
	"quadrille/rules"
)

// TestLookingBack checks that a player who is looking back sees the earlier position. New
// moves are reported to the player, but the position that they are looking at does not
// change.
func TestLookingBack(t *testing.T) {
	_, inky, blinky := twoPlayers(t, "clock=none")
	inky.tell("back", "This is the start of the game.")
	inky.tell("forward", "This is the current position.")
	inky.tell("m7 k7", "Black to move.")
	blinky.hear("Your move, Black.")
	blinky.tell("b8 d8", "White to move.")
	inky.hear("Your move, White.")
	inky.tell("start", "Start of the game, before 2 moves.")
	inky.tell("square m7", "m7: white pawn.")
	inky.tell("around m7", "ahead l7 empty")
	inky.tell("file 7", "m7 white pawn, n7 white king.")
	inky.tell("board white", "pawns m4, m5, m6, m7, ")
	inky.tell("last", "Nothing has been played yet.")
	inky.tell("j1 k3", "Looking back: move 0 of 2. To return, type \"now\".")
	inky.tell("moves", "To return, type \"now\"")
	inky.tell("forward", "1: You play pawn from m7 to k7.\nThat was move 1 of 2.")
	inky.tell("square m7", "m7: empty.")
	inky.tell("board", "The pawn on k7 can be captured en passant on l7 by Black.")
	inky.tell("history", "1: You play pawn from m7 to k7.\n")
	inky.tell("forward 9", "Current position, after 2 moves.")
	inky.tell("m8 l8", "Black to move.")
	inky.tell("after 2", "2: Blinky, Black: pawn from b8 to d8.\nThat was move 2 of 3.")
	inky.tell("back 2", "Start of the game, before 3 moves.")
	inky.tell("after 4", "Only 3 moves were played.")
	inky.tell("after x", "is not a number")
	inky.tell("after 2", "That was move 2 of 3.")
	blinky.hear("Your move, Black.")
	blinky.tell("a5 c6", "White to move.")
	inky.hear("Blinky, Black: knight from a5 to c6.\nYour move, White.")
	inky.tell("square m8", "m8: white pawn.")
	blinky.tell("takeback", "You asked to take back Nc6.")
	inky.tell("accept takeback", "1 move was taken back.\nBlack to move.")
	inky.tell("square m8", "m8: white pawn.") // the takeback does not change the position that inky is looking at
	inky.tell("takeback", "You asked to take back")
	inky.tell("after 2", "That was move 2 of 3.")
	blinky.tell("accept takeback", "White to move.")
	inky.hear("Your move, White.")
	inky.tell("back", "1: You play pawn")
}

// TestLookingAtATakenBackMove checks that a player returns to the current position if a
// takeback removes the position that they are looking at.
func TestLookingAtATakenBackMove(t *testing.T) {
	_, inky, blinky := twoPlayers(t, "clock=none")
	inky.tell("m7 k7", "Black to move.")
	blinky.hear("Your move, Black.")
	blinky.tell("b8 d8", "White to move.")
	inky.hear("Your move, White.")
	inky.tell("after 1", "That was move 1 of 2.")
	inky.tell("takeback", "You asked to take back k7.")
	blinky.tell("accept takeback", "2 moves were taken back.")
	inky.hear("That position was taken back: you are at the current position.\nYour move, White.")
	inky.tell("m8 l8", "Black to move.")
}

// Finished games can be found with search words, listed in pages and replayed.
func TestFinishedGames(t *testing.T) {
	h := newTestLobby(t)
	inky := h.come("Inky")
	inky.tell("games", "No finished games yet.")
	for range linesAtOnce + 2 {
		h.shortGame(player.Player{ID: "SHA256:Inky", Name: "Inky"})
	}
	inky.tell("games inky chess4 won", "Table 14: Chess4, ended on ")
	inky.hear(", White Inky, Black Inky; White wins by resignation.\nTable 13: ")
	inky.hear("Table 3: ")
	inky.hear("Type \"more\" for the other 3 lines.")
	inky.tell("more", "Table 2: ")
	inky.hear("Table 1: ")
	inky.hear("To open a game, type \"table\" and its number.")
	inky.tell("more", "no more lines.")
	inky.tell("games before 3 limit 1", "Table 2: ")
	inky.hear("To open a game, type \"table\" and its number; for earlier games, add \"before 2\".")
	inky.tell("games blinky", "No finished game matches.")
	inky.tell("games game=ludo", "There is no game \"ludo\"")
	inky.tell("table 3", "The game is over: White wins by resignation.")
	inky.hear("1 move was played: to go through them, type \"start\", \"back\" or \"forward\".")
	inky.tell("start", "Start of the game, before 2 moves.")
	inky.tell("square m7", "m7: white pawn.")
	inky.tell("forward", "1: You, White, play pawn from m7 to k7.\nThat was move 1 of 2.")
	inky.tell("square m7", "m7: empty.")
}

// shortGame opens a table, seats one person on all its seats, plays a move and resigns.
func (h *testLobby) shortGame(p player.Player) {
	h.Helper()
	terms, err := setup.ParseTerms([]string{"chess4", "armies=white,black", "seats-per-person=2", "clock=none"})
	if err != nil {
		h.Fatal(err)
	}
	t, err := h.lobby.Create(h.Context(), p, terms)
	if err != nil {
		h.Fatal(err)
	}
	geometry := t.View().Variant.Facts().Geometry
	from, _ := geometry.Square("m7")
	to, _ := geometry.Square("k7")
	for n, act := range []table.Command{
		{Kind: table.Sit, Seat: 0},
		{Kind: table.Sit, Seat: 2},
		{Kind: table.Ready, Seat: 0},
		{Kind: table.Play, Seat: 0, Action: rules.NewMove(from, to)},
		{Kind: table.Play, Seat: 2, Action: rules.Action{Type: rules.Resign, Seat: 2}, Answers: 1},
	} {
		act.By, act.ID = p, string(rune('a'+n))
		if err := t.Do(h.Context(), act); err != nil {
			h.Fatal(err)
		}
	}
}
