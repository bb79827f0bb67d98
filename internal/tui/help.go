package tui

import (
	"fmt"

	"quadrille/internal/tui/nav"

	"quadrille/assets"
)

// newHelp is keys, signs, and the rules of a game, with a first game to play.
func newHelp(e *env, game nav.Help) *reader {
	r := newReader(e, "Help", func(width int) []helpLine { return composeHelp(e, game, width) })
	if lesson := lessonIn(game.Game); lesson != nil {
		r.leads = nav.Score{Score: lesson}
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
