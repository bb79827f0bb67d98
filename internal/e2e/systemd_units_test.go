package e2e

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// If systemd-analyze is installed, it must accept the systemd units of this project.
func TestSystemdAcceptsTheUnits(t *testing.T) {
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
	if err != nil {
		t.Fatal(err)
	}
	for _, setting := range []string{"MemoryMax=", "TasksMax="} {
		if !strings.Contains(string(unit), "\n"+setting) {
			t.Errorf("the unit has no %s", setting)
		}
	}
}
