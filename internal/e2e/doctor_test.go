package e2e

import (
	"os/exec"
	"strings"
	"testing"
)

// doctor runs `quadrille doctor` on a data directory.
func doctor(t *testing.T, data string, flags ...string) (out string, status int) {
	t.Helper()
	out, _, status = runQuadrille(t, append([]string{"doctor", "--data", data, "--listen", "127.0.0.1:0"}, flags...)...)
	return out, status
}

// The doctor finds a running server, and a limit of the system that is too low. Package cmd/quadrille
// tests its other checks.
func TestDoctorBesideAServer(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	named(t, s.address, "Inky")
	out, status := doctor(t, s.data, "--listen", s.address)
	if status != 0 || !strings.Contains(out, "; in use by a server") || !strings.Contains(out, "address: a server answers on "+s.address) {
		t.Errorf("status %d\n%s", status, out)
	}
	limited := exec.Command("sh", "-c", `ulimit -n 300; exec "$0" doctor --data "$1" --listen "$2"`, program, s.data, s.address)
	text, _ := limited.Output()
	const want = "WRONG  open files: 300 are allowed, but limits.connections = 2000 needs 2100; raise ulimit -n"
	if limited.ProcessState.ExitCode() != 1 || !strings.Contains(string(text), want) {
		t.Errorf("%v, want %q in\n%s", limited.ProcessState, want, text)
	}
}
