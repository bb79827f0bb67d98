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
)

// TestHealthNamesTheFault checks what the health checks answer while the server stops, while
// the disk fails, and while tables do not know which of their events are stored.
func TestHealthNamesTheFault(t *testing.T) {
	var stopping bool
	var disk error
	var doubt int
	h := handler(Config{
		Sources: Sources{
			Stopping: func() bool { return stopping }, Writable: func(context.Context) error { return disk }, InDoubt: func() int { return doubt },
		},
		Disk: NewDisk(), Logger: slog.New(slog.DiscardHandler),
	})
	for _, c := range []struct {
		what   string
		change func()
		want   string
	}{
		{"healthy", func() {}, "ok"},
		{"in doubt", func() { doubt = 2 }, "which events of 2 tables are stored"},
		{"disk", func() { disk = errors.New("the disk is full") }, "the disk is full"},
		{"stopping", func() { stopping = true }, "the server is stopping"},
	} {
		c.change()
		for _, path := range []string{"/healthz", "/readyz"} {
			answer := httptest.NewRecorder()
			h.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
			text, _ := io.ReadAll(answer.Body)
			status := http.StatusServiceUnavailable
			if c.want == "ok" {
				status = http.StatusOK
			}
			if answer.Code != status || !strings.Contains(string(text), c.want) {
				t.Errorf("%s: %s answers %d %q", c.what, path, answer.Code, text)
			}
		}
	}
}
