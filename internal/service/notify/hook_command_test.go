package notify

import (
	"strings"
	"testing"

	"quadrille/internal/player"
)

// TestHintsNameTheCommandOfTheWebhook checks that a hint about the club's webhook does not name
// the command for a person's own webhook.
func TestHintsNameTheCommandOfTheWebhook(t *testing.T) {
	for owner, want := range map[player.ID]string{ForClub: `run "admin webhook set URL"`, "SHA256:a": `run "webhook set URL"`} {
		if err := noHook(owner); !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", owner, err, want)
		}
	}
}
