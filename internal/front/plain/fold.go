package plain

import "strings"

// fold returns a text in lower case, without blanks and hyphens, so that typed names can
// be compared.
func fold(text string) string {
	return strings.NewReplacer(" ", "", "-", "").Replace(strings.ToLower(text))
}
