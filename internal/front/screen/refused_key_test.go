package screen

import (
	"strings"
	"testing"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
)

// TestFirstScreenNamesRefusedKey checks that a guest whose key was refused learns it on the first
// screen. The guest saw only the lobby.
func TestFirstScreenNamesRefusedKey(t *testing.T) {
	const sentence = "Your RSA key was refused: it has 1024 bits."
	cfg := kit.Config{Player: player.Player{ID: "guest:x", Name: "guest-x"}, Named: true, RefusedKey: sentence}
	d := newDriver(t, cfg)
	text := func() string { return strings.Join(d.Text(), "\n") }
	if !strings.Contains(text(), sentence) || !strings.Contains(text(), "Continue as guest") {
		t.Errorf("the first screen:\n%s", text())
	}
	d.Keys("enter")
	if strings.Contains(text(), sentence) {
		t.Errorf("after Enter:\n%s", text())
	}
}
