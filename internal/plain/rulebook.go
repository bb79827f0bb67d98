package plain

import (
	"regexp"
	"strings"

	"quadrille/docs"
	"quadrille/internal/lobby"
	"quadrille/internal/phrase"
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
	for _, offer := range lobby.Offers() {
		names = append(names, offer.Name)
	}
	return names
}

// spoken is a page of Markdown as it can be read aloud: a line for each
// paragraph, each row of a table and each row of a diagram.
func spoken(markdown string) []string {
	var lines []string
	paragraph, verbatim := "", false
	end := func() {
		if paragraph != "" {
			lines = append(lines, paragraph)
		}
		paragraph = ""
	}
	for line := range strings.Lines(markdown) {
		line = strings.TrimSpace(line)
		fence := strings.HasPrefix(line, "```")
		if fence {
			verbatim = !verbatim
		}
		alone := verbatim || fence || line == "" || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "|")
		if alone {
			end()
		}
		text := unmarked(line)
		if text != "" {
			paragraph = strings.TrimSpace(paragraph + " " + text)
		}
		if alone {
			end()
		}
	}
	end()
	return lines
}

var emphasis = regexp.MustCompile(`\*([^*\s][^*]*)\*`)

// unmarked is a line without its marks; empty for what is nothing but marks.
func unmarked(line string) string {
	line = strings.NewReplacer("**", "", "`", "", "#", "").Replace(line)
	line = emphasis.ReplaceAllString(line, "$1")
	if strings.HasPrefix(line, "|") {
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		line = strings.Join(cells, ", ")
	}
	if strings.Trim(line, "-, ") == "" {
		return ""
	}
	return strings.TrimSpace(line)
}
