package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLostHostKeyIsNotReplaced starts a server whose host key was deleted. A new key would
// make every client warn of an attack, so the server must not create one.
func TestLostHostKeyIsNotReplaced(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	key := filepath.Join(s.data, "host_ed25519")
	s.kill()
	if err := os.Remove(key); err != nil { // the directory has no data yet, so a new key is allowed
		t.Fatal(err)
	}
	s.start()
	who := named(t, s.address, "Inky")
	who.disconnect()
	s.kill()
	old := strings.TrimSpace(mustRun(t, "hostkey", "--data", s.data))
	if _, errs, status := runQuadrille(t, "hostkey", "new", "--data", s.data); status != 1 ||
		!strings.Contains(errs, "there is already a host key in") {
		t.Errorf("with an existing key: status %d, %s", status, errs)
	}
	must(t, os.Remove(key))
	command := "quadrille hostkey new --data " + s.data
	out, errs, status := runQuadrille(t, "serve", "--data", s.data, "--listen", "127.0.0.1:0")
	if status != 1 || out != "" || !strings.Contains(errs, "there is no host key in "+s.data) || !strings.HasSuffix(errs, command+"\n") {
		t.Errorf("status %d\n%s%s", status, out, errs)
	}
	if _, err := os.Stat(key); err == nil {
		t.Error("there is a new key")
	}
	if got := strings.TrimSpace(mustRun(t, "hostkey", "new", "--data", s.data)); got == old ||
		!strings.HasPrefix(got, "host key SHA256:") {
		t.Errorf("the new key is %s, the old one was %s", got, old)
	}
	s.greeting = ""
	s.start()
	if got := strings.TrimSpace(mustRun(t, "hostkey", "--data", s.data)); !strings.Contains(s.greeting, got+"\n") {
		t.Errorf("the server has another key than %s:\n%s", got, s.greeting)
	}
	if _, errs, status := runQuadrille(t, "hostkey", "new", "--data", t.TempDir()); status != 1 ||
		!strings.Contains(errs, "there is no Quadrille data in") {
		t.Errorf("in a new directory: status %d, %s", status, errs)
	}
}
