package conventions

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	// recipe matches a command of the Makefile that runs some tests of a package.
	recipe = regexp.MustCompile(`-run '?([^' ]+)'?.* (\./internal/[\w/]+)`)
	// testFunction matches the declaration of a test.
	testFunction = regexp.MustCompile(`(?m)^func (Test\w+)\(`)
)

// TestMakefileRunsTests checks that the tests that the Makefile names exist. `go test` passes if it finds none.
func TestMakefileRunsTests(t *testing.T) {
	text, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	recipes := recipe.FindAllStringSubmatch(strings.ReplaceAll(string(text), "$$", "$"), -1)
	if len(recipes) < 15 {
		t.Errorf("found only %d commands that run tests", len(recipes))
	}
	for _, r := range recipes {
		pattern, folder := r[1], r[2]
		if pattern == "^$" { // runs benchmarks only
			continue
		}
		files, err := filepath.Glob(filepath.Join("../..", folder, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		if !declared(t, files, regexp.MustCompile(pattern)) {
			t.Errorf("the Makefile runs %s in %s, which has no such test", pattern, folder)
		}
	}
}

// declared reports whether a file declares a test whose name matches.
func declared(t *testing.T, files []string, name *regexp.Regexp) bool {
	t.Helper()
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range testFunction.FindAllStringSubmatch(string(text), -1) {
			if name.MatchString(m[1]) {
				return true
			}
		}
	}
	return false
}
