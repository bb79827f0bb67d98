package e2e

import (
	"os/exec"
	"testing"
)

// What systemd itself says of the units, where it is there.
func TestSystemdAcceptsTheUnits(t *testing.T) {
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Skip("there is no systemd-analyze here")
	}
	out, err := exec.Command("../../docs/hosting/verify.sh", program).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}
