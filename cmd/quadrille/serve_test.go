package main

import (
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quadrille/internal/store"
)

// TestServeRefusesBadFlags runs serve with flags that it must refuse. It checks that the
// last line of the output gives the reason, that serve prints nothing else, and that it
// creates no file.
func TestServeRefusesBadFlags(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	used := t.TempDir()
	db, err := store.Open(t.Context(), used, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	file, untouched := filepath.Join(t.TempDir(), "file"), t.TempDir()
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		args   []string
		want   string
		status int
	}{
		"port in use":        {[]string{"--listen", taken.Addr().String(), "--data", untouched}, "set --listen to a free port", 1},
		"no address":         {[]string{"--listen", "nonsense", "--data", untouched}, "host:port", statusBadConfig},
		"data in use":        {[]string{"--listen", "127.0.0.1:0", "--data", used}, used, 1},
		"data is a file":     {[]string{"--listen", "127.0.0.1:0", "--data", file}, file, 1},
		"data below a file":  {[]string{"--listen", "127.0.0.1:0", "--data", file + "/data"}, file, 1},
		"unknown flag":       {[]string{"--nonsense"}, "--nonsense", 1},
		"unknown argument":   {[]string{"nonsense"}, "write quadrille serve", 1},
		"owner file missing": {[]string{"--listen", "127.0.0.1:0", "--data", untouched, "--owner", "nofile.pub"}, "nofile.pub", 1},
		"owner is not a key": {[]string{"--listen", "127.0.0.1:0", "--data", untouched, "--owner", file}, "give the line of a " +
			".pub file", 1},
		"metrics on all": {
			[]string{"--listen", "127.0.0.1:0", "--data", untouched, "--metrics", "0.0.0.0:9618"},
			"choose an address like 127.0.0.1:9618, or set metrics.public = true (--metrics-public)", statusBadConfig,
		},
		"metrics not host:port": {
			[]string{"--listen", "127.0.0.1:0", "--data", untouched, "--metrics", "nonsense"},
			"host:port",
			statusBadConfig,
		},
		"metrics port in use": {
			[]string{"--listen", "127.0.0.1:0", "--data", untouched, "--metrics", taken.Addr().String()},
			"it is in use", 1,
		},
		"flag without value": {[]string{"--listen"}, "listen", 1},
	} {
		t.Run(name, func(t *testing.T) {
			out, errs, status := quadrille(t, append([]string{"serve"}, c.args...)...)
			if status != c.status || out != "" || !strings.Contains(lastLine(errs), c.want) {
				t.Errorf("status %d, out %q, err %q", status, out, errs)
			}
		})
	}
	if made, _ := os.ReadDir(untouched); len(made) > 0 {
		t.Errorf("%v was created although serve failed", made)
	}
}

// TestWrongConfigurationHasItsOwnExitStatus runs two commands that read a wrong
// configuration. It checks that they exit with status 78, which systemd shows as 78/CONFIG.
func TestWrongConfigurationHasItsOwnExitStatus(t *testing.T) {
	file := filepath.Join(t.TempDir(), "quadrille.toml")
	if err := os.WriteFile(file, []byte("nonsense = 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, words := range [][]string{{"serve"}, {"config", "check"}} {
		out, errs, status := quadrille(t, append(words, "--config", file, "--data", t.TempDir())...)
		if status != statusBadConfig || !strings.Contains(out+errs, "quadrille.toml:1: there is no key nonsense") {
			t.Errorf("%s: status %d, %s%s", words, status, out, errs)
		}
	}
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}
