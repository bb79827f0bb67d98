package e2e

import (
	"strings"
	"sync"
	"testing"

	"quadrille/internal/sshtest"
)

// TestOneOf64AcceptsAnInvitation uses the code of a single-use invitation from 64 addresses at
// the same time. One person becomes a member. The other 63 people get an error that gives the
// reason.
func TestOneOf64AcceptsAnInvitation(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	owner := newCommandPlayer(t, "Olga")
	owner.mustRun(t, s.address, "join "+s.ownerCode())
	owner.mustRun(t, s.address, "admin set entry members-only")
	_, code, _ := strings.Cut(strings.TrimSpace(owner.mustRun(t, s.address, "admin invite")), " join ")

	answers := make([]string, 64)
	var wait sync.WaitGroup
	start := make(chan struct{})
	for i := range answers {
		client := sshtest.DialFrom(t, newAddress(), s.address, sshtest.KeyAuth(sshtest.NewKey(t)))
		wait.Go(func() {
			<-start
			_, errs, status := sshtest.Run(t, client, "join "+code)
			answers[i] = "member"
			if status != 0 {
				_, tables, closed := sshtest.Run(t, client, "tables")
				answers[i] = errs + strings.Repeat(tables, closed)
			}
		})
	}
	close(start)
	wait.Wait()

	won := 0
	lost := "that invitation is used up: ask for a new code\n" +
		"this club is for members only; with an invitation, run: " + s.sshCommand() + " join CODE\n"
	for _, answer := range answers {
		switch answer {
		case "member":
			won++
		case lost:
		default:
			t.Errorf("one was refused with %q", answer)
		}
	}
	if won != 1 {
		t.Errorf("%d were admitted", won)
	}
	if members := owner.mustRun(t, s.address, "admin members --json"); strings.Count(members, "\n") != 2 {
		t.Errorf("members are now\n%s", members)
	}
}
