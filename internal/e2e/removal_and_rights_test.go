package e2e

import (
	"strings"
	"testing"
	"time"

	"quadrille/internal/sshtest"
)

// ownedServer starts a server whose club has an owner, and returns both.
func ownedServer(t *testing.T) (*testServer, *person) {
	t.Helper()
	s := serveFor(t)
	p := newPerson(t, "Olga", 80, 24)
	p.checkCommand(s.address, "join "+s.ownerCode(), 0, "now owner")
	p.mustRun(s.address, "name Olga")
	return s, p
}

// mustRun runs a command that must succeed.
func (p *person) mustRun(address, line string) {
	p.Helper()
	if out, errs, status := p.runCommand(address, line); status != 0 {
		p.Fatalf("%s: status %d, %q, %q", line, status, out, errs)
	}
}

// TestRemovedPeopleAreDisconnected bans players at a table, spectators, and players in the
// lobby and in plain mode. All of them are disconnected, and the game continues.
func TestRemovedPeopleAreDisconnected(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		action, why string
	}{
		"no member any more": {"admin remove Mina --reason gone", "this club is for members only"},
		"banned":             {"admin ban Mina --reason rude", "you are banned: rude"},
		"banned for a day":   {"admin ban Mina --reason rude --for 24h", "you are banned until "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, olga := ownedServer(t)
			mina := newPerson(t, "Mina", 80, 24)
			mina.mustRun(s.address, "name Mina")
			olga.mustRun(s.address, "admin role Mina member")
			olga.mustRun(s.address, "admin set entry members-only")
			olga.checkCommand(s.address, "new chess4", 0, "1\n")
			places := map[string]string{"play 1 silver": "Leave seat Silver", "watch 1": "Sit down as", "": "New table", "plain": "Mina"}
			out := map[string]*person{}
			for command, sees := range places {
				p := *mina
				p.connect(s.address, command)
				p.See(t, sees)
				out[command] = &p
			}
			began := time.Now()
			olga.mustRun(s.address, c.action)
			for command, p := range out {
				if status := p.Ended(t); status == 0 || !strings.Contains(p.Text(), c.why) {
					t.Errorf("%q: status %d, and the screen shows:\n%s", command, status, p.Text())
				}
			}
			t.Logf("all were disconnected after %v", time.Since(began))
			mina.checkCommand(s.address, "tables", 1, "")
			olga.checkCommand(s.address, "tables", 0, "Chess4")
		})
	}
}

// TestAcceptAnInvitationOnTheScreen connects to a members-only club. A screen asks for an
// invitation code.
func TestAcceptAnInvitationOnTheScreen(t *testing.T) {
	t.Parallel()
	s, olga := ownedServer(t)
	olga.mustRun(s.address, "admin set entry members-only")
	olga.mustRun(s.address, "admin set name 'Chess House'")
	invite, _, _ := olga.runCommand(s.address, "admin invite")
	_, code, _ := strings.Cut(strings.TrimSpace(invite), "join ")

	p := newPerson(t, "Nora", 80, 24)
	p.connect(s.address, "")
	p.See(t, "This club is for members only.")
	p.See(t, "Chess House")
	p.press("4711\r")
	p.See(t, "There is no such invitation")
	p.press("\x1b")
	p.Await(t, "an empty line", func(text string) bool { return strings.Contains(text, "Code  _") })
	p.press(code + "\r")
	p.See(t, "Choose the name that other players see")
	p.press("Nora\r")
	p.See(t, "1  Letters")
	p.press("\r")
	p.See(t, "New table")
	p.press("q")
	p.Ended(t)
	p.checkCommand(s.address, "tables", 0, "")

	guest := newPerson(t, "guest", 80, 24)
	guest.connect(s.address, "watch 1") // the command is refused, because the guest is not a member
	if guest.Ended(t) == 0 || !strings.Contains(guest.Text(), "this club is for members only") {
		t.Errorf("a stranger sees:\n%s", guest.Text())
	}
}

// TestRightsAreCheckedWithEachCommand ends the role of a moderator who has the admin screen
// open. The next command on the same connection is refused.
func TestRightsAreCheckedWithEachCommand(t *testing.T) {
	t.Parallel()
	s, olga := ownedServer(t)
	grim := newPerson(t, "Grim", 80, 24)
	grim.mustRun(s.address, "name Grim")
	olga.mustRun(s.address, "admin role Grim moderator")
	client := sshtest.Dial(t, s.address, sshtest.KeyAuth(grim.key))
	if out, _, status := sshtest.Run(t, client, "admin members"); status != 0 || !strings.Contains(out, "Olga") {
		t.Fatalf("a moderator: status %d, %q", status, out)
	}
	olga.mustRun(s.address, "admin role Grim member")
	if out, errs, status := sshtest.Run(t, client, "admin members"); status == 0 || out != "" ||
		!strings.Contains(errs, `no command "admin"`) {
		t.Errorf("a member: status %d, %q, %q", status, out, errs)
	}
}
