package kit

import (
	"fmt"
	"testing"

	"quadrille/assets"
	"quadrille/internal/draw/board"
	"quadrille/internal/player"
)

// TestSettingsListAllValues checks that the settings for themes, piece sets and sizes of
// squares offer every possible value.
func TestSettingsListAllValues(t *testing.T) {
	themes, pieces, sizes := []string{"auto"}, []string{"auto"}, []string{"auto"}
	for _, theme := range assets.Themes {
		themes = append(themes, theme.Name)
	}
	for _, set := range assets.Sets {
		pieces = append(pieces, set.Name)
	}
	for _, s := range board.Sizes {
		sizes = append(sizes, fmt.Sprintf("%dx%d", s.W, s.H))
	}
	for which, want := range map[player.Setting][]string{player.Theme: themes, player.Pieces: pieces, player.Size: sizes} {
		if got := fmt.Sprint(player.Options[which].Values); got != fmt.Sprint(want) {
			t.Errorf("values of %s are %s, want %s", which, got, want)
		}
	}
}
