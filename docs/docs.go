// Package docs holds what people read, so that help on a screen and the file in
// the repository are the same copy.
package docs

import (
	"embed"
	"strings"
)

//go:embed privacy.md
var privacyNotice string

// Privacy is the short form of the privacy notice: what stands in the file under
// its first heading of the second level.
func Privacy() string {
	_, short, _ := strings.Cut(privacyNotice, "\n## In short\n\n")
	short, _, _ = strings.Cut(short, "\n## ")
	return short
}

// APISchema is the JSON Schema of the lines of the JSON API.
//
//go:embed api.schema.json
var APISchema string

//go:embed rules/*.md
var rulesFiles embed.FS

// Rules is the player's law of a game, as Markdown; empty for a game without
// one.
func Rules(game string) string {
	text, err := rulesFiles.ReadFile("rules/" + game + ".md")
	if err != nil {
		return ""
	}
	return string(text)
}
