package metrics

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"quadrille/internal/server/limit"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/quota"
	"quadrille/internal/service/view"
	"quadrille/internal/store/datadir"
)

// TestHealthAndReadinessDiffer checks what /readyz answers while the server stops, while the disk
// fails, and while tables do not know which of their events are stored; and that /healthz answers
// "ok" unless a restart would help.
func TestHealthAndReadinessDiffer(t *testing.T) {
	var stopping bool
	var disk error
	var doubt int
	h := handler(Config{
		Sources: Sources{
			Stopping: func() bool { return stopping }, InDoubt: func() int { return doubt }, Lobby: func() *view.Lobby { return nil },
			Writable: func(ctx context.Context) error {
				if errors.Is(disk, context.DeadlineExceeded) {
					<-ctx.Done() // the disk hangs
				}
				return disk
			},
		},
		Disk: NewDisk(), Logger: slog.New(slog.DiscardHandler),
	})
	const untrusted = "restart the server"
	for _, c := range []struct {
		what   string
		change func()
		want   string
	}{
		{"healthy", func() {}, "ok"},
		{"in doubt", func() { doubt = 2 }, "which events of 2 tables are stored"},
		{"disk", func() { disk = errors.New("the disk is full") }, "the disk is full"},
		{"hanging disk", func() { disk = context.DeadlineExceeded }, "deadline"},
		{"failed sync", func() { disk = &datadir.Refusal{Reason: datadir.Untrusted, Path: "x", Err: errors.New("EIO")} }, untrusted},
		{"stopping", func() { stopping, disk = true, nil }, "the server is stopping"},
	} {
		c.change()
		for path, want := range map[string]string{"/healthz": "ok", "/readyz": c.want} {
			if c.want == untrusted {
				want = untrusted
			}
			answer := httptest.NewRecorder()
			h.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
			text, _ := io.ReadAll(answer.Body)
			status := http.StatusServiceUnavailable
			if want == "ok" {
				status = http.StatusOK
			}
			if answer.Code != status || !strings.Contains(string(text), want) {
				t.Errorf("%s: %s answers %d %q", c.what, path, answer.Code, text)
			}
		}
	}
}

// TestMetricsOfPostgreSQL checks that metrics that mean nothing with PostgreSQL are absent: the
// free disk space, and the age of the last backup unless a dump is noted.
func TestMetricsOfPostgreSQL(t *testing.T) {
	var last time.Time
	sources := Sources{
		Connections: func() limit.SessionCounts { return limit.SessionCounts{} }, Lobby: func() *view.Lobby { return &view.Lobby{} },
		Tables: func() (map[lobby.Count]int, map[string]int) { return nil, nil },
		Quotas: func() quota.Tally { return quota.Tally{Floor: 1} }, Queue: func() int { return 0 },
		Writable: func(context.Context) error { return nil }, Stopping: func() bool { return false }, InDoubt: func() int { return 0 },
		LastBackup: func() (time.Time, error) { return last, nil },
	}
	scraped := func() string {
		answer := httptest.NewRecorder()
		handler(Config{Sources: sources, Disk: NewDisk(), Logger: slog.New(slog.DiscardHandler)}).
			ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		return answer.Body.String()
	}
	if text := scraped(); !strings.Contains(text, "\nquadrille_backup_age_seconds +Inf\n") {
		t.Errorf("SQLite without a backup: %s", text)
	}
	sources.StandbyAway = func() bool { return false }
	text := scraped()
	for _, name := range []string{"quadrille_backup_age_seconds", "quadrille_disk_free_bytes", "quadrille_disk_min_free_bytes"} {
		if strings.Contains(text, "\n"+name) {
			t.Errorf("PostgreSQL has %s", name)
		}
	}
	last = time.Now().Add(-time.Minute)
	if text := scraped(); !strings.Contains(text, "\nquadrille_backup_age_seconds ") || strings.Contains(text, "Inf\n") {
		t.Errorf("a dump a minute ago: %s", text)
	}
}
