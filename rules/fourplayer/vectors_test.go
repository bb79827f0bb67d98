package fourplayer

import (
	"path/filepath"
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

// TestT2_TracesAreEqualInEveryKey replays the recorded games of testdata, whose names tell their
// options.
func TestT2_TracesAreEqualInEveryKey(t *testing.T) {
	for file, options := range tracedGames(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			v, err := New(options)
			if err != nil {
				t.Fatal(err)
			}
			g, effects := rules.NewGameFrom(v, v.Start())
			rulestest.Trace(t, g, effects, file)
		})
	}
}

func open(name string, options map[string]string) (rules.Variant, error) { return New(options) }
