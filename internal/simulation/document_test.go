package simulation

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReliabilityDocument checks that docs/reliability.md names tests that exist and lists every
// planted fault.
func TestReliabilityDocument(t *testing.T) {
	document, err := os.ReadFile("../../docs/reliability.md")
	must(t, err)
	var source strings.Builder
	err = filepath.WalkDir("../..", func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && (strings.HasSuffix(path, "_test.go") || strings.Contains(path, "/storetest/")) {
			text, failed := os.ReadFile(path)
			source.Write(text)
			err = failed
		}
		return err
	})
	must(t, err)
	for _, name := range regexp.MustCompile("`([Tt]est[A-Z]\\w+)`").FindAllStringSubmatch(string(document), -1) {
		if !strings.Contains(source.String(), "func "+name[1]+"(") {
			t.Errorf("there is no test %s", name[1])
		}
	}
	for _, m := range mutants {
		if !strings.Contains(string(document), "| "+m.name+" |") {
			t.Errorf("docs/reliability.md does not list the planted fault %q", m.name)
		}
	}
}
