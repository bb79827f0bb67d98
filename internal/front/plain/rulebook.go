package plain

import (
	"strings"

	"quadrille/docs"
	"quadrille/internal/present"
	"quadrille/internal/setup"
)

// rules prints the rules of a game. The default is the game at the table.
func (s *session) rules(rest string) {
	game := strings.ToLower(rest)
	if game == "" && s.table != nil {
		game = s.table.view.Terms.Game
	}
	lines := spoken(docs.Rules(game))
	if len(lines) == 0 {
		s.say("Type \"rules\" and the name of a game: %s", present.List(gameNames()))
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

// spoken splits Markdown into lines that a screen reader can read. Each line is a paragraph,
// a row of a table or a row of a diagram.
func spoken(markdown string) []string {
	var lines []string
	for _, b := range docs.Blocks(markdown) {
		lines = append(lines, strings.TrimSpace(b.Number+" "+b.Text))
	}
	return lines
}
