package e2e

import (
	"regexp"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
)

var guestName = regexp.MustCompile(`guest-[0-9a-z]{4}`)

// comesFrom returns a screen of a client at another local address.
func comesFrom(t *testing.T, s *testServer, from, command string, auth ssh.AuthMethod) *sshtest.Screen {
	t.Helper()
	return sshtest.Open(t, sshtest.DialFrom(t, from, s.address, auth), "who comes from "+from, 80, 24, command)
}

// TestGuestsAreMutedAndBanned lists guests with their addresses, mutes one and bans an
// address. Banning a range with an owner in it asks first.
func TestGuestsAreMutedAndBanned(t *testing.T) {
	t.Parallel()
	s, olga := ownedServer(t)
	olga.wants(s.address, "new chess4", 0, "1\n")
	screen := comesFrom(t, s, "127.44.0.9", "watch 1", sshtest.GuestAuth())
	screen.See(t, "Sit down as")
	list, _, _ := olga.command(s.address, "admin here")
	name := guestName.FindString(list)
	if name == "" || !strings.Contains(list, "from 127.44.0.9") || !strings.Contains(list, "Olga") {
		t.Fatalf("here are:\n%s", list)
	}
	olga.wants(s.address, "admin here --json", 0, `"from":"127.44.0.9"`)
	olga.wants(s.address, "admin member "+name, 0, name+", guest")
	olga.does(s.address, "admin mute "+name+" --reason loud")
	s.must(screen.Type("'hello\r"))
	screen.See(t, "! You are muted in this club")
	olga.wants(s.address, "admin here", 0, "muted permanently")

	olga.does(s.address, "admin role "+newNamed(t, s, "Mina").name+" owner")
	olga.does(s.address, "admin ban "+name+" --reason 'loud again'")
	if screen.Ended(t) == 0 || !strings.Contains(screen.Text(), "loud again") {
		t.Errorf("the screen shows:\n%s", screen.Text())
	}
	olga.wants(s.address, "admin bans", 0, "127.44.0.9/32")
	if c, err := sshtest.TryDialFrom("127.44.0.9", s.address, sshtest.GuestAuth()); err == nil {
		_ = c.Close()
		t.Error("the guest came back as another one")
	}
	comesFrom(t, s, "127.44.0.10", "watch 1", sshtest.GuestAuth()).See(t, "Sit down as")
	olga.wants(s.address, "admin member "+name, 1, "")
}

func TestBanOfAnOwnersAddressAsksFirst(t *testing.T) {
	t.Parallel()
	s, olga := ownedServer(t)
	mod := newNamed(t, s, "Mod")
	olga.does(s.address, "admin role Mod moderator")
	there := comesFrom(t, s, "127.45.0.1", "", sshtest.KeyAuth(olga.key))
	there.See(t, "Online:")
	out, errs, status := mod.command(s.address, "admin ban 127.45.0.0/16 --reason flood")
	if status == 0 || !strings.Contains(errs, "that would also ban a connected owner; add --force to ban anyway") {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
	mod.does(s.address, "admin ban 127.46.0.0/16 --reason flood")
	mod.does(s.address, "admin ban 127.45.0.0/16 --reason flood --force")
}

// When a moderator removes a key, all its sessions end.
func TestRemovedKeyIsDisconnected(t *testing.T) {
	t.Parallel()
	s, olga := ownedServer(t)
	mina := newNamed(t, s, "Mina")
	code, _, _ := mina.command(s.address, "keys add")
	_, code, _ = strings.Cut(strings.TrimSpace(code), "keys join ")
	second := newPerson(t, "Mina's second key", 80, 24)
	second.does(s.address, "keys join "+code)
	olga.wants(s.address, "new chess4", 0, "1\n")
	open := map[string]*person{}
	for command, sees := range map[string]string{"play 1 silver": "Leave seat silver", "watch 1": "Sit down as", "": "new table", "plain": "Mina"} {
		p := *second
		p.arrive(s.address, command)
		p.See(t, sees)
		open[command] = &p
	}
	olga.does(s.address, "admin key remove Mina "+ssh.FingerprintSHA256(second.key.PublicKey())+" --reason lost")
	for command, p := range open {
		if status := p.Ended(t); status == 0 || !strings.Contains(strings.Join(strings.Fields(p.Text()), " "), "this key was removed from its account") {
			t.Errorf("%q: status %d, and the screen shows:\n%s", command, status, p.Text())
		}
	}
	olga.wants(s.address, "admin audit --last 1", 0, "key-removed")
	second.wants(s.address, "whoami", 0, "no name yet")
	mina.wants(s.address, "tables", 0, "silver=Mina") // her seat is hers
}

// newNamed returns a client with a named account.
func newNamed(t *testing.T, s *testServer, name string) *person {
	t.Helper()
	p := newPerson(t, name, 80, 24)
	p.does(s.address, "name "+name)
	return p
}
