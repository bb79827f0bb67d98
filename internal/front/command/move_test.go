package command_test

import (
	"context"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/service/lobby"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

var (
	pinky = player.Player{ID: "SHA256:pinky", Name: "Pinky"}
	clyde = player.Player{ID: "SHA256:clyde", Name: "Clyde"}
)

// begin opens a table and seats the players in turn order.
func (h *testLobby) begin(line string, people ...player.Player) *live.Table {
	h.Helper()
	number, _ := h.ok(h.by(inky, false), "new "+line)
	id, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
	h.must(err)
	t, err := h.lobby.Table(h.Context(), table.ID(id))
	h.must(err)
	for seat, p := range people {
		h.must(t.Do(h.Context(), table.Command{By: p, Kind: table.Sit, Seat: rules.Seat(seat)}))
	}
	for _, p := range people {
		if t.View().Phase == table.Waiting {
			h.must(t.Do(h.Context(), table.Command{By: p, Kind: table.Ready}))
		}
	}
	return t
}

// says checks that a command succeeds and prints exactly the given text.
func (h *testLobby) says(who player.Player, line, want string) {
	h.Helper()
	if out, _ := h.ok(h.by(who, false), line); out != want {
		h.Errorf("%s: %q, want %q", line, out, want)
	}
}

func TestMovesByCommand(t *testing.T) {
	h := newTestLobby(t)
	h.begin("chess4", inky, blinky, pinky, clyde)
	h.says(inky, "move 1 M7-K7", "1 white m7-k7 k7\n")
	h.says(blinky, "move 1 n k3", "2 silver j1-k3 Nk3\n")
	h.refused(
		h.by(pinky, false),
		"move 1 d8 --after 0",
		"the last move is j1-k3",
	) // refused: "--after 0" says that no move was played yet
	h.says(pinky, "move 1 b8-d8 --after 2", "3 black b8-d8 d8\n")
	h.says(clyde, "move 1 --id first --after 3 h13-h11", "4 gold h13-h11 h11\n")
	for line, want := range map[string]string{
		"move 1 n6-k9":                                 "it is not silver's turn; white is to move",
		"move 1 n6-":                                   "it is not silver's turn; white is to move",
		"move 1 hello":                                 "it is not silver's turn; white is to move",
		"move 1 purple:resign":                         "no seat \"purple\"",
		"move 1 white:resign":                          "white is not your seat; yours: silver",
		"move 1 n6-k9 --after 3":                       "the last move is h13-h11",
		"move 1 n6-k9 --after 5":                       "has 4 moves; --after cannot be more",
		"move 1 n6-k9 --after soon":                    "--after cannot be \"soon\"",
		"move 1 n6-k9 --after -1":                      "--after cannot be \"-1\"",
		"move 1 n6-k9 --id a\x1bb":                     "letters, digits",
		"move 1 n6-k9 --id " + strings.Repeat("x", 65): "up to 64 letters",
		"move 1 n6-k9 --id":                            "usage: move N ACTION",
		"move 1 n6-k9 --force":                         "usage: move N ACTION",
		"move 1":                                       "few",
		"move 9 n6-k9":                                 "no table 9",
	} {
		h.refused(h.by(blinky, false), line, want)
	}
	h.refused(h.by(inky, false), "move 1 n6-n7", "cannot move to n7")
	h.refused(h.by(inky, false), "move 1 n6-", "no square")
	h.refused(h.by(inky, false), "move 1 hello", "not a move")
	h.refused(h.by(player.Player{ID: "SHA256:sue", Name: "Sue"}, false), "move 1 n6-k9", "no seat at this table")
	h.says(clyde, "move 1 resign", "5 gold gold:resign %%\n")
	h.says(inky, "move 1 resign", "6 white resign %%\n")
	for _, line := range []string{"resign", "m8-l8", "k7", "hello"} {
		h.refused(h.by(inky, false), "move 1 "+line, "white has been out of the game since it resigned")
	}
	h.refused(h.by(player.Player{ID: "SHA256:sue", Name: "Sue"}, false), "move 1 hello", "no seat at this table")
	out, _ := h.ok(h.by(pinky, false), "move 1 resign")
	if want := "7 black black:resign %%\nresult resignation: white 1, silver 3"; !strings.HasPrefix(out, want) {
		t.Errorf("the last to resign reads %q, want %q", out, want)
	}
	h.refused(h.by(blinky, false), "move 1 e1-d3", "the game is over")
	h.refused(h.by(blinky, false), "move 1 hello", "the game is over")
}

func TestNoMoveBeforeTheGame(t *testing.T) {
	h := newTestLobby(t)
	h.ok(h.by(inky, false), "new chess4")
	h.refused(h.by(inky, false), "move 1 m7-k7", "the game starts when")
	h.refused(h.by(inky, false), "move 1 hello", "the game starts when")
	h.refused(h.by(player.Player{ID: "SHA256:x"}, false), "move 1 m7-k7", "ou have no name yet")
}

// A program may send a move again. The repetition gets the same reply, and the move is
// played only once. This also holds after later moves and after a restart. The ID of the move
// or the number of the previous move is enough to identify the repetition.
func TestRepeatedMoveIsPlayedOnce(t *testing.T) {
	h := newTestLobby(t)
	tab := h.begin("chess4", inky, blinky, pinky, clyde)
	for _, once := range []struct {
		who        player.Player
		line, want string
	}{
		{inky, "move 1 k7 --after 0", "1 white m7-k7 k7\n"},
		{blinky, "move 1 Nk3 --id a", "2 silver j1-k3 Nk3\n"}, // the ID "a" identifies the repeated command, so --after is not needed
		{clyde, "move 1 resign --after 2", "3 gold gold:resign %%\n"},
		{pinky, "move 1 b8-d8 --id b --after 3", "4 black b8-d8 d8\n"},
	} {
		h.says(once.who, once.line, once.want)
		h.says(once.who, once.line, once.want)
	}
	again := func() {
		t.Helper()
		h.says(inky, "move 1 m7-k7 --after 0", "1 white m7-k7 k7\n")
		h.says(blinky, "move 1 Nk3 --id a", "2 silver j1-k3 Nk3\n")
		h.says(clyde, "move 1 resign --after 0", "3 gold gold:resign %%\n")
		h.says(pinky, "move 1 d8 --after 3", "4 black b8-d8 d8\n")
		h.refused(h.by(inky, false), "move 1 m8-l8 --after 0", "the last move is b8-d8")
		// the action of another player is not a repetition
		h.refused(h.by(blinky, false), "move 1 m7-k7 --after 0", "the last move is b8-d8")
	}
	again()
	if n := len(tab.View().Moves); n != 4 {
		t.Errorf("%d actions were played", n)
	}
	h.reopen()
	again()
	h.says(inky, "move 1 n6-k9 --id a", "5 white n6-k9 Bk9\n") // another player may use the same command ID
}

// If a program sends the same move several times concurrently, the move is played once.
func TestConcurrentRepetitionsOfAMove(t *testing.T) {
	h := newTestLobby(t)
	tab := h.begin("chess4", inky, blinky, pinky, clyde)
	for _, line := range []string{"move 1 m7-k7 --after 0", "move 1 j1-k3 --id a"} {
		who := tab.View().Seats[tab.View().Actor].Player
		outs := make([]string, 8)
		var all sync.WaitGroup
		for i := range outs {
			all.Go(func() { outs[i], _, _, _ = h.run(h.by(who, false), line) })
		}
		all.Wait()
		for _, out := range outs {
			if out == "" || out != outs[0] {
				t.Errorf("%s: %q", line, outs)
			}
		}
	}
	if n := len(tab.View().Moves); n != 2 {
		t.Errorf("%d actions were played, want 2", n)
	}
}

// With touch-move, a player who has lifted a piece must move that piece (rule V25).
func TestMovingALiftedPieceByCommand(t *testing.T) {
	h := newTestLobby(t)
	tab := h.begin("verney", inky, blinky, pinky, clyde)
	h2, _ := tab.View().Variant.Facts().Geometry.Square("h2")
	h.must(tab.Do(t.Context(), table.Command{By: inky, Kind: table.Lift, Seat: 0, Square: h2}))
	h.refused(h.by(inky, false), "move 1 g2-g3", "you touched the pawn on h2")
	out, _ := h.ok(h.by(inky, false), "move 1 h2-h3")
	if v := tab.View(); !strings.HasPrefix(out, "1 yellow h2-h3") || v.Lifted != rules.NoSquare {
		t.Errorf("%q; lifted is %d", out, v.Lifted)
	}
}

// A resignation in a team is only proposed until the partner accepts (rule G5). A player
// with several seats has to name the seat that resigns.
func TestResigningByCommandInTeams(t *testing.T) {
	h := newTestLobby(t)
	h.begin("forchess", inky, blinky, pinky, clyde)
	for range 2 {
		h.says(inky, "move 1 resign --id a", "You offered to resign; waiting for Pinky\n")
	}
	h.begin("quadrochess", inky, blinky, blinky, inky)
	h.refused(h.by(blinky, false), "move 2 resign", "you have 2 seats; name the one that resigns, as in ")
}

// reopen restarts the server with the same data.
func (h *testLobby) reopen() {
	h.Helper()
	h.must(h.lobby.Close(context.Background()))
	opened, err := lobby.Open(context.Background(), lobby.Config{Store: h.store})
	h.must(err)
	h.lobby = opened
	h.Cleanup(func() { h.must(opened.Close(context.Background())) })
}

// The list of tables marks rated tables. A guest cannot take a seat at a rated table.
func TestRatedTablesByCommand(t *testing.T) {
	h := newTestLobby(t)
	h.begin("chess4 rated=on clock=5+10")
	h.ok(h.by(inky, false), "new chess4")
	out, _ := h.ok(h.by(inky, false), "tables")
	if lines := strings.Split(out, "\n"); !strings.Contains(lines[0], "clock=5+10 rated=on") || strings.Contains(lines[1], "rated") {
		t.Errorf("tables:\n%s", out)
	}
	if out, _ := h.ok(h.by(inky, false), "record 1"); !strings.Contains(out, "\n# rated\n") {
		t.Errorf("record:\n%s", out)
	}
	h.refused(h.by(player.Player{ID: "guest:x", Name: "guest-x"}, false), "new chess4 rated=on", "rated games need an account")
	nameless := h.by(player.Player{ID: "SHA256:new"}, false)
	nameless.Named = false
	h.refused(nameless, "new chess4 rated=on", "rated games need an account")
}

// The command "schema" prints the JSON Schema of the running build.
func TestTheSchemaIsPrinted(t *testing.T) {
	h := newTestLobby(t)
	file, err := os.ReadFile("../../../docs/api.schema.json")
	h.must(err)
	h.says(inky, "schema", string(file))
}
