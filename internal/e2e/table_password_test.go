package e2e

import (
	"strings"
	"testing"

	"quadrille/internal/sshtest"
)

// TestTypedPasswordIsEditedWithCursorKeys types a password at the prompt of a command.
// Cursor keys edit the password and do not become part of it.
func TestTypedPasswordIsEditedWithCursorKeys(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	host := newPerson(t, "Olga", 80, 24)
	host.mustRun(s.address, "name Olga")
	typing := sshtest.Open(
		t,
		sshtest.Dial(t, s.address, sshtest.KeyAuth(host.key)),
		"Olga",
		80,
		24,
		"new chess4 private=password --password -",
	)
	typing.See(t, "password:")
	must(t, typing.Type("sesame opn\x1b[De\r"))
	if status := typing.Ended(t); status != 0 || strings.Contains(typing.Text(), "sesame") {
		t.Fatalf("status %d:\n%s", status, typing.Text())
	}
	guest := newPerson(t, "Sue", 80, 24)
	guest.mustRun(s.address, "name Sue")
	screen := sshtest.Open(t, sshtest.Dial(t, s.address, sshtest.KeyAuth(guest.key)), "Sue", 80, 24, "play 1 --password 'sesame open'")
	screen.See(t, "Waiting for players")
}
