package chess4

import (
	"os"
	"path/filepath"
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

func TestEveryPromiseOfTheKernel(t *testing.T) {
	files, err := filepath.Glob("testdata/*.pos")
	if err != nil {
		t.Fatal(err)
	}
	var starts []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		starts = append(starts, string(text))
	}
	for name, options := range map[string]map[string]string{
		"four armies":  nil,
		"two armies":   {"armies": "white,black"},
		"three armies": {"armies": "silver,black,gold"},
	} {
		t.Run(name, func(t *testing.T) {
			v, err := New(options)
			if err != nil {
				t.Fatal(err)
			}
			s := rulestest.Suite{Variant: v, Open: open, Games: rulestest.Games(4), Plies: 300, Verbs: []rules.Verb{rules.Move, rules.Resign}}
			if options == nil {
				s.Starts, s.Games = starts, 3*s.Games
			}
			rulestest.Run(t, s)
		})
	}
}
