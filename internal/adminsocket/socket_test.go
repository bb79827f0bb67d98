package adminsocket

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestSocketInDirectoryWithLongPath checks commands over a socket in a data directory with a
// long path. The path of a socket is limited to 107 bytes, but the path of a data directory
// may be longer.
func TestSocketInDirectoryWithLongPath(t *testing.T) {
	for _, length := range []int{0, 150} {
		dir := t.TempDir()
		for len(dir) < length {
			dir = filepath.Join(dir, strings.Repeat("x", 40))
		}
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if _, err := Call(t.Context(), dir, nil, strings.NewReader(""), io.Discard, io.Discard); !errors.Is(err, ErrNoServer) {
			t.Errorf("without a server: %v", err)
		}
		l, err := Listen(dir)
		if err != nil {
			t.Fatal(err)
		}
		stop := Serve(l, dir, func(_ context.Context, args []string, in io.Reader, out, errs io.Writer) int {
			text, _ := io.ReadAll(in)
			_, _ = fmt.Fprintf(out, "%q %s", args, text)
			_, _ = fmt.Fprint(errs, "warning")
			return 3
		}, slog.New(slog.DiscardHandler))
		var out, errs bytes.Buffer
		status, err := Call(t.Context(), dir, []string{"bans", "a b"}, strings.NewReader("input"), &out, &errs)
		if status != 3 || err != nil || out.String() != `["bans" "a b"] input` || errs.String() != "warning" {
			t.Errorf("%d, %v, %q, %q", status, err, &out, &errs)
		}
		if info, err := os.Stat(filepath.Join(dir, Name)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", info, err)
		}
		stop()
		if _, err := os.Stat(filepath.Join(dir, Name)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("after the stop: %v", err)
		}
	}
}

// TestCallGivesUpOnUnresponsiveServer checks that Call gives up if the server is suspended
// by a signal. The kernel still accepts connections for such a server.
func TestCallGivesUpOnUnresponsiveServer(t *testing.T) {
	dir := t.TempDir()
	l, err := Listen(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Call(ctx, dir, nil, strings.NewReader(""), io.Discard, io.Discard); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled call: %v", err)
	}
	defer func(d time.Duration) { beginTime = d }(beginTime)
	beginTime = time.Millisecond
	if _, err := Call(t.Context(), dir, nil, strings.NewReader(""), io.Discard, io.Discard); !errors.Is(err, errNotAnswering) {
		t.Errorf("call of a stopped process: %v", err)
	}
}
