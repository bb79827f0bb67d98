package e2e

import (
	"fmt"
	"strings"
	"testing"

	"quadrille/internal/sshtest"
)

// TestDeletedAccountIsNamedNowhere checks that deleting an account ends its sessions, and that
// afterwards no table, rating list or game record shows its name. An account that is in a
// running game cannot be deleted.
func TestDeletedAccountIsNamedNowhere(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	p := gatherCommandGame(t, s.address, "chess4 rated=on")
	goes, stays := p.seats[0], p.seats[1]
	if _, errs, status := sshtest.Run(t, sshtest.Dial(t, s.address, sshtest.KeyAuth(goes.key)), "account delete "+goes.name); status == 0 ||
		!strings.Contains(errs, "you sit at table 1") {
		t.Errorf("in the middle of a game: status %d, %q", status, errs)
	}
	p.playTwoRounds(t, s.address)
	p.resign(t, s.address, 3, 2, 1)
	open := sshtest.Open(t, sshtest.Dial(t, s.address, sshtest.KeyAuth(goes.key)), "who goes", 80, 24, "")
	open.See(t, goes.name)
	rating := func(ladder string) string {
		for line := range strings.Lines(ladder) {
			if strings.Contains(line, stays.name) {
				return line
			}
		}
		return ""
	}
	before := rating(stays.mustRun(t, s.address, "ladder"))
	goes.mustRun(t, s.address, "account delete "+goes.name)
	if status := open.Ended(t); status == 0 || !strings.Contains(open.Text(), "this account was deleted") {
		t.Errorf("status %d, and the screen shows:\n%s", status, open.Text())
	}
	for range 2 {
		for _, command := range []string{"tables", "games", "ladder", "ladder --all", fmt.Sprintf("record %d", p.id), "player " +
			stays.name} {
			if out := stays.mustRun(t, s.address, command); strings.Contains(out, goes.name) {
				t.Errorf("%s still names the account:\n%s", command, out)
			}
		}
		after := rating(stays.mustRun(t, s.address, "ladder"))
		// ignore the first word, which is the place in the list and may have changed
		if strings.Join(strings.Fields(after)[1:], " ") != strings.Join(strings.Fields(before)[1:], " ") {
			t.Errorf("the ladder had %q, and has %q", before, after)
		}
		if out := stays.mustRun(t, s.address, fmt.Sprintf("record %d", p.id)); !strings.Contains(out, "deleted-") {
			t.Errorf("the anonymous name is missing:\n%s", out)
		}
		s.kill()
		s.start()
		stays.client = nil
	}
}
