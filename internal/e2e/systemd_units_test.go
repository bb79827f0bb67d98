package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

// If systemd-analyze is installed, it must accept the systemd units of this project.
func TestSystemdAcceptsTheUnits(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Skip("systemd-analyze is not installed")
	}
	out, err := exec.Command("../../docs/hosting/verify.sh", program).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}

// The systemd unit limits memory and tasks. Without these limits, 300 large screens would
// use up the memory of a small machine.
func TestUnitLimitsMemoryAndTasks(t *testing.T) {
	unit, err := os.ReadFile("../../docs/hosting/quadrille.service")
	must(t, err)
	for _, setting := range []string{"MemoryMax=", "TasksMax="} {
		if !strings.Contains(string(unit), "\n"+setting) {
			t.Errorf("the unit has no %s", setting)
		}
	}
}

// TestClusterGuideUnits checks the drop-ins of docs/cluster.md: systemd accepts them, never starts
// the socket, and shows no password; and the driver of PostgreSQL reads the password file.
func TestClusterGuideUnits(t *testing.T) {
	service, socket := guideBlock(t, "[Service]"), guideBlock(t, "[Unit]")
	if text := readFile(t, "../../docs/cluster.md"); strings.Contains(text, "Environment=PGPASSWORD") ||
		strings.Contains(service, "SECRET") {
		t.Error("systemctl show prints the password to everybody")
	}
	passwords := filepath.Join(t.TempDir(), "pgpass")
	must(t, os.WriteFile(passwords, []byte(guideBlock(t, "*:*:quadrille:quadrille:SECRET")), 0o600))
	t.Setenv("PGPASSFILE", passwords)
	t.Setenv("PGPASSWORD", "")
	database, err := pgx.ParseConfig("postgres://quadrille@10.0.0.21,10.0.0.22/quadrille?target_session_attrs=read-write")
	if err != nil || database.Password != "SECRET" {
		t.Errorf("the password is %q, %v", database.Password, err)
	}
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Skip("systemd-analyze is not installed")
	}
	condition := strings.TrimSpace(strings.TrimPrefix(socket, "[Unit]"))
	if out, err := exec.Command("systemd-analyze", "condition", condition).CombinedOutput(); err == nil {
		t.Errorf("systemd starts the socket: %s holds: %s", condition, out)
	}
	dir, units := t.TempDir(), "../../docs/hosting/quadrille"
	server := strings.NewReplacer("/usr/bin/quadrille", "/bin/true", "\nDocumentation=", "\n#").Replace(readFile(t, units+".service"))
	for name, text := range map[string]string{
		"quadrille.service": server, "quadrille.service.d/cluster.conf": service,
		"quadrille.socket": readFile(t, units+".socket"), "quadrille.socket.d/cluster.conf": socket,
	} {
		path := filepath.Join(dir, name)
		must(t, os.MkdirAll(filepath.Dir(path), 0o700))
		must(t, os.WriteFile(path, []byte(text), 0o600))
	}
	verify := exec.Command("systemd-analyze", "verify", filepath.Join(dir, "quadrille.service"), filepath.Join(dir, "quadrille.socket"))
	if out, err := verify.CombinedOutput(); err != nil || strings.Contains(string(out), "cluster.conf") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestKilledServerStartsAgainSoon checks the pause after the end of a server: it is long only if
// the server ended by itself with an error, as with a wrong configuration. It was 3 s after
// kill -9 too, so that a login took 4.6 s.
func TestKilledServerStartsAgainSoon(t *testing.T) {
	_, line, found := strings.Cut(readFile(t, "../../docs/hosting/quadrille.service"), "\nExecStopPost=/bin/sh -c '")
	script, _, ended := strings.Cut(line, "'\n")
	if !found || !ended {
		t.Fatal("the unit has no ExecStopPost=")
	}
	for result, want := range map[string]string{
		"success": "", "exit-code": "3\n", "signal": "0.2\n", "core-dump": "0.2\n", "watchdog": "0.2\n", "oom-kill": "0.2\n",
	} {
		shell := exec.Command("/bin/sh", "-c", `sleep() { echo "$1"; }; `+strings.ReplaceAll(script, "$$", "$"))
		shell.Env = []string{"SERVICE_RESULT=" + result}
		if out, err := shell.CombinedOutput(); err != nil || string(out) != want {
			t.Errorf("after %s the pause is %q, %v; want %q", result, out, err, want)
		}
	}
}
