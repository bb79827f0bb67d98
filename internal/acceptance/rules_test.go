package acceptance

import (
	"os/exec"
	"testing"
)

// TestAlertRules checks the alert rules with promtool, which is part of Prometheus.
func TestAlertRules(t *testing.T) {
	needs(t, "promtool")
	out, err := exec.Command("promtool", "check", "rules", "../../docs/hosting/prometheus-rules.yaml").CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
