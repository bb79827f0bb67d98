package e2e

import (
	"regexp"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
)

var guestName = regexp.MustCompile(`guest-[0-9a-z]{4}`)

// openFrom opens a screen, connecting from the given local address.
func openFrom(t *testing.T, s *testServer, from, command string, auth ssh.AuthMethod) *sshtest.Screen {
	t.Helper()
	return sshtest.Open(t, sshtest.DialFrom(t, from, s.address, auth), "who comes from "+from, 80, 24, command)
}

// TestGuestsAreMutedAndBanned lists guests with their addresses, mutes a guest and bans an
// address. A ban of a range that includes an owner's address asks for confirmation.
func TestGuestsAreMutedAndBanned(t *testing.T) {
	t.Parallel()
	s, olga := ownedServer(t)
	olga.checkCommand(s.address, "new chess4", 0, "1\n")
	screen := openFrom(t, s, "127.44.0.9", "watch 1", sshtest.GuestAuth())
	screen.See(t, "Sit down as")
	list, _, _ := olga.runCommand(s.address, "admin here")
	name := guestName.FindString(list)
	if name == "" || !strings.Contains(list, "from 127.44.0.9") || !strings.Contains(list, "Olga") {
		t.Fatalf("here are:\n%s", list)
	}
	olga.checkCommand(s.address, "admin here --json", 0, `"from":"127.44.0.9"`)
	olga.checkCommand(s.address, "admin member "+name, 0, name+", guest")
	olga.mustRun(s.address, "admin mute "+name+" --reason loud")
	s.must(screen.Type("'hello\r"))
	screen.See(t, "! You are muted in this club")
	olga.checkCommand(s.address, "admin here", 0, "muted permanently")

	olga.mustRun(s.address, "admin role "+connectNamed(t, s, "Mina").name+" owner")
	olga.mustRun(s.address, "admin ban "+name+" --reason 'loud again'")
	if screen.Ended(t) == 0 || !strings.Contains(screen.Text(), "loud again") {
		t.Errorf("the screen shows:\n%s", screen.Text())
	}
	olga.checkCommand(s.address, "admin bans", 0, "127.44.0.9/32")
	if c, err := sshtest.TryDialFrom("127.44.0.9", s.address, sshtest.GuestAuth()); err == nil {
		_ = c.Close()
		t.Error("a banned address was admitted")
	}
	openFrom(t, s, "127.44.0.10", "watch 1", sshtest.GuestAuth()).See(t, "Sit down as")
	olga.checkCommand(s.address, "admin member "+name, 1, "")
}

func TestBanOfAnOwnersAddressAsksFirst(t *testing.T) {
	t.Parallel()
	s, olga := ownedServer(t)
	mod := connectNamed(t, s, "Mod")
	olga.mustRun(s.address, "admin role Mod moderator")
	there := openFrom(t, s, "127.45.0.1", "", sshtest.KeyAuth(olga.key))
	there.See(t, " online")
	out, errs, status := mod.runCommand(s.address, "admin ban 127.45.0.0/24 --reason flood")
	if status == 0 || !strings.Contains(errs, "this ban would include the address of a connected owner; add --force to ban anyway") {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
	mod.mustRun(s.address, "admin ban 127.46.0.0/24 --reason flood")
	mod.mustRun(s.address, "admin ban 127.45.0.0/24 --reason flood --force")
}

// TestOwnerLiftsABanOfEveryAddress bans the addresses of an owner and of all others. The owner
// stays connected, connects again, keeps the table that they opened from there, and lifts the
// bans.
func TestOwnerLiftsABanOfEveryAddress(t *testing.T) {
	t.Parallel()
	s, olga := ownedServer(t)
	mod, far := connectNamed(t, s, "Mod"), connectNamed(t, s, "Far")
	olga.mustRun(s.address, "admin role Mod moderator")
	olga.checkCommand(s.address, "new chess4", 0, "1\n")
	for _, everywhere := range []string{"0.0.0.0/0", "127.0.0.0/8", "::ffff:0.0.0.0/96", "::/0"} {
		mod.checkCommand(s.address, "admin ban "+everywhere+" --reason revolt --force", 1, "")
	}
	mod.checkCommand(s.address, "admin close --address 127.0.0.0/8 --reason revolt", 1, "")
	mod.checkCommand(s.address, "admin close --address 127.0.0.1 --reason revolt", 0,
		"0 tables are closed; 1 were skipped because their hosts have a role that is not lower than yours")
	done, errs, status := mod.runCommand(s.address, "admin ban 127.0.0.1 --reason revolt --force")
	if status != 0 {
		t.Fatalf("the ban: status %d, %q", status, errs)
	}
	olga.checkCommand(s.address, "tables", 0, "1  waiting")
	mod.checkCommand(s.address, "tables", 0, "1  waiting")
	if _, errs, status := far.runCommand(s.address, "tables"); status == 0 || !strings.Contains(errs, "you are banned: revolt") {
		t.Errorf("another player from that address: status %d, %q", status, errs)
	}
	for range 10 { // owners are not limited in number
		olga.checkCommand(s.address, "whoami", 0, "Olga")
	}
	olga.mustRun(s.address, "admin unban "+strings.Fields(done)[1])
	far.checkCommand(s.address, "tables", 0, "1  waiting")
}

// When a moderator removes a key, all sessions that used the key end.
func TestRemovedKeyIsDisconnected(t *testing.T) {
	t.Parallel()
	s, olga := ownedServer(t)
	mina := connectNamed(t, s, "Mina")
	code, _, _ := mina.runCommand(s.address, "keys add")
	_, code, _ = strings.Cut(strings.TrimSpace(code), "keys join ")
	second := newPerson(t, "Mina's second key", 80, 24)
	second.mustRun(s.address, "keys join "+code)
	olga.checkCommand(s.address, "new chess4", 0, "1\n")
	open := map[string]*person{}
	for command, sees := range map[string]string{
		"play 1 silver": "Leave seat Silver", "watch 1": "Sit down as", "": "New table",
		"plain": "Mina",
	} {
		p := *second
		p.connect(s.address, command)
		p.See(t, sees)
		open[command] = &p
	}
	olga.mustRun(s.address, "admin key remove Mina "+ssh.FingerprintSHA256(second.key.PublicKey())+" --reason lost")
	for command, p := range open {
		if status := p.Ended(t); status == 0 ||
			!strings.Contains(strings.Join(strings.Fields(p.Text()), " "), "this key was removed from its account") {
			t.Errorf("%q: status %d, and the screen shows:\n%s", command, status, p.Text())
		}
	}
	olga.checkCommand(s.address, "admin audit --last 1", 0, "key-removed")
	second.checkCommand(s.address, "whoami", 0, "no name yet")
	mina.checkCommand(s.address, "tables", 0, "silver=Mina") // Mina keeps the seat
}

// connectNamed connects a new person who chooses the given name.
func connectNamed(t *testing.T, s *testServer, name string) *person {
	t.Helper()
	p := newPerson(t, name, 80, 24)
	p.mustRun(s.address, "name "+name)
	return p
}
