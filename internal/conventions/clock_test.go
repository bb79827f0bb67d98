package conventions

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// readsSystemClock matches calls that read the system's clock.
var readsSystemClock = regexp.MustCompile(`\btime\.(Now|Since|Until)\b`)

// mayReadSystemClock lists the directories whose packages may read the system's clock directly:
// package clock itself, measurements, tools and support for tests.
var mayReadSystemClock = []string{
	"internal/acceptance", "internal/tools/bench", "internal/clock", "internal/simulation", "internal/sshtest", "internal/tools",
}

// TestOnlyPackageClockReadsTheSystemClock checks that other packages use package clock. A duration
// measured with the system's clock is wrong after somebody has set that clock.
func TestOnlyPackageClockReadsTheSystemClock(t *testing.T) {
	checked := 0
	for _, root := range []string{"cmd", "internal", "rules"} {
		err := filepath.WalkDir(filepath.Join("../..", root), func(path string, entry fs.DirEntry, err error) error {
			path = filepath.ToSlash(strings.TrimPrefix(path, "../../"))
			directory := filepath.Dir(path)
			allowed := testSupport(directory) || slices.ContainsFunc(mayReadSystemClock, func(under string) bool {
				return directory == under || strings.HasPrefix(directory, under+"/")
			})
			if err != nil || entry.IsDir() || allowed || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(filepath.Join("../..", path))
			if err != nil {
				return err
			}
			checked++
			for n, line := range strings.Split(string(text), "\n") {
				code, _, _ := strings.Cut(line, "//")
				if readsSystemClock.MatchString(code) {
					t.Errorf("%s:%d reads the system's clock: use a clock.Clock, clock.Steady or clock.Wall", path, n+1)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if checked < 300 {
		t.Errorf("checked only %d files", checked)
	}
}
