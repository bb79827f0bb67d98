package plain

import "strings"

// fold removes case, blanks and hyphens from a word, to compare input.
func fold(text string) string {
	return strings.NewReplacer(" ", "", "-", "").Replace(strings.ToLower(text))
}
