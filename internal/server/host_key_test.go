package server

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

func TestHostKeyIsCreatedOnceAndKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	first, err := hostKey(dir)
	must(t, err)
	info, err := os.Stat(filepath.Join(dir, hostKeyName))
	must(t, err)
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode %04o", info.Mode().Perm())
	}
	second, err := hostKey(dir)
	must(t, err)
	if gossh.FingerprintSHA256(first.PublicKey()) != gossh.FingerprintSHA256(second.PublicKey()) {
		t.Error("the second start created another key")
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("%d files, want only the key", len(entries))
	}
}

func TestBadHostKeysAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		create func(path string) error
		want   string
	}{
		"damaged":   {func(p string) error { return os.WriteFile(p, []byte("nonsense"), 0o600) }, "not a private key"},
		"open":      {func(p string) error { return os.WriteFile(p, []byte("nonsense"), 0o644) }, "chmod 600"},
		"directory": {func(p string) error { return os.Mkdir(p, 0o700) }, "is not a file"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			must(t, c.create(filepath.Join(dir, hostKeyName)))
			_, err := hostKey(dir)
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestListenErrors(t *testing.T) {
	d := startServer(t, Limits{})
	for address, want := range map[string]string{
		d.address:            "set --listen to a free port",
		"nonsense":           "host:port",
		"127.0.0.1:99999999": "host:port",
	} {
		_, err := Listen(address)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", address, err)
		}
	}
}
