package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"
)

// ownerCode returns the code that the server prints while the club has no owner.
func (s *testServer) ownerCode() string {
	s.Helper()
	for s.output.Scan() {
		if _, code, ok := strings.Cut(s.output.Text(), " join "); ok {
			return code
		}
	}
	s.Fatalf("no owner's code:\n%s", s.greeting)
	return ""
}

func TestFirstOwnerByCode(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	code := s.ownerCode()
	ann, bob := newPerson(t, "Ann", 80, 24), newPerson(t, "Bob", 80, 24)
	ann.checkCommand(s.address, "admin", 1, "")
	ann.checkCommand(s.address, "join "+code, 0, "now owner")
	bob.checkCommand(s.address, "join "+code, 1, "")
	ann.checkCommand(s.address, "admin", 0, "invite [--role ROLE]")
	s.kill()
	s.greeting = ""
	s.start()
	s.must(s.cmd.Process.Kill())
	_ = s.cmd.Wait()
	for s.output.Scan() {
		t.Errorf("with an owner, the server prints %q", s.output.Text())
	}
}

func TestFirstOwnerByKeyFile(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	ann := newPerson(t, "Ann", 80, 24)
	file := filepath.Join(t.TempDir(), "key.pub")
	s.must(os.WriteFile(file, ssh.MarshalAuthorizedKey(ann.key.PublicKey()), 0o600))
	ann.checkCommand(s.address, "admin", 1, "")
	for range 2 { // start twice: at the second start, the account is already an owner
		s.kill()
		s.start("--owner", file)
		ann.checkCommand(s.address, "admin audit", 0, "the administrator  appointed  ")
	}
	out, _, _ := ann.runCommand(s.address, "admin audit")
	if strings.Count(out, "appointed") != 1 {
		t.Errorf("the log:\n%s", out)
	}
	// Lists show the fingerprint of an account without a name.
	members, _, _ := ann.runCommand(s.address, "admin members")
	account, rest, _ := strings.Cut(members, "  ")
	if !strings.HasPrefix(account, "SHA256:") || !strings.HasSuffix(rest, "seen -\n") {
		t.Errorf("the members: %q", members)
	}
	ann.checkCommand(s.address, "admin member "+account, 0, account+", owner\naccount "+account+"\n")
	ann.checkCommand(s.address, "admin member "+account[:12], 1, "")
}
