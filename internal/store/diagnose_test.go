package store

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/store/datadir"
)

// Diagnose must find all acknowledged data, both while a server is running and after a
// crash, and must not change the files.
func TestDiagnose(t *testing.T) {
	dir := t.TempDir()
	if _, err := datadir.Diagnose(t.Context(), dir); reasonIn(err) != datadir.NoData {
		t.Errorf("without a database: %v", err)
	}
	s := reopened(t, dir)
	id := create(t, s)
	if _, err := s.Accounts.Claim(t.Context(), player.ID("SHA256:inky"), "Inky"); err != nil {
		t.Fatal(err)
	}
	d, err := datadir.Diagnose(t.Context(), dir)
	if err != nil || !d.Running || d.Schema != len(datadir.Migrations) || d.Newest != d.Schema || d.Latest.IsZero() || d.Damaged != nil {
		t.Errorf("while a server runs: %+v, %v", d, err)
	}
	other, err := sql.Open("sqlite", datadir.WriterDSN(filepath.Join(dir, datadir.DatabaseName)))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, err := other.ExecContext(t.Context(), `UPDATE recent_events SET data = '{}' WHERE table_id = ?`, id); err != nil {
		t.Fatal(err)
	}
	d, err = datadir.Diagnose(t.Context(), dir)
	if err != nil || len(d.Damaged) == 0 || !strings.HasPrefix(d.Damaged[0], "event 1 of table ") {
		t.Errorf("with an event changed: %+v, %v", d, err)
	}
	if d.Bytes < 10*datadir.PageSize || d.Bytes%datadir.PageSize != 0 { // the size must include the WAL, which holds most pages
		t.Errorf("the database has %d bytes", d.Bytes)
	}
	left := t.TempDir() // copies of the files, as kill -9 leaves them
	for _, name := range []string{datadir.DatabaseName, datadir.DatabaseName + "-wal", datadir.CommitsName} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(left, name), data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	d, err = datadir.Diagnose(t.Context(), left)
	if err != nil || d.Running || len(d.Damaged) == 0 || d.Bytes < 10*datadir.PageSize {
		t.Errorf("after a crash: %+v, %v", d, err)
	}
	if err := os.Remove(filepath.Join(left, datadir.DatabaseName)); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(left, datadir.DatabaseName), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := datadir.Diagnose(t.Context(), left); reasonIn(err) != datadir.CannotUse {
		t.Errorf("database is a directory: %v", err)
	}
}

func reasonIn(err error) datadir.Reason {
	var refusal *datadir.Refusal
	if errors.As(err, &refusal) {
		return refusal.Reason
	}
	return datadir.NoReason
}
