package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/internal/store/pgtest"
)

// TestMigrateToPostgreSQLAndBack copies the data of a release to PostgreSQL and back. The data
// and the host key must not change, and a server must accept the database. The command refuses
// a database that servers use, and a target that has data.
func TestMigrateToPostgreSQLAndBack(t *testing.T) {
	t.Parallel()
	url, dir := pgtest.Database(t), t.TempDir()
	unpackDirectory(t, releaseDirectory, dir)
	want := readFile(t, releaseContents)
	migrate := func(from, to string) string {
		out, _ := exec.Command(program, "migrate", "--from", from, "--to", to).CombinedOutput()
		return string(out)
	}
	sees := func(out, text string) {
		t.Helper()
		if !strings.Contains(out, text) {
			t.Fatalf("migrate printed %q, want %q", out, text)
		}
	}
	sees(migrate(dir, url), "copied and compared: ")
	sees(migrate(dir, url), "was moved to ")
	if out, err := exec.Command(program, "serve", "--data", dir, "--listen", "127.0.0.1:0").CombinedOutput(); err == nil {
		t.Error("a server starts from the directory that migrate left")
	} else {
		sees(string(out), "start the server with that database, or delete "+filepath.Join(dir, "quadrille.moved"))
	}
	must(t, os.Remove(filepath.Join(dir, "quadrille.moved")))
	sees(migrate(dir, url), "has data and was not changed; name an empty database")
	back := filepath.Join(t.TempDir(), "back")
	sees(migrate(url, back), "start the server with: quadrille serve --data "+back)
	sees(migrate(url, back), "is not empty and was not changed")
	if diff := cmp.Diff(want, contentsOf(t, back)); diff != "" {
		t.Error(diff)
	}
	if was, is := readFile(t, filepath.Join(dir, "host_ed25519")), readFile(t, filepath.Join(back, "host_ed25519")); was != is {
		t.Error("the host key has changed")
	}

	s := serveDatabase(t, url, "a")
	if out := newCommandPlayer(t, "Nan").mustRun(t, s.address, "tables"); !strings.Contains(out, "playing") ||
		!strings.Contains(out, "waiting") {
		t.Errorf("the tables in PostgreSQL:\n%s", out)
	}
	sees(migrate(url, filepath.Join(t.TempDir(), "other")), "servers use the database")
	if status := s.stop(syscall.SIGTERM); status != 0 {
		t.Errorf("status %d", status)
	}
}
