package main

import (
	"context"
	"log/slog"
	"net"
	"path/filepath"
	"strings"
	"testing"
)

// A server that stops at once, because nobody is connected, notifies systemd before it ends.
func TestSystemdKnowsThatTheServerStops(t *testing.T) {
	at := &net.UnixAddr{Name: filepath.Join(t.TempDir(), "notify"), Net: "unixgram"}
	ear, err := net.ListenUnixgram("unixgram", at)
	if err != nil {
		t.Fatal(err)
	}
	defer ear.Close()
	t.Setenv("NOTIFY_SOCKET", at.Name)
	message := make([]byte, 4096)
	for n := range 100 {
		ctx, cancel := context.WithCancel(t.Context())
		end := notifyReady(ctx, slog.New(slog.DiscardHandler), at, func() {})
		cancel()
		end()
		notifySystemd(slog.New(slog.DiscardHandler), "END=1") // a process that has ended sends nothing after this
		received := ""
		for !strings.Contains(received, "END=1") {
			length, err := ear.Read(message)
			if err != nil {
				t.Fatal(err)
			}
			received += string(message[:length]) + "\n"
		}
		if !strings.Contains(received, "STOPPING=1") {
			t.Fatalf("stop %d: systemd received %q", n+1, received)
		}
	}
}
