package acceptance

import (
	"os/exec"
	"testing"
)

// TestAlertRules asks Prometheus's own tool whether it can read the rules.
func TestAlertRules(t *testing.T) {
	needs(t, "promtool")
	out, err := exec.Command("promtool", "check", "rules", "../../docs/hosting/prometheus-rules.yaml").CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
