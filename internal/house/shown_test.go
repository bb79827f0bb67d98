package house

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every test that docs/shown.md names is there, in the package that it names.
func TestWhatShowsItIsThere(t *testing.T) {
	table, err := os.ReadFile("../../docs/shown.md")
	if err != nil {
		t.Fatal(err)
	}
	room, named := "", 0
	for line := range strings.Lines(string(table)) {
		room = "cmd/quadrille"
		for _, word := range regexp.MustCompile(`internal/\w+:|Test\w+`).FindAllString(line, -1) {
			if folder, is := strings.CutSuffix(word, ":"); is {
				room = folder
				continue
			}
			if named++; !testedIn(t, room, word) {
				t.Errorf("%s has no %s", room, word)
			}
		}
	}
	if named < 30 {
		t.Errorf("only %d tests are named", named)
	}
}

func testedIn(t *testing.T, room, name string) bool {
	t.Helper()
	files, err := filepath.Glob("../../" + room + "/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "func "+name+"(") {
			return true
		}
	}
	return false
}
