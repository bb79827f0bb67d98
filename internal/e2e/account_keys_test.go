package e2e

import (
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
)

// TestKeysOfOneAccount checks that a player can add a second key to their account with a code.
// When a key is removed, the server ends the sessions that logged in with it.
func TestKeysOfOneAccount(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	first, second := sshtest.NewKey(t), sshtest.NewKey(t)
	home, laptop := sshtest.Dial(t, s.address, sshtest.KeyAuth(first)), sshtest.Dial(t, s.address, sshtest.KeyAuth(second))
	mustRunOn(t, home, "name Inky")
	var code string
	for _, word := range strings.Fields(mustRunOn(t, home, "keys add")) {
		if strings.Count(word, "-") > 2 {
			code = word
		}
	}
	mustRunOn(t, laptop, "keys join "+code)
	if who := mustRunOn(t, laptop, "whoami"); !strings.HasPrefix(who, "Inky ") {
		t.Fatalf("the second key is %q", who)
	}
	screen := sshtest.Open(t, laptop, "laptop", 80, 24, "")
	screen.See(t, "Inky")
	mustRunOn(t, home, "keys remove "+ssh.FingerprintSHA256(second.PublicKey()))
	if status := screen.Ended(t); status != 1 || !strings.Contains(screen.Text(), "this key was removed") {
		t.Errorf("status %d, and the screen shows:\n%s", status, screen.Text())
	}
	_ = laptop.Wait()
	again, err := sshtest.TryDial(s.address, sshtest.KeyAuth(second))
	s.must(err)
	defer func() { _ = again.Close() }()
	if who := mustRunOn(t, again, "whoami"); strings.Contains(who, "Inky") {
		t.Errorf("the removed key is %q", who)
	}
	s.kill() // stop the server before reading its log
	if strings.Contains(s.log.String(), code) {
		t.Error("the code is in the log")
	}
}
