package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"quadrille/internal/store/backup"
	"quadrille/internal/store/pgtest"
)

// TestDumpUnit runs the command of quadrille-dump.service on a database. It must leave a dump
// that pg_restore can read, and the time that the metric quadrille_backup_age_seconds shows.
func TestDumpUnit(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	programs, _ := filepath.Glob("/usr/lib/postgresql/*/bin/pg_dump")
	if len(programs) == 0 {
		t.Skip("pg_dump is not installed")
	}
	serveDatabase(t, url, "a") // creates the tables
	_, text, found := strings.Cut(readFile(t, "../../docs/hosting/quadrille-dump.service"), "\nExecStart=/bin/sh -ec '")
	script, _, ended := strings.Cut(text, "'\n")
	if !found || !ended {
		t.Fatal("the unit has no ExecStart=")
	}
	dir := t.TempDir()
	backups := filepath.Join(dir, "backups")
	must(t, os.Mkdir(backups, 0o700))
	shell := exec.Command(
		"/bin/sh",
		"-ec",
		strings.NewReplacer("$$", "$", "%%", "%", "\\\n", "", "/var/lib/quadrille", dir).Replace(script),
	)
	shell.Env = []string{"DATABASE=" + url, "PATH=" + filepath.Dir(programs[0]) + ":/usr/bin:/bin"}
	if out, err := shell.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if at, err := backup.LastBackup(dir); err != nil || time.Since(at).Abs() > time.Hour {
		t.Errorf("the time of the last backup is %v, %v", at, err)
	}
	dumps, _ := filepath.Glob(filepath.Join(backups, "*"))
	if len(dumps) != 1 {
		t.Fatalf("the dumps are %q", dumps)
	}
	list, err := exec.Command(filepath.Join(filepath.Dir(programs[0]), "pg_restore"), "--list", dumps[0]).CombinedOutput()
	if err != nil || !strings.Contains(string(list), "TABLE DATA public players") {
		t.Errorf("pg_restore prints %s, %v", list, err)
	}
}
