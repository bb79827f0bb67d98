package tui

import (
	"fmt"

	"quadrille/assets"
	"quadrille/rules"
)

// gameOf is a game as help knows it: its name for docs, and its seats' signs.
type gameOf struct {
	name  string
	facts *rules.Facts // nil in the lobby
}

func (t *tableScreen) game() gameOf {
	f := t.view.Variant.Facts()
	return gameOf{f.Name, f}
}

// newHelp is keys, signs, and the rules of a game, with a first game to play.
func newHelp(e *env, game gameOf) *reader {
	r := newReader(e, "Help", func(width int) []helpLine { return composeHelp(e, game, width) })
	if lesson := lessonIn(game.name); lesson != nil {
		r.enter = func() (step, string) { return openScore(e, lesson) }
	}
	return r
}

// lessonIn is the first lesson in a game, nil if there is none.
func lessonIn(game string) *assets.Score {
	for i := range assets.Scores {
		if s := &assets.Scores[i]; s.Lesson && s.Game == game {
			return s
		}
	}
	return nil
}

// openScore leads to a game with notes, or tells why not.
func openScore(e *env, score *assets.Score) (to step, refusal string) {
	study, err := readScore(score)
	if err != nil {
		return stay, err.Error()
	}
	return enter(newStudyScreen(e, study)), ""
}

// contents is the table of a help's parts, whose numbers are keys.
func contents(lines []helpLine, lesson *assets.Score) []helpLine {
	top := []helpLine{{text: "What is here", head: true, part: true}}
	number := 1
	for i := range lines {
		if lines[i].part {
			number++
			top = append(top, helpLine{number: fmt.Sprint(number), text: lines[i].text})
		}
	}
	if lesson != nil {
		top = append(top, helpLine{number: "f", text: lesson.Title + ", in two minutes"})
	}
	return append(append(top, helpLine{}), lines...)
}
