package command_test

import (
	"bytes"
	"strings"
	"testing"

	"quadrille/internal/front/command"
	"quadrille/internal/refusal"
)

// TestABannedPlayerOfAnEveningKeepsTheirSeats has a banned player, who is on the list of an evening,
// delete their account. That is refused until the evening ends, and must not resign games before.
func TestABannedPlayerOfAnEveningKeepsTheirSeats(t *testing.T) {
	w := newWorld(t, map[*refusal.Reason]bool{})
	w.administer("Olga", "evening new Night --game chess4 clock=none")
	w.administer("Olga", "evening add Bob Cid Sid Mina")
	w.state = w.snapshot()
	var out, errs bytes.Buffer
	session := w.session("Bob", &out, &errs)
	session.Banned = true
	status, _ := command.Run(t.Context(), session, []string{"account", "delete", "Bob"})
	if status == 0 || !strings.Contains(errs.String(), "on the player list of evening 1") {
		t.Errorf("status %d: %q", status, errs.String())
	}
	w.check("account delete", status != 0)
}
