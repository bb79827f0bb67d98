package e2e

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"quadrille/internal/adminsocket"
	"quadrille/internal/sshtest"
)

// adminOn runs `quadrille admin` on the server's machine.
func (s *testServer) adminOn(in string, words ...string) (out, errs string, status int) {
	s.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(program, append([]string{"admin", "--data", s.data}, words...)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(in), &stdout, &stderr
	_ = cmd.Run()
	return stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()
}

// admin runs `quadrille admin`, which must succeed and print text that contains `want`.
func (s *testServer) admin(want string, words ...string) string {
	s.Helper()
	out, errs, status := s.adminOn("", words...)
	if status != 0 || errs != "" || !strings.Contains(out, want) {
		s.Fatalf("admin %q: status %d, %q, %q; want %q", words, status, out, errs, want)
	}
	return out
}

// An owner bans all addresses by mistake. The admin command on the server's machine lifts the
// ban, while the server runs and after it has stopped. The audit log says that somebody on the
// machine lifted it.
func TestLocalAdminLiftsABanOfAllAddresses(t *testing.T) {
	t.Parallel()
	for _, running := range []bool{true, false} {
		t.Run(map[bool]string{true: "running", false: "stopped"}[running], func(t *testing.T) {
			s := serveFor(t)
			ada := newPerson(t, "Ada", 80, 24)
			ada.checkCommand(s.address, "join "+s.ownerCode(), 0, "now owner")
			ada.checkCommand(s.address, "name Ada", 0, "Ada")
			if _, _, status := ada.runCommand(s.address, "admin ban 0.0.0.0/0 --force --reason oops"); status == 0 {
				t.Log(
					"the ban did not cut the command off",
				) // the ban may end the connection before or after the command's output arrives
			}
			if !running {
				s.stop(syscall.SIGTERM)
				if _, errs, status := s.adminOn("", "games", "off", "--reason", "restart"); status != 1 ||
					!strings.Contains(errs, "no server runs here") {
					t.Errorf("a pause of new games without a server: %d, %q", status, errs)
				}
			}
			list := s.admin("0.0.0.0/0", "bans")
			number, _, _ := strings.Cut(list, " ")
			s.admin("ban "+number+" is lifted", "unban", number, "--reason", "locked out")
			if _, errs, status := s.adminOn("", "unban", number); status != 1 || !strings.Contains(errs, "there is no ban "+number) {
				t.Errorf("lifted twice: %d, %q", status, errs)
			}
			if !running {
				s.start()
			}
			ada.checkCommand(s.address, "admin audit --last 1", 0, "  the administrator  unbanned  ")
		})
	}
}

// Commands on the server's machine demote an owner whose key was stolen, end a private game
// and delete an account.
func TestLocalAdminDemotesClosesAndDeletes(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	ada, eve, bob := newPerson(t, "Ada", 80, 24), newPerson(t, "Eve", 80, 24), newPerson(t, "Bob", 80, 24)
	ada.checkCommand(s.address, "join "+s.ownerCode(), 0, "now owner")
	for _, p := range []*person{ada, eve, bob} {
		p.checkCommand(s.address, "name "+p.name, 0, p.name)
	}
	ada.checkCommand(s.address, "admin role Eve owner", 0, "Eve is now owner")
	eve.checkCommand(s.address, "admin role Ada guest --reason mine", 0, "Ada is now guest")
	s.admin("Ada is now owner", "role", "Ada", "owner", "--reason", "Eve's key was stolen")
	s.admin("Eve is now guest", "role", "Eve", "guest", "--reason", "Eve's key was stolen")
	eve.checkCommand(s.address, "admin", 1, "")
	bob.checkCommand(s.address, "new chess4 private=invited clock=none", 0, "1\n")
	s.admin("table 1 is closed", "close", "1", "--reason", "opened by mistake")
	open := sshtest.Dial(t, s.address, sshtest.KeyAuth(bob.key))
	bobs := sshtest.Open(t, open, "Bob", 80, 24, "")
	bobs.See(t, "New table")
	s.admin("The account is deleted", "erase", "Bob", "--reason", "asked by letter")
	bobs.Ended(t)
	if out := s.admin("erased", "audit", "--json"); strings.Contains(out, "Bob") {
		t.Errorf("the audit log names the deleted account:\n%s", out)
	}
	if _, errs, status := s.adminOn("", "member", "Bob"); status != 1 || !strings.Contains(errs, "no player is called") {
		t.Errorf("found after that: %d, %q", status, errs)
	}
	if _, errs, status := ada.runCommand(s.address, "admin erase Ada --reason gone"); status != 1 ||
		!strings.Contains(errs, "only owner") {
		t.Errorf("deleting the only owner: %d, %q", status, errs)
	}
	if _, errs, status := s.adminOn("", "nonsense"); status != 1 || !strings.Contains(errs, `no admin command "nonsense"`) {
		t.Errorf("%d, %q", status, errs)
	}
	s.admin("unban N [--reason REASON]", "help")
	s.admin("unban N [--reason REASON]")
}

// TestAdminSocketRefusesOtherUsers checks that other users of the machine cannot send commands
// to the admin socket, even after the mode of the socket was changed. When a server starts, it
// replaces the socket that a killed server left.
func TestAdminSocketRefusesOtherUsers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir() // not a directory of the server, because other users must be able to enter it
	s := serveIn(t, filepath.Join(dir, "data"))
	s.kill()
	s.start() // the new server replaces the socket that the killed server left
	socket := filepath.Join(s.data, adminsocket.Name)
	info, err := os.Lstat(socket)
	s.must(err)
	if info.Mode() != os.ModeSocket|0o600 {
		t.Errorf("the mode is %v", info.Mode())
	}
	s.admin("", "members")
	if os.Geteuid() != 0 {
		t.Skip("only root can be another user")
	}
	for path := s.data; path != filepath.Dir(os.TempDir()) && path != "/"; path = filepath.Dir(path) {
		s.must(os.Chmod(path, 0o755))
	}
	other := filepath.Join(dir, "quadrille") // the other user may run this copy of the program
	binary, err := os.ReadFile(program)
	s.must(err)
	s.must(os.WriteFile(other, binary, 0o755))
	call := func() (string, int) {
		cmd := exec.Command(other, "admin", "--data", s.data, "members")
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		out, _ := cmd.CombinedOutput()
		return string(out), cmd.ProcessState.ExitCode()
	}
	if out, status := call(); status != 1 || !strings.Contains(out, "no access to the server") {
		t.Errorf("another user: %d, %q", status, out)
	}
	s.must(os.Chmod(socket, 0o666))
	if out, status := call(); status != 1 || !strings.Contains(out, "shows if the command ran") {
		t.Errorf("another user, with the mode changed: %d, %q", status, out)
	}
	s.stop(syscall.SIGTERM)
	if _, err := os.Lstat(socket); err == nil {
		t.Error("the socket remains after the server has stopped")
	}
}

// Files that the admin command creates as root belong to the server's user.
func TestAdminAsRootKeepsTheOwnerOfFiles(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root can become another user")
	}
	s := serveFor(t)
	s.stop(syscall.SIGTERM)
	s.must(filepath.WalkDir(s.data, func(path string, _ os.DirEntry, _ error) error {
		return os.Lchown(path, 65534, 65534)
	}))
	for path := filepath.Dir(s.data); path != filepath.Dir(os.TempDir()) && path != "/"; path = filepath.Dir(path) {
		s.must(os.Chmod(path, 0o755))
	}
	s.admin("name is", "set", "name", "Whist Street")
	s.must(filepath.WalkDir(s.data, func(path string, _ os.DirEntry, _ error) error {
		info, err := os.Lstat(path)
		if err == nil && info.Sys().(*syscall.Stat_t).Uid != 65534 {
			t.Errorf("%s belongs to %d", path, info.Sys().(*syscall.Stat_t).Uid)
		}
		return err
	}))
}
