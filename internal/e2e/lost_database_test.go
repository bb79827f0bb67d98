package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A data directory that lost its database, its WAL and its commits file must not be treated
// as new. Otherwise the server would print a code that makes anybody who enters it an owner.
func TestUsedDirectoryIsNotTreatedAsNew(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	who := named(t, s.address, "Inky")
	who.mustRun(t, s.address, "new chess4")
	who.disconnect()
	s.kill()
	copied := t.TempDir()
	for _, name := range []string{"quadrille.db", "host_ed25519"} {
		text, err := os.ReadFile(filepath.Join(s.data, name))
		s.must(err)
		s.must(os.WriteFile(filepath.Join(copied, name), text, 0o600))
	}
	for _, name := range []string{"quadrille.db-wal", "quadrille.commits"} {
		s.must(os.Remove(filepath.Join(s.data, name)))
	}
	refused := func(data, want string) {
		t.Helper()
		command := "quadrille doctor --accept-loss --data " + data + "\n"
		out, status := doctor(t, data)
		if status != 1 || !strings.Contains(out, "WRONG  database: "+want) || !strings.Contains(out, command) {
			t.Fatalf("status %d\n%s", status, out) // stop here, because a server that accepts the directory would not exit
		}
		out, errs, status := runQuadrille(t, "serve", "--data", data, "--listen", "127.0.0.1:0")
		if status != 1 || out != "" || !strings.Contains(errs, want) || !strings.HasSuffix(errs, command) {
			t.Errorf("status %d\n%s%s", status, out, errs)
		}
	}
	refused(s.data, "cannot read "+filepath.Join(s.data, "quadrille.commits")+" (")
	refused(copied, "cannot read "+filepath.Join(copied, "quadrille.commits")+" (")
	s.must(os.Remove(filepath.Join(copied, "quadrille.db")))
	s.must(os.WriteFile(filepath.Join(copied, "quadrille.db"), nil, 0o600))
	refused(copied, filepath.Join(copied, "quadrille.db")+" is empty, but there is a host key; ")
	if out, errs, status := runQuadrille(t, "doctor", "--accept-loss", "--data", copied); status != 0 {
		t.Errorf("status %d\n%s%s", status, out, errs)
	}
	serveIn(t, copied)
}
