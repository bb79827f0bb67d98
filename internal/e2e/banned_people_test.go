package e2e

import (
	"encoding/json"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
)

// TestBannedPeopleExportAndDelete bans players by account, by key and by address. They can still
// export and delete their data, also while they have a seat at a table, and nothing else.
func TestBannedPeopleExportAndDelete(t *testing.T) {
	t.Parallel()
	for name, target := range map[string]func(bob *person) string{
		"account": func(*person) string { return "Bob" },
		"key":     func(bob *person) string { return ssh.FingerprintSHA256(bob.key.PublicKey()) },
		"address": func(*person) string { return "127.48.0.0/16 --force" },
	} {
		t.Run(name, func(t *testing.T) {
			s, olga := ownedServer(t)
			bob := connectNamed(t, s, "Bob")
			olga.checkCommand(s.address, "new chess4", 0, "1\n")
			screen := openFrom(t, s, "127.48.0.1", "play 1", sshtest.KeyAuth(bob.key))
			screen.See(t, "Leave seat White")
			olga.mustRun(s.address, "admin ban "+target(bob)+" --reason rude")
			screen.Ended(t)
			client := sshtest.DialFrom(t, "127.48.0.1", s.address, sshtest.KeyAuth(bob.key))
			only := "you are banned: rude. You can only run: " + s.sshCommand() + " account export, " +
				"account delete NAME, export, privacy, whoami"
			run := func(line string) (out, errs string, status int) { return sshtest.Run(t, client, line) }
			for _, line := range []string{"tables", "new chess4", "api", "plain", "export --player Olga", "join X", "return X"} {
				out, errs, status := run(line)
				if status == 0 || out != "" || !strings.Contains(errs, only) {
					t.Errorf("%s: status %d, %q, %q", line, status, out, errs)
				}
			}
			for line, want := range map[string]string{
				"whoami": "Bob SHA256:", "privacy": "account export",
				"account export": `"name":"Bob"`,
			} {
				out, errs, status := run(line)
				if status != 0 || !strings.Contains(out, want) || !strings.Contains(errs, "you are banned: rude") {
					t.Errorf("%s: status %d, %q, %q", line, status, out, errs)
				}
			}
			if out, errs, status := run("account delete Bob"); status != 0 || !strings.Contains(out, "Your account is deleted") {
				t.Errorf("deleting: status %d, %q, %q", status, out, errs)
			}
			if _, _, status := olga.runCommand(s.address, "player Bob"); status == 0 {
				t.Error("the account is still there")
			}
			if name == "address" { // without a name, the client cannot log in from a banned address
				return
			}
			client, wait := sshtest.DialFrom(t, "127.48.0.1", s.address, sshtest.KeyAuth(bob.key)), false
			for range 6 {
				_, errs, status := sshtest.Run(t, client, "privacy")
				wait = wait || status != 0 && strings.Contains(errs, "Too many commands")
			}
			if !wait {
				t.Error("the commands of a banned account are not limited")
			}
		})
	}
}

// TestRemovedMembersExportAndDelete checks that people who were removed from a members-only club
// can export and delete their data.
func TestRemovedMembersExportAndDelete(t *testing.T) {
	t.Parallel()
	s, olga := ownedServer(t)
	bob := connectNamed(t, s, "Bob")
	olga.mustRun(s.address, "admin set entry members-only")
	bob.checkCommand(s.address, "tables", 1, "")
	bob.checkCommand(s.address, "account export", 0, `"name":"Bob"`)
	bob.checkCommand(s.address, "account delete Bob", 0, "Your account is deleted")
}

// TestAdminExportPrintsWhatAccountExportPrints exports an account on the server's machine, by
// name, key and ID, while the server runs and after it has stopped.
func TestAdminExportPrintsWhatAccountExportPrints(t *testing.T) {
	t.Parallel()
	s, olga := ownedServer(t)
	bob := connectNamed(t, s, "Bob Lee")
	bob.mustRun(s.address, "settings theme dark")
	bob.checkCommand(s.address, "new chess4", 0, "1\n")
	bob.mustRun(s.address, "tell Olga hello")
	bob.mustRun(s.address, "report Olga rude")
	code, _, _ := bob.runCommand(s.address, "keys add")
	_, code, _ = strings.Cut(strings.TrimSpace(code), "keys join ")
	second := newPerson(t, "second", 80, 24)
	second.mustRun(s.address, "keys join "+code)
	// comparable returns the lines of an export without what each export changes: the audit
	// entries, which contain the exports themselves, and the last uses of keys.
	comparable := func(out string) string {
		t.Helper()
		first, rest, _ := strings.Cut(out, "\n")
		var account map[string]any
		s.must(json.Unmarshal([]byte(first), &account))
		if account["name"] != "Bob Lee" || account["keys"] == nil || account["messages"] == nil || account["reports"] == nil {
			t.Fatalf("exported: %s", first)
		}
		delete(account, "audit")
		for _, k := range account["keys"].([]any) {
			delete(k.(map[string]any), "used")
		}
		text, err := json.Marshal(account)
		s.must(err)
		return string(text) + rest
	}
	own, _, _ := bob.runCommand(s.address, "account export")
	words := []string{"Bob Lee", ssh.FingerprintSHA256(bob.key.PublicKey()), ssh.FingerprintSHA256(second.key.PublicKey())}
	for _, running := range []bool{true, false} {
		for _, word := range words {
			if got := s.admin(`"name":"Bob Lee"`, "export", word); comparable(got) != comparable(own) {
				t.Errorf("running %v: %s:\n%s\nand account export:\n%s", running, word, got, own)
			}
		}
		for _, word := range []string{"nobody", "SHA256:" + strings.Repeat("A", 43)} {
			if out, errs, status := s.adminOn("", "export", word); status == 0 || out != "" || !strings.Contains(errs, "no ") {
				t.Errorf("running %v: %s: status %d, %q, %q", running, word, status, out, errs)
			}
		}
		if running {
			olga.checkCommand(s.address, "admin audit --last 1", 0, "the administrator  account-exported  Bob Lee")
			olga.checkCommand(s.address, "admin export 'Bob Lee'", 1, "") // only for the administrator of the machine
			s.stop(syscall.SIGTERM)
		}
	}
}
