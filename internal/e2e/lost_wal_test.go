package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A server whose WAL was lost in a crash does not start until its operator accepts that
// acknowledged events are lost.
func TestServerDoesNotStartWithoutItsWAL(t *testing.T) {
	t.Parallel()
	s := serveIn(t, filepath.Join(t.TempDir(), "the data"))
	who := named(t, s.address, "Inky")
	who.mustRun(t, s.address, "new chess4")
	who.disconnect()
	s.kill()
	wal := filepath.Join(s.data, "quadrille.db-wal")
	must(t, os.Rename(wal, wal+".lost"))
	command := "quadrille doctor --accept-loss --data '" + s.data + "'"
	out, errs, status := runQuadrille(t, "serve", "--data", s.data, "--listen", "127.0.0.1:0")
	if status != 1 || out != "" || !strings.Contains(errs, "acknowledged commits ("+wal+" is missing or damaged)") ||
		!strings.Contains(errs, command+"\n") {
		t.Errorf("status %d\n%s%s", status, out, errs)
	}
	if out, status := doctor(t, s.data); status != 1 || !strings.Contains(out, "WRONG  database: "+s.data) ||
		!strings.Contains(out, command+"\n") {
		t.Errorf("status %d\n%s", status, out)
	}
	if err := os.Rename(wal+".lost", wal); err != nil { // after the WAL is restored, nothing is lost
		t.Fatal(err)
	}
	s.start()
	if got := who.mustRun(t, s.address, "whoami"); !strings.Contains(got, "Inky") {
		t.Errorf("whoami: %q", got)
	}
	who.mustRun(t, s.address, "new chess4")
	who.disconnect()
	s.kill()
	must(t, os.Remove(wal))
	for _, want := range []string{"the server can start again with ", "no acknowledged commit is lost; nothing changed"} {
		if out, errs, status := runQuadrille(t, "doctor", "--accept-loss", "--data", s.data); status != 0 ||
			!strings.Contains(out, want) {
			t.Errorf("status %d, want %q\n%s%s", status, want, out, errs)
		}
	}
	s.start()
	if out, status := doctor(t, s.data, "--accept-loss"); status != 1 {
		t.Errorf("beside a running server: status %d\n%s", status, out)
	}
}
