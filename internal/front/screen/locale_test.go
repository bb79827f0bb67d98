package screen

import (
	"slices"
	"strings"
	"testing"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
)

// A client whose locale has no UTF-8 gets ASCII pieces and borders, unless the player has chosen pieces.
func TestPiecesForALocaleWithoutUTF8(t *testing.T) {
	v := uitest.OpeningView(t, "chess4")
	d := atTable(t, uitest.People[0], v, kit.Config{ASCII: true, Width: 120, Height: 40})
	strange := func(r rune) bool { return r > '~' }
	for _, line := range d.Text() {
		if strings.ContainsFunc(line, strange) {
			t.Errorf("%q", line)
		}
	}
	d.Sees("R              K    Q", "> w  Inky", "[ B ]")
	chosen := player.Settings{}.With(player.Choice{Setting: player.Pieces, Value: "fine"})
	d = atTable(t, uitest.People[0], v, kit.Config{ASCII: true, Settings: chosen, Width: 120, Height: 40})
	if !slices.ContainsFunc(d.Text(), func(line string) bool { return strings.ContainsFunc(line, strange) }) {
		t.Error("the chosen pieces are not drawn")
	}
	d = inLobby(t, kit.Config{ASCII: true})
	d.Sees("+-[Tables]3 | People 2 ---")
}
