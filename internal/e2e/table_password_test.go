package e2e

import (
	"strings"
	"testing"

	"quadrille/internal/sshtest"
)

// TestTablePasswordInTheLobby opens, from the lobby, a table that is protected by a
// password. A wrong password is refused with the same sentence as in the other front ends.
// The attempts in all front ends count toward one limit.
func TestTablePasswordInTheLobby(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	host := newPerson(t, "Olga", 80, 24)
	host.mustRun(s.address, "name Olga")
	host.mustRun(s.address, "new chess4 private=password --password 'sesame open'")
	tries := func(p *person, number, password string) {
		p.See(t, "New table")
		p.press("o")
		p.See(t, "Table     _")
		p.press(number + "\r")
		p.See(t, "Password  _")
		p.press(password)
		p.See(t, "Password  "+strings.Repeat("*", len(password))+"_")
		p.press("\r")
	}
	const wrong = "Wrong table number or password; ask the host"
	sue := connectPerson(t, s, kinds[1], "Sue", 80, 24)
	tries(sue, "1", "sesame shut")
	sue.See(t, wrong)
	sue.press("sesame open\r")
	sue.See(t, "Sit down as White")
	if strings.Contains(sue.Got(), "sesame") {
		t.Error("the password was shown")
	}
	sue.press("\x1b")
	sue.See(t, "4 open") // because Sue has entered the table, her lobby now lists it

	mallory := connectPerson(t, s, kinds[0], "Mallory", 80, 24)
	for _, line := range []string{"watch 1", "play 1", "watch 9"} {
		if _, errs, status := mallory.runCommand(s.address, line+" --password guess-guess"); status != 1 ||
			!strings.HasPrefix(errs, "wrong table number or password") {
			t.Errorf("%s: status %d, %q", line, status, errs)
		}
	}
	tries(mallory, "9", "guess-4")
	mallory.See(t, wrong)
	mallory.press("guess-5")
	mallory.See(t, "Password  *******_")
	mallory.press("\r")
	mallory.See(t, wrong)
	mallory.press("sesame open\r")
	mallory.See(t, "Too many wrong passwords; try again in 2 minutes")
	mallory.press(arrowUp)
	mallory.See(t, "Table     9_")
}

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
