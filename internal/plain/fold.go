package plain

import "strings"

// fold returns a word without capitals, blanks and hyphens, so that what people type can be
// compared.
func fold(text string) string {
	return strings.NewReplacer(" ", "", "-", "").Replace(strings.ToLower(text))
}
