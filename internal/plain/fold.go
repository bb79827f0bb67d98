package plain

import "strings"

// fold is a word without case, blanks and hyphens, to compare what people say.
func fold(text string) string {
	return strings.NewReplacer(" ", "", "-", "").Replace(strings.ToLower(text))
}
