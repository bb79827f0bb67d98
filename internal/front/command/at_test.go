package command_test

import (
	"strings"
	"testing"
)

func TestCommandsAtATable(t *testing.T) {
	h := newTestLobby(t)
	s := h.by(inky, false)
	h.ok(s, "new verney seats-per-person=4")
	if out, _ := h.ok(s, "at 1"); !strings.Contains(out, "sit [SEAT]") || strings.Contains(out, "draw") {
		t.Errorf("before the game: %s", out)
	}
	h.ok(s, "at 1 chat hello there")
	h.play(inky, 1)
	if out, _ := h.ok(s, "at 1"); !strings.Contains(out, "offer a draw") || strings.Contains(out, "sit") {
		t.Errorf("during the game: %s", out)
	}
	h.refused(s, "at 1 chat hello there", "chat is off")
	h.refused(s, "at 1 accept takeback", "there are no takebacks")
	h.refused(s, "at 1 hello", `no command "hello" at a table`)
	h.refused(s, "at 1 vote", `write "vote wait|adjourn|replace|end|resume"`)
	h.refused(s, "at 1 move g2-g3", `run "move 1 ACTION"`)
	h.refused(h.by(blinky, false), "at 1 draw", "you have no seat at this table")
	if out, _ := h.ok(s, "at 1 draw"); !strings.HasPrefix(out, "You offered a draw\n") {
		t.Error(out)
	}
	h.refused(s, "at 1 draw", "the game is over")
	if out, _ := h.ok(s, "help at"); !strings.Contains(out, "vote wait|adjourn") {
		t.Error(out)
	}
}
