package e2e

import (
	"regexp"
	"testing"

	"quadrille/internal/sshtest"
)

var returnCode = regexp.MustCompile(`[0-9a-z]{4}(-[0-9a-z]{4}){3}`)

// TestGuestReturnsWithTheirCode shows a return code to a guest at a table. A new connection
// gets the guest's seat only if it presents that code.
func TestGuestReturnsWithTheirCode(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	first := sshtest.Dial(t, s.address, sshtest.GuestAuth())
	if out, _, _ := sshtest.Run(t, first, "new chess4"); out != "1\n" {
		t.Fatalf("new: %q", out)
	}
	screen := sshtest.Open(t, first, "guest", 80, 24, "play 1 silver")
	text := screen.See(t, "Leave seat Silver")
	code := returnCode.FindString(screen.Await(t, "the code", returnCode.MatchString))
	if code == "" {
		t.Fatalf("no code on:\n%s", text)
	}
	s.must(first.Close())
	s.kill()
	s.start()
	back := sshtest.Dial(t, s.address, sshtest.GuestAuth())
	sshtest.Open(t, back, "the same", 120, 40, "return "+code).See(t, "Leave seat Silver")
	other := sshtest.Dial(t, s.address, sshtest.GuestAuth())
	if _, errs, status := sshtest.Run(t, other, "play 1 silver"); status != 1 || errs == "" {
		t.Errorf("the seat of a guest who is away: status %d, %q", status, errs)
	}
}
