package acceptance

import (
	"archive/tar"
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"quadrille/internal/porttest"
)

// environmentOf returns the environment variables that docs/hosting/Dockerfile sets.
func environmentOf(t *testing.T) (env []string) {
	t.Helper()
	text, err := os.ReadFile("../../docs/hosting/Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	joined := strings.ReplaceAll(string(text), "\\\n", " ")
	for line := range strings.Lines(joined) {
		if words, ok := strings.CutPrefix(line, "ENV "); ok {
			env = append(env, strings.Fields(words)...)
		}
	}
	if len(env) < 3 {
		t.Fatalf("ENV is %q", env)
	}
	return env
}

// TestContainerImage runs the program as in the image of docs/hosting/Dockerfile, but without
// Docker. The root directory contains only the static program and the data directory. The
// user, working directory and environment are those of the image. Backups must work
// although there is no /tmp.
func TestContainerImage(t *testing.T) {
	needs(t, "make")
	root := t.TempDir()
	if err := os.Chmod(root, 0o755); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", filepath.Join(root, "quadrille"), "./cmd/quadrille")
	build.Dir, build.Env = "../..", append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	data := filepath.Join(root, "data")
	if err := errors.Join(os.Mkdir(data, 0o700), os.Chown(data, 65532, 65532)); err != nil {
		t.Fatal(err)
	}
	port, err := porttest.Reserve()
	if err != nil {
		t.Fatal(err)
	}
	env := append(environmentOf(t), "QUADRILLE_SERVER_LISTEN=127.0.0.1:0", fmt.Sprint("QUADRILLE_METRICS_LISTEN=127.0.0.1:", port))
	program := func(words ...string) *exec.Cmd {
		return &exec.Cmd{
			Path: "/quadrille", Args: append([]string{"/quadrille"}, words...), Env: env, Dir: "/data",
			SysProcAttr: &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: 65532, Gid: 65532}},
		}
	}
	server := program("serve")
	log, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	server.Stderr = log
	output, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	})
	for lines := bufio.NewScanner(output); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "ssh ") {
			break // the server is listening
		}
	}
	// Run the command of HEALTHCHECK until it reports a healthy server.
	for end := time.Now().Add(patience); ; {
		out, err := program("health", "--alive").CombinedOutput()
		if err == nil && string(out) == "ok\n" {
			break
		}
		if time.Now().After(end) {
			lines, _ := os.ReadFile(log.Name())
			t.Fatalf("health: %v, %s\nthe server's log:\n%s", err, out, lines)
		}
	}
	backup := program("backup", "-", "--data", "/data")
	out, err := backup.Output()
	if err != nil {
		t.Fatalf("backup: %v", err)
	}
	if first, err := tar.NewReader(bytes.NewReader(out)).Next(); err != nil || first.Name == "" {
		t.Errorf("the backup is not a tar file: %v", err)
	}
	if err := server.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := server.Wait(); err != nil {
		t.Errorf("the server exits with %v", err)
	}
}
