package e2e

import (
	"fmt"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
)

// keyLine returns a public key as a line of a .pub file.
func keyLine(key ssh.Signer) string {
	return strings.TrimSpace(string(ssh.MarshalAuthorizedKey(key.PublicKey())))
}

// recoveryClub starts a server with an owner, a moderator and a member.
func recoveryClub(t *testing.T) (s *testServer, ada, mod, bea *person) {
	t.Helper()
	s = serveFor(t)
	ada = newPerson(t, "Ada", 80, 24)
	ada.checkCommand(s.address, "join "+s.ownerCode(), 0, "now owner")
	ada.checkCommand(s.address, "name Ada", 0, "Ada")
	mod, bea = connectNamed(t, s, "Mod"), connectNamed(t, s, "Bea")
	ada.checkCommand(s.address, "admin role Mod moderator", 0, "Mod is now moderator")
	ada.checkCommand(s.address, "admin role Bea member", 0, "Bea is now member")
	return s, ada, mod, bea
}

// A moderator creates a code for a member who lost their key. The member uses it once with a
// new key. The account's sessions and its next login show a notice, and the audit log has an
// entry.
func TestMemberWithALostKeyReturns(t *testing.T) {
	t.Parallel()
	s, ada, mod, bea := recoveryClub(t)
	open := sshtest.Dial(t, s.address, sshtest.KeyAuth(bea.key))
	session := sshtest.Open(t, open, "Bea", 100, 30, "")
	session.See(t, "New table")
	words := sshtest.OpenStream(t, open, "Bea", "", "plain")
	words.Expect(t, "You are Bea")

	line, errs, status := mod.runCommand(s.address, "admin key code Bea --reason 'met her, laptop stolen'")
	_, code, ok := strings.Cut(strings.TrimSpace(line), " keys join ")
	if status != 0 || !ok || !strings.Contains(errs, "with a new key before ") {
		t.Fatalf("%d, %q, %q", status, line, errs)
	}
	session.See(t, "A moderator created a recovery code")
	words.Expect(t, "A moderator created a recovery code for your account")
	_, replaced, _ := strings.Cut(
		strings.TrimSpace(func() string { out, _, _ := mod.runCommand(s.address, "admin key code Bea --reason again"); return out }()),
		" keys join ",
	)
	fresh, other := newPerson(t, "fresh", 80, 24), newPerson(t, "other", 80, 24)
	other.checkCommand(s.address, "keys join "+code, 1, "") // refused: the moderator has created a newer code
	fresh.checkCommand(s.address, "keys join "+replaced, 0, "Bea ")
	other.checkCommand(s.address, "keys join "+replaced, 1, "") // refused: this code has already been used
	fresh.checkCommand(s.address, "whoami", 0, "Bea")
	if _, errs, _ := fresh.runCommand(s.address, "tables"); !strings.Contains(errs, "was added to your account with a recovery code") {
		t.Errorf("a single command says %q", errs)
	}
	words.Expect(t, "was added to your account with a recovery code")
	next := sshtest.OpenStream(t, sshtest.Dial(t, s.address, sshtest.KeyAuth(bea.key)), "Bea", "", "plain")
	next.Expect(t, ssh.FingerprintSHA256(fresh.key.PublicKey())+" was added to your account with a recovery code")
	ada.checkCommand(s.address, "admin audit --about Bea", 0, "recovery-code")
	ada.checkCommand(s.address, "admin audit --by Bea", 0, "recovered")
}

// Moderators and owners can add keys only to accounts with a lower role than their own. A key
// can be added to an owner's account only on the server's machine. A key that already belongs
// to an account with a name is refused.
func TestKeysAreAddedForLowerRolesOnly(t *testing.T) {
	t.Parallel()
	s, ada, mod, bea := recoveryClub(t)
	fresh, other := newPerson(t, "fresh", 80, 24), newPerson(t, "other", 80, 24)
	for _, c := range []struct {
		by         *person
		line, want string
	}{
		{mod, "admin key add Ada '" + keyLine(fresh.key) + "' --reason lost", "ask an owner"},
		{mod, "admin key code Mod --reason lost", "ask an owner"},
		{ada, "admin key add Ada '" + keyLine(fresh.key) + "' --reason lost", "quadrille admin key add NAME KEY"},
		{ada, "admin key code Ada --reason lost", "quadrille admin key add NAME KEY"},
		{mod, "admin key add Bea '" + keyLine(fresh.key) + "'", "--reason"},
		{mod, "admin key add Bea 'no key at all' --reason lost", "not a public key"},
		{mod, "admin key add Bea '" + keyLine(mod.key) + "' --reason lost", "belongs to the account of Mod"},
		{mod, "admin key Bea", "usage: admin key add"},
		{bea, "admin key code Bea --reason lost", "no command"},
	} {
		if out, errs, status := c.by.runCommand(s.address, c.line); status != 1 || out != "" || !strings.Contains(errs, c.want) {
			t.Errorf("%s: %s: %d, %q, %q; want %q", c.by.name, c.line, status, out, errs, c.want)
		}
	}
	mod.checkCommand(s.address, "admin key add Bea '"+keyLine(fresh.key)+"' --reason lost", 0, "is now a key of Bea")
	fresh.checkCommand(s.address, "whoami", 0, "Bea")
	s.admin("is now a key of Ada", "key", "add", "Ada", keyLine(other.key), "--reason", "key lost")
	other.checkCommand(s.address, "admin audit --last 1", 0, "the administrator  key-added  Ada")
	s.admin("is no longer a key of Ada", "key", "remove", "Ada", ssh.FingerprintSHA256(ada.key.PublicKey()), "--reason", "stolen")
	ada.checkCommand(s.address, "admin", 1, "")
	next := sshtest.OpenStream(t, sshtest.Dial(t, s.address, sshtest.KeyAuth(other.key)), "Ada", "", "plain")
	next.Expect(t, "The server's administrator added the key "+ssh.FingerprintSHA256(other.key.PublicKey()))
}

// A club adds members from a file of keys, over ssh and on the server's machine. A file with
// an invalid line adds nobody.
func TestAddMembersFromAListOfKeys(t *testing.T) {
	t.Parallel()
	s, ada, _, _ := recoveryClub(t)
	var list strings.Builder
	var people []*person
	for i := range 5 {
		p := newPerson(t, fmt.Sprint("member", i), 80, 24)
		people = append(people, p)
		fmt.Fprintf(&list, "%s Player %d\n\n# a comment\n", keyLine(p.key), i)
	}
	list.WriteString(keyLine(ada.key) + "\n")
	out, errs, status := s.adminOn(list.String()+"ssh-ed25519 AAAA\n", "members", "add")
	if status != 1 || out != "" || !strings.Contains(errs, "line 17: not a public key") {
		t.Errorf("a wrong line: %d, %q, %q", status, out, errs)
	}
	people[0].checkCommand(s.address, "about", 0, "you are a guest")
	client := sshtest.Dial(t, s.address, sshtest.KeyAuth(ada.key))
	session, err := client.NewSession()
	s.must(err)
	session.Stdin = strings.NewReader(list.String())
	answer, err := session.Output("admin members add --names --reason 'list of this year'")
	if err != nil || strings.Count(string(answer), "is now member\n") != 5 || !strings.Contains(string(answer), "Ada is already owner") {
		t.Errorf("%v:\n%s", err, answer)
	}
	for i, p := range people {
		p.checkCommand(s.address, "about", 0, "you are a member")
		p.checkCommand(s.address, "whoami", 0, fmt.Sprint("Player ", i))
	}
	s.stop(syscall.SIGTERM)
	late := newPerson(t, "late", 80, 24)
	if out, errs, status := s.adminOn(keyLine(late.key), "members", "add"); status != 0 || !strings.Contains(out, "is now member") {
		t.Errorf("on the machine: %d, %q, %q", status, out, errs)
	}
	s.start()
	late.checkCommand(s.address, "about", 0, "you are a member")
}

// An invitation can include a name. The person who accepts the invitation gets that name, and
// nobody else can take the name.
func TestAnInvitationIsForAName(t *testing.T) {
	t.Parallel()
	s, ada, _, bea := recoveryClub(t)
	line, _, _ := ada.runCommand(s.address, "admin invite --name 'Carl Lee'")
	_, code, _ := strings.Cut(strings.TrimSpace(line), " join ")
	ada.checkCommand(s.address, "admin invitations", 0, "member Carl Lee")
	ada.checkCommand(s.address, "admin invite --name Dora --uses 2", 1, "")
	if _, errs, status := ada.runCommand(s.address, "admin invite --name ADA"); status != 1 ||
		!strings.Contains(errs, "Ada already has the role owner") {
		t.Errorf("an invitation for a member: %d, %q", status, errs)
	}
	thief, carl := newPerson(t, "thief", 80, 24), newPerson(t, "carl", 80, 24)
	thief.checkCommand(s.address, "name 'carl lee'", 1, "")
	bea.checkCommand(s.address, "join "+code, 1, "") // refused: Bea is a member with a name
	carl.checkCommand(s.address, "join "+code, 0, "now member")
	carl.checkCommand(s.address, "whoami", 0, "Carl Lee")
	thief.checkCommand(s.address, "join "+code, 1, "")
}

// A recovery code is valid only while the moderator who created it may create such a code.
// Otherwise a moderator could create a code for a member, wait until that member becomes an
// owner, and use the code to log in to the owner's account.
func TestRecoveryCodeEndsWhenRolesChange(t *testing.T) {
	t.Parallel()
	s, ada, mod, _ := recoveryClub(t)
	code := func() string {
		line, _, _ := mod.runCommand(s.address, "admin key code Bea --reason lost")
		_, code, _ := strings.Cut(strings.TrimSpace(line), " keys join ")
		return code
	}
	thief := newPerson(t, "thief", 80, 24)
	promoted := code()
	ada.checkCommand(s.address, "admin role Bea owner", 0, "Bea is now owner")
	if out, errs, status := thief.runCommand(s.address, "keys join "+promoted); status != 1 || out != "" ||
		!strings.Contains(errs, "a role has changed") {
		t.Errorf("%d, %q, %q", status, out, errs)
	}
	ada.checkCommand(s.address, "admin role Bea guest --reason mistake", 0, "Bea is now guest")
	demoted := code()
	ada.checkCommand(s.address, "admin role Mod guest --reason left", 0, "Mod is now guest")
	s.stop(syscall.SIGTERM)
	s.start()
	ada.checkCommand(s.address, "whoami", 0, "Ada")
	if _, errs, status := thief.runCommand(s.address, "keys join "+demoted); status != 1 ||
		!strings.Contains(errs, "a role has changed") {
		t.Errorf("%d, %q", status, errs)
	}
}

// If several keys are added before the player connects again, a notice names each key.
func TestEveryAddedKeyIsShown(t *testing.T) {
	t.Parallel()
	s, _, mod, bea := recoveryClub(t)
	evil, fresh := newPerson(t, "evil", 80, 24), newPerson(t, "fresh", 80, 24)
	mod.checkCommand(s.address, "admin key add Bea '"+keyLine(evil.key)+"' --reason lost", 0, "is now a key of Bea")
	line, _, _ := mod.runCommand(s.address, "admin key code Bea --reason asked")
	_, code, _ := strings.Cut(strings.TrimSpace(line), " keys join ")
	fresh.checkCommand(s.address, "keys join "+code, 0, "Bea ")
	_, errs, _ := bea.runCommand(s.address, "whoami")
	for _, key := range []ssh.Signer{evil.key, fresh.key} {
		if !strings.Contains(errs, ssh.FingerprintSHA256(key.PublicKey())) {
			t.Errorf("Bea gets no notice about %s:\n%s", ssh.FingerprintSHA256(key.PublicKey()), errs)
		}
	}
}

// A player whose name was chosen by a moderator cannot get another name by deleting the
// account or by using a new key. A moderator cannot end a mute that an owner made.
func TestGivenNameAndOwnersMuteCannotBeUndone(t *testing.T) {
	t.Parallel()
	s, ada, mod, bea := recoveryClub(t)
	mod.checkCommand(s.address, "admin rename Bea Quiet --reason rude", 0, "is now called Quiet")
	bea.checkCommand(s.address, "account delete Quiet", 0, "Your account is deleted")
	bea.checkCommand(s.address, "name Bea", 1, "")
	other := newPerson(t, "other", 80, 24)
	other.checkCommand(s.address, "name bea", 1, "")
	other.checkCommand(s.address, "name Cat", 0, "Cat")
	ada.checkCommand(s.address, "admin mute Cat --reason noise", 0, "muted permanently")
	mod.checkCommand(s.address, "admin unmute Cat", 1, "")
	ada.checkCommand(s.address, "admin unmute Cat", 0, "Cat is no longer muted")
	mod.checkCommand(s.address, "admin mute Cat --reason noise", 0, "muted permanently")
	mod.checkCommand(s.address, "admin unmute Cat", 0, "Cat is no longer muted")
}
