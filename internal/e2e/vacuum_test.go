package e2e

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// The command vacuum requires that the server is stopped. Afterwards no byte of a deleted
// account is in the database, and all other data is unchanged.
func TestVacuumRemovesTheBytesOfADeletedAccount(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	stays := named(t, s.address, "Staying")
	stays.mustRun(t, s.address, "new chess4")
	goes := newCommandPlayer(t, "Vanishing Vera")
	goes.mustRun(t, s.address, "name Vanishing Vera")
	goes.mustRun(t, s.address, "account delete Vanishing Vera")
	if _, errs, status := runQuadrille(t, "vacuum", "--data", s.data); status != 1 ||
		!strings.Contains(errs, "another server is using "+s.data) {
		t.Errorf("beside a server: status %d, %s", status, errs)
	}
	stays.disconnect()
	if status := s.stop(syscall.SIGTERM); status != 0 {
		t.Fatal("status ", status)
	}
	if out := mustRun(t, "vacuum", "--data", s.data); !strings.Contains(out, "the database was rewritten: ") {
		t.Error(out)
	}
	for _, name := range []string{"quadrille.db", "quadrille.db-wal"} {
		file, err := os.ReadFile(filepath.Join(s.data, name))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		if bytes.Contains(file, []byte("Vera")) || name == "quadrille.db" && !bytes.Contains(file, []byte("Staying")) {
			t.Errorf("%s, %d bytes, does not contain what it should", name, len(file))
		}
	}
	s.start()
	if tables := stays.mustRun(t, s.address, "tables"); !strings.Contains(tables, "waiting  Chess4") {
		t.Errorf("the tables are\n%s", tables)
	}
	if _, errs, status := runQuadrille(t, "vacuum", "--data", t.TempDir()); status != 1 ||
		!strings.Contains(errs, "there is no Quadrille data in") {
		t.Errorf("without a database: status %d, %s", status, errs)
	}
}
