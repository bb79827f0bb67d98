package command_test

import (
	"strings"
	"testing"

	"quadrille/internal/service/lobby"
)

// All live tables can be listed page by page, as text and as JSON.
func TestTablesArePaged(t *testing.T) {
	h := newTestLobby(t)
	for range 5 {
		h.ok(h.by(inky, false), "new chess4 clock=3d")
	}
	out, _ := h.ok(h.by(blinky, false), "tables --after 1 --limit 2")
	if lines := strings.Split(out, "\n"); len(lines) != 4 || !strings.HasPrefix(lines[0], "2  waiting") ||
		!strings.HasPrefix(lines[1], "3  waiting") ||
		lines[2] != "# there are more tables: run \"tables --after 3\"" {
		t.Errorf("the second page:\n%s", out)
	}
	if out, _ := h.ok(h.by(blinky, false), "tables --after 3"); strings.Contains(out, "more") || strings.Count(out, "\n") != 2 {
		t.Errorf("the last page:\n%s", out)
	}
	out, _ = h.ok(h.by(blinky, false), "tables --limit 1")
	if !strings.HasPrefix(out, "1  waiting") || !strings.Contains(out, "# 4 more: run \"tables --after 0\" ") {
		t.Errorf("the first of the lobby:\n%s", out)
	}
	out, _ = h.ok(h.by(blinky, false), "tables --after 0 --limit 1 --json")
	if want := `{"table":1,"phase":"waiting","game":"chess4","clock":"3d","host":"Inky",` +
		`"seats":[{"seat":"white","open":true},{"seat":"silver","open":true},{"seat":"black","open":true},{"seat":"gold","open":true}],` +
		`"ply":0}` + "\n" + `{"next":1}` + "\n"; out != want {
		t.Errorf("as JSON:\n%s", out)
	}
	if lobby.MaxPage != 1000 {
		t.Error("the help names another limit")
	}
}
