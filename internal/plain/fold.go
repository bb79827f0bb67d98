package plain

import "strings"

// fold removes case, blanks and hyphens from a word, so that inputs can be compared.
func fold(text string) string {
	return strings.NewReplacer(" ", "", "-", "").Replace(strings.ToLower(text))
}
