// Package docs embeds the rules of the games, the privacy notice and the JSON schema, so
// that the program can display them.
package docs

import (
	"embed"
	"strings"
)

//go:embed privacy.md
var privacyNotice string

// Privacy returns the section "In short" of the privacy notice.
func Privacy() string {
	_, short, _ := strings.Cut(privacyNotice, "\n## In short\n\n")
	short, _, _ = strings.Cut(short, "\n## ")
	return short
}

// APISchema is the JSON Schema for the lines of the JSON API.
//
//go:embed api.schema.json
var APISchema string

//go:embed rules/*.md
var rulesFiles embed.FS

// Rules returns the rules of a game in Markdown, or "" if there are none.
func Rules(game string) string {
	text, err := rulesFiles.ReadFile("rules/" + game + ".md")
	if err != nil {
		return ""
	}
	return string(text)
}
