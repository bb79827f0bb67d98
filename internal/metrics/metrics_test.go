package metrics

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"quadrille/internal/server/limit"
	"quadrille/internal/service/view"
)

func TestListenRefusesPublicAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"127.0.0.1:0": "", "127.9.9.9:0": "", "localhost:0": "",
		"0.0.0.0:0": "set metrics.public", ":9618": "use 127.0.0.1:9618", "[::]:0": "set metrics.public",
		"192.0.2.1:0": "set metrics.public", "127.0.0.1": "host:port", "127.0.0.1:99999": "host:port",
	} {
		l, err := Listen(address, false)
		switch {
		case err == nil && want != "":
			t.Errorf("%q was accepted", address)
		case err != nil && (want == "" || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v", address, err)
		}
		if l != nil {
			_ = l.Close()
		}
	}
	l, err := Listen("0.0.0.0:0", true)
	if err != nil {
		t.Fatalf("with public set: %v", err)
	}
	_ = l.Close()
	if _, err := Listen("192.0.2.1:0", true); err == nil || !strings.Contains(err.Error(), "choose 127.0.0.1:9618") {
		t.Errorf("an address of another machine: %v", err)
	}
}

// TestPanicInSourceDoesNotStopMetrics checks that a panic in a source is logged, and that
// the other metrics are still served.
func TestPanicInSourceDoesNotStopMetrics(t *testing.T) {
	l, err := Listen("127.0.0.1:0", false)
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	s := Serve(l, Config{
		Sources: Sources{
			Connections: func() limit.SessionCounts { return limit.SessionCounts{Counts: limit.Counts{Connections: 3}} },
			Lobby:       func() *view.Lobby { panic("at the lobby") },
			Queue:       func() int { return 0 }, Writable: func(context.Context) error { return nil },
			Stopping:   func() bool { return false },
			InDoubt:    func() int { return 0 },
			LastBackup: func() (time.Time, error) { return time.Time{}, nil },
		},
		Disk: NewDisk(), Logger: slog.New(slog.NewTextHandler(&log, nil)),
	})
	answer, err := http.Get("http://" + l.Addr().String() + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(answer.Body)
	_ = answer.Body.Close()
	if err != nil || !strings.Contains(string(text), "quadrille_connections 3\n") || !strings.Contains(string(text), "go_goroutines") {
		t.Errorf("%v: %s", err, text)
	}
	s.Close()
	if !strings.Contains(log.String(), "at the lobby") {
		t.Errorf("the log has %q", log.String())
	}
}
