package plain

import (
	"strings"

	"quadrille/docs"
	"quadrille/internal/phrase"
	"quadrille/internal/setup"
)

// rules reads the rules of a game, of the one at the table if none is named.
func (s *session) rules(rest string) {
	game := strings.ToLower(rest)
	if game == "" && s.at.room != nil {
		game = s.at.room.view.Terms.Game
	}
	lines := spoken(docs.Rules(game))
	if len(lines) == 0 {
		s.say("Say rules and a game: %s", phrase.List(gameNames()))
		return
	}
	s.read(lines)
}

func gameNames() []string {
	var names []string
	for _, def := range setup.Offers() {
		names = append(names, def.Name)
	}
	return names
}

// spoken is a page of Markdown as it can be read aloud: a line for each
// paragraph, each row of a table and each row of a diagram.
func spoken(markdown string) []string {
	var lines []string
	for _, b := range docs.Blocks(markdown) {
		lines = append(lines, strings.TrimSpace(b.Number+" "+b.Text))
	}
	return lines
}
