package assets

import (
	"embed"
	"fmt"
	"path"
	"strings"
)

// Score is a game with notes: one to look at, or a lesson to play along.
type AnnotatedGame struct {
	Title   string
	Game    string
	Options map[string]string
	Lesson  bool
	Opening string // the note to the starting position
	Steps   []Step
}

// Step is one action of a score, in plain notation (P).
type Step struct {
	Action string
	Prompt string // what the learner is asked to do; empty where the action is shown
	Note   string // about the position after it
}

// Plain is the actions alone.
func (s *AnnotatedGame) Plain() []string {
	words := make([]string, len(s.Steps))
	for i := range s.Steps {
		words[i] = s.Steps[i].Action
	}
	return words
}

//go:embed scores/*.txt
var scoreFiles embed.FS

// Scores is every score, samples before lessons.
var AnnotatedGames = func() (scores []AnnotatedGame) {
	files, err := scoreFiles.ReadDir("scores")
	if err != nil {
		panic(err) // embedded: a fault of the build
	}
	for _, lessons := range []bool{false, true} {
		for _, file := range files {
			text, err := scoreFiles.ReadFile(path.Join("scores", file.Name()))
			if err != nil {
				panic(err)
			}
			score, err := parseScore(string(text))
			if err != nil {
				panic(fmt.Sprintf("assets: %s: %v", file.Name(), err))
			}
			if score.Lesson == lessons {
				scores = append(scores, score)
			}
		}
	}
	return scores
}()

// parseScore reads a head of "key value" lines, an empty line, and the body:
// actions between blanks, lines with a colon that are notes to what was played so
// far, and lines with a question mark that ask for the next action.
func parseScore(text string) (AnnotatedGame, error) {
	score := AnnotatedGame{Options: map[string]string{}}
	head, body, ok := strings.Cut(text, "\n\n")
	if !ok {
		return score, fmt.Errorf("an empty line ends the head, and there is none")
	}
	for line := range strings.Lines(head) {
		if err := score.header(strings.TrimSpace(line)); err != nil {
			return score, err
		}
	}
	ask := ""
	for line := range strings.Lines(body) {
		line = strings.TrimSpace(line)
		switch rest, note := strings.CutPrefix(line, ":"); {
		case note:
			score.note(strings.TrimSpace(rest))
		case strings.HasPrefix(line, "?"):
			ask = strings.TrimSpace(line[1:])
		default:
			for _, action := range strings.Fields(line) {
				score.Steps = append(score.Steps, Step{Action: action, Prompt: ask})
				ask = ""
			}
		}
	}
	return score, nil
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
		return fmt.Errorf("the head has no line %q", line)
	}
	return nil
}

// note adds to the note of what was played last.
func (s *AnnotatedGame) note(text string) {
	at := &s.Opening
	if n := len(s.Steps); n > 0 {
		at = &s.Steps[n-1].Note
	}
	*at = strings.TrimSpace(*at + " " + text)
}
