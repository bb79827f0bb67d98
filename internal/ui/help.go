package ui

import (
	"fmt"

	"quadrille/assets"
	"quadrille/internal/ui/kit"
	"quadrille/internal/ui/nav"
)

// newHelp is keys, signs, and the rules of a game, with a first game to play.
func newHelp(e *kit.Env, game nav.Help) *kit.Reader {
	r := kit.NewReader(e, "Help", func(width int) []kit.TextLine { return composeHelp(e, game, width) })
	if lesson := lessonIn(game.Game); lesson != nil {
		r.Lesson = nav.Score{AnnotatedGame: lesson}
	}
	return r
}

// lessonIn is the first lesson in a game, nil if there is none.
func lessonIn(game string) *assets.AnnotatedGame {
	for i := range assets.AnnotatedGames {
		if s := &assets.AnnotatedGames[i]; s.Lesson && s.Game == game {
			return s
		}
	}
	return nil
}

// contents is the table of a help's parts, whose numbers are keys.
func contents(lines []kit.TextLine, lesson *assets.AnnotatedGame) []kit.TextLine {
	top := []kit.TextLine{{Text: "What is here", Head: true, Part: true}}
	number := 1
	for i := range lines {
		if lines[i].Part {
			number++
			top = append(top, kit.TextLine{Number: fmt.Sprint(number), Text: lines[i].Text})
		}
	}
	if lesson != nil {
		top = append(top, kit.TextLine{Number: "f", Text: lesson.Title + ", in two minutes"})
	}
	return append(append(top, kit.TextLine{}), lines...)
}
