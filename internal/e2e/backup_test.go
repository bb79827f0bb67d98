package e2e

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
)

// runQuadrille runs the program and returns its output and exit status.
func runQuadrille(t *testing.T, args ...string) (out, errs string, status int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(program, args...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	_ = cmd.Run()
	return stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()
}

func mustRun(t *testing.T, args ...string) (out string) {
	t.Helper()
	out, errs, status := runQuadrille(t, args...)
	if status != 0 || errs != "" {
		t.Fatalf("%v: status %d, %s", args, status, errs)
	}
	return out
}

// mustRunOn runs a command on a connection. The command must succeed.
func mustRunOn(t testing.TB, client *ssh.Client, command string) string {
	t.Helper()
	out, errs, status := sshtest.Run(t, client, command)
	if status != 0 {
		t.Fatalf("%s: status %d, %s", command, status, errs)
	}
	return out
}

// recordsOf returns the output of whoami for a key, followed by the record of every table.
func recordsOf(t *testing.T, s *testServer, key ssh.Signer, tables int) (records []string) {
	t.Helper()
	client := sshtest.Dial(t, s.address, sshtest.KeyAuth(key))
	defer client.Close()
	for n := range tables + 1 {
		command := fmt.Sprint("record ", n)
		if n == 0 {
			command = "whoami"
		}
		out, errs, status := sshtest.Run(t, client, command)
		if status != 0 {
			t.Fatalf("%s: %s", command, errs)
		}
		records = append(records, out)
	}
	return records
}

func TestBackupOfARunningServer(t *testing.T) {
	t.Parallel()
	const tables = 24
	dir := t.TempDir()
	data, file, to := filepath.Join(dir, "data"), filepath.Join(dir, "b.tar"), filepath.Join(dir, "new")
	makeTables(t, data, tables, 24)
	config := filepath.Join(data, "quadrille.toml")
	must(t, os.WriteFile(config, []byte("# mine\n"), 0o600))
	s := serveIn(t, data)
	key := sshtest.NewKey(t)
	client := sshtest.Dial(t, s.address, sshtest.KeyAuth(key))
	for _, command := range []string{"name Inky", "new chess4"} {
		if _, errs, status := sshtest.Run(t, client, command); status != 0 {
			t.Fatal(errs)
		}
	}
	before := recordsOf(t, s, key, tables+1)
	out := mustRun(t, "backup", file, "--data", data)
	if want := "tables 25, live 25; players 1, keys 1\n  host key SHA256:"; !strings.Contains(out, want) ||
		!strings.Contains(out, "\n  configuration\n") {
		t.Errorf("backup printed:\n%s", out)
	}
	hostKey := strings.Fields(out[strings.Index(out, "host key ")+len("host key "):])[0]
	if out, errs, status := runQuadrille(t, "backup", file, "--data", data); status != 1 || out != "" ||
		!strings.Contains(errs, "exists already") {
		t.Errorf("with the name of the first: %d, %q, %q", status, out, errs)
	}
	if _, errs, status := sshtest.Run(t, client, "new verney"); status != 0 { // open another table after the backup
		t.Fatal(errs)
	}
	s.kill()
	if info, err := os.Stat(file); err != nil || info.Mode() != 0o600 {
		t.Errorf("the backup: %v, %v", info, err)
	}
	mustRun(t, "restore", file, "--data", to)
	again := serveIn(t, to)
	if !strings.Contains(again.greeting, hostKey) || !strings.Contains(s.greeting, hostKey) {
		t.Errorf("host key %s; it printed:\n%sand after:\n%s", hostKey, s.greeting, again.greeting)
	}
	for n, record := range recordsOf(t, again, key, tables+1) {
		if record != before[n] {
			t.Errorf("table %d is now\n%swas\n%s", n, record, before[n])
		}
	}
	if text, err := os.ReadFile(filepath.Join(to, "quadrille.toml")); string(text) != "# mine\n" || err != nil {
		t.Errorf("the configuration is %q, %v", text, err)
	}
	if _, errs, status := runQuadrille(t, "restore", file, "--data", to); status != 1 || !strings.Contains(errs, "is not empty") {
		t.Errorf("over a server: %d, %q", status, errs)
	}
}

// TestBackupAfterACrash backs up the data directory of a killed server.
func TestBackupAfterACrash(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	key := sshtest.NewKey(t)
	client := sshtest.Dial(t, s.address, sshtest.KeyAuth(key))
	for _, command := range []string{"name Inky", "new forchess"} {
		if _, errs, status := sshtest.Run(t, client, command); status != 0 {
			t.Fatal(errs)
		}
	}
	before := recordsOf(t, s, key, 1)
	s.kill()
	file, to := filepath.Join(t.TempDir(), "b.tar"), filepath.Join(t.TempDir(), "new")
	whole, _, status := runQuadrille(t, "backup", "-", "--data", s.data)
	if status != 0 || os.WriteFile(file, []byte(whole), 0o600) != nil {
		t.Fatalf("status %d", status)
	}
	cutOff := file + ".cut"
	must(t, os.WriteFile(cutOff, []byte(whole[:len(whole)/2]), 0o600))
	if out, errs, status := runQuadrille(t, "restore", cutOff, "--data", to); status != 1 || out != "" ||
		strings.Count(errs, "\n") != 1 ||
		!strings.Contains(errs, "the end of the file is missing") {
		t.Errorf("half a backup: %d, %q, %q", status, out, errs)
	}
	if _, err := os.Lstat(to); err == nil {
		t.Error("half a backup was restored")
	}
	mustRun(t, "restore", file, "--data", to)
	if after := recordsOf(t, serveIn(t, to), key, 1); strings.Join(after, "") != strings.Join(before, "") {
		t.Errorf("it is now\n%q, was\n%q", after, before)
	}
}
