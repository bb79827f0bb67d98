package quadrochess

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

func TestVariantContract(t *testing.T) {
	files, err := filepath.Glob("testdata/*.pos")
	if err != nil {
		t.Fatal(err)
	}
	var starts []string
	for _, text := range []string{allCastle, locked("black R h5; black N e5; white B k4; turn black-a")} {
		starts = append(starts, "variant quadrochess\n"+strings.ReplaceAll(text, ";", "\n"))
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		starts = append(starts, string(text))
	}
	v, err := New(nil)
	if err != nil {
		t.Fatal(err)
	}
	rulestest.Run(t, rulestest.Suite{
		Variant: v, Open: open, Games: rulestest.Games(12, 24), Plies: 300,
		ActionTypes: []rules.ActionType{rules.Move}, Starts: starts,
	})
}
