package assets

import (
	"embed"
	"fmt"
	"path"
	"strings"

	"quadrille/rules/variants"
)

// AnnotatedGame is a game with notes: a sample game to replay, or a lesson to play.
type AnnotatedGame struct {
	Title   string
	Game    string
	Options map[string]string
	Lesson  bool
	Opening string // note on the starting position
	Steps   []Step
}

// Step is one action of an annotated game. Action is in plain notation.
type Step struct {
	Action string
	Prompt string // the learner's task; empty if the lesson itself plays the action
	Note   string // note on the position after the action
}

// Plain returns the actions in plain notation.
func (s *AnnotatedGame) Plain() []string {
	words := make([]string, len(s.Steps))
	for i := range s.Steps {
		words[i] = s.Steps[i].Action
	}
	return words
}

// Next returns the lesson after this one, or nil after the last lesson.
func (s *AnnotatedGame) Next() *AnnotatedGame {
	found := false
	for i := range AnnotatedGames {
		switch other := &AnnotatedGames[i]; {
		case found && other.Lesson:
			return other
		case other.Title == s.Title:
			found = true
		}
	}
	return nil
}

//go:embed games/*.txt
var gameFiles embed.FS

// AnnotatedGames lists all annotated games: first the sample games, then the
// lessons, at last those that the games bring themselves.
var AnnotatedGames = func() (games []AnnotatedGame) {
	files, err := gameFiles.ReadDir("games")
	if err != nil {
		panic(err) // cannot happen: the files are embedded
	}
	for _, lessons := range []bool{false, true} {
		for _, file := range files {
			text, err := gameFiles.ReadFile(path.Join("games", file.Name()))
			if err != nil {
				panic(err)
			}
			game, err := parseGame(string(text))
			if err != nil {
				panic(fmt.Sprintf("assets: %s: %v", file.Name(), err))
			}
			if game.Lesson == lessons {
				games = append(games, game)
			}
		}
	}
	for _, def := range variants.All() {
		for _, text := range def.Lessons {
			lesson, err := parseGame(text)
			if err != nil {
				panic(fmt.Sprintf("assets: a lesson of %s: %v", def.Name, err))
			}
			games = append(games, lesson)
		}
	}
	return games
}()

// parseGame parses an annotated game: "key value" lines, an empty line, and the body. The
// body contains actions separated by white space, lines that begin with a colon (notes on
// the current position), and lines that begin with a question mark (the learner's task for
// the next action).
func parseGame(text string) (AnnotatedGame, error) {
	game := AnnotatedGame{Options: map[string]string{}}
	head, body, ok := strings.Cut(text, "\n\n")
	if !ok {
		return game, fmt.Errorf("the header must end with an empty line")
	}
	for line := range strings.Lines(head) {
		if err := game.header(strings.TrimSpace(line)); err != nil {
			return game, err
		}
	}
	prompt := ""
	for line := range strings.Lines(body) {
		line = strings.TrimSpace(line)
		switch rest, note := strings.CutPrefix(line, ":"); {
		case note:
			game.note(strings.TrimSpace(rest))
		case strings.HasPrefix(line, "?"):
			prompt = strings.TrimSpace(line[1:])
		default:
			for _, action := range strings.Fields(line) {
				game.Steps = append(game.Steps, Step{Action: action, Prompt: prompt})
				prompt = ""
			}
		}
	}
	return game, nil
}

func (s *AnnotatedGame) header(line string) error {
	key, value, _ := strings.Cut(line, " ")
	switch key {
	case "title":
		s.Title = value
	case "game":
		s.Game = value
	case "lesson":
		s.Lesson = true
	case "option":
		name, choice, _ := strings.Cut(value, "=")
		s.Options[name] = choice
	default:
		return fmt.Errorf("unknown line in the header: %q", line)
	}
	return nil
}

// note appends text to the note on the current position.
func (s *AnnotatedGame) note(text string) {
	at := &s.Opening
	if n := len(s.Steps); n > 0 {
		at = &s.Steps[n-1].Note
	}
	*at = strings.TrimSpace(*at + " " + text)
}
