package conventions

import (
	"os"
	"regexp"
	"testing"

	"quadrille/rules"
	"quadrille/rules/variants"
)

// TestExamplesOfMovesAreLegalAtFirst checks that the moves that help and the README give as
// examples can be the first move of White in Chess4. Nk3 was not.
func TestExamplesOfMovesAreLegalAtFirst(t *testing.T) {
	v, err := variants.New("chess4", nil)
	if err != nil {
		t.Fatal(err)
	}
	for file, pattern := range map[string]string{
		"README.md":                         "type a move \\(`(\\S+)` or `(\\S+)`\\)",
		"internal/front/screen/kit/keys.go": `type a move: (\S+) or (\S+), then enter`,
		"internal/front/plain/playing.go":   `like \\"play (\S+)\\" or \\"play (\S+)\\"`,
	} {
		text, err := os.ReadFile("../../" + file)
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(pattern).FindStringSubmatch(string(text))
		if found == nil {
			t.Errorf("%s has no example of a move", file)
			continue
		}
		for _, move := range found[1:] {
			start := v.Start()
			action, err := rules.ParseInput(v, &start, start.Turn, move)
			if err == nil {
				_, err = rules.NewGame(v).Play(action)
			}
			if err != nil {
				t.Errorf("%s offers %s: %v", file, move, err)
			}
		}
	}
}
