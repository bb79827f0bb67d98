package conventions

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// docs/internals.md and docs/api.md must list all kinds of events that a table stores.
func TestEventsAreDocumented(t *testing.T) {
	kinds := regexp.MustCompile(`Kind = "([a-z-]+)"`).FindAllStringSubmatch(read(t, "../table/event.go"), -1)
	if len(kinds) < 45 {
		t.Fatalf("found only %d kinds of events", len(kinds))
	}
	for _, page := range []string{"internals.md", "api.md"} {
		_, list, _ := strings.Cut(read(t, "../../docs/"+page), "\n## Events\n")
		list, _, _ = strings.Cut(list, "\n## ")
		for _, kind := range kinds {
			if !regexp.MustCompile(`(^|[^-a-z])` + kind[1] + `($|[^-a-z])`).MatchString(list) {
				t.Errorf("docs/%s does not list %s", page, kind[1])
			}
		}
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
