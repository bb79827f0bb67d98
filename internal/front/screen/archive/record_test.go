package archive

import (
	"strings"
	"testing"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
)

func TestCopyRefusesTextTooLongForTheClipboard(t *testing.T) {
	e := kit.NewEnv(kit.Config{Player: uitest.Spectator})
	for length, sent := range map[int]bool{70_000: true, 70_001: false} {
		r := &Record{env: e, list: []record{{"plain", strings.Repeat("x", length)}}}
		r.copy()
		if refused := strings.Contains(r.note, "too long for the clipboard"); refused == sent {
			t.Errorf("%d bytes: %q", length, r.note)
		}
	}
}
