package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"
)

// ownersCode returns the code that the server prints while the club has no owner.
func (s *testServer) ownersCode() string {
	s.Helper()
	for s.more.Scan() {
		if _, code, ok := strings.Cut(s.more.Text(), " join "); ok {
			return code
		}
	}
	s.Fatalf("no owner's code:\n%s", s.said)
	return ""
}

func TestFirstOwnerByCode(t *testing.T) {
	s := serveFor(t)
	code := s.ownersCode()
	ann, bob := newPerson(t, "Ann", 80, 24), newPerson(t, "Bob", 80, 24)
	ann.wants(s.address, "admin", 1, "")
	ann.wants(s.address, "join "+code, 0, "you are owner")
	bob.wants(s.address, "join "+code, 1, "")
	ann.wants(s.address, "admin", 0, "invite [--role ROLE]")
	s.kill()
	s.said = ""
	s.start()
	s.must(s.cmd.Process.Kill())
	_ = s.cmd.Wait()
	for s.more.Scan() {
		t.Errorf("an owned house says %q", s.more.Text())
	}
}

func TestFirstOwnerByKeyFile(t *testing.T) {
	s := serveFor(t)
	ann := newPerson(t, "Ann", 80, 24)
	file := filepath.Join(t.TempDir(), "key.pub")
	s.must(os.WriteFile(file, ssh.MarshalAuthorizedKey(ann.key.PublicKey()), 0o600))
	ann.wants(s.address, "admin", 1, "")
	for range 2 { // at the second start the key is an owner already
		s.kill()
		s.start("--owner", file)
		ann.wants(s.address, "admin audit", 0, "the administrator  appointed  ")
	}
	out, _, _ := ann.command(s.address, "admin audit")
	if strings.Count(out, "appointed") != 1 {
		t.Errorf("the log:\n%s", out)
	}
	// An account without a name has the name that lists show.
	members, _, _ := ann.command(s.address, "admin members")
	account, rest, _ := strings.Cut(members, "  ")
	if !strings.HasPrefix(account, "SHA256:") || !strings.HasSuffix(rest, "seen -\n") {
		t.Errorf("the members: %q", members)
	}
	ann.wants(s.address, "admin member "+account, 0, account+", owner\naccount "+account+"\n")
	ann.wants(s.address, "admin member "+account[:12], 1, "")
}
