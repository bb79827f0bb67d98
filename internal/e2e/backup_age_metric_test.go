package e2e

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The metrics show the age of the last backup, even if another process made it.
func TestMetricsHaveTheAgeOfTheLastBackup(t *testing.T) {
	t.Parallel()
	s, at := serveWithMetrics(t)
	const age = "quadrille_backup_age_seconds"
	if got, ok := scrape(t, at)[age]; !ok || !math.IsInf(got, 1) {
		t.Errorf("without a backup: %v", got)
	}
	if _, _, status := runQuadrille(t, "backup", filepath.Join(t.TempDir(), "no", "b.tar"), "--data", s.data); status != 1 {
		t.Fatal("status ", status)
	}
	if got := scrape(t, at)[age]; !math.IsInf(got, 1) {
		t.Errorf("after one that failed: %v", got)
	}
	mustRun(t, "backup", filepath.Join(t.TempDir(), "b.tar"), "--data", s.data)
	if got := scrape(t, at)[age]; got < 0 || got > 3600 {
		t.Errorf("after a backup: %v", got)
	}
	note := filepath.Join(s.data, "quadrille.backup")
	must(t, os.WriteFile(note, []byte("2020-01-02T03:04:05Z\n"), 0o600))
	if got := scrape(t, at)[age]; got < 6*365*24*3600 {
		t.Errorf("of an old backup: %v", got)
	}
	out, errs, status := runQuadrille(t, "backup", "-", "--data", s.data)
	if got := scrape(t, at)[age]; status != 0 || len(out) < 10_000 || strings.Contains(errs, "metrics") || got > 3600 {
		t.Errorf("to the standard output: status %d, %d bytes, %s, age %v", status, len(out), errs, got)
	}
}
