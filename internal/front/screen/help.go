package screen

import (
	"fmt"

	"quadrille/assets"
	"quadrille/internal/front/screen/kit"
	lobbyui "quadrille/internal/front/screen/lobby"
	"quadrille/internal/front/screen/nav"
)

// newHelp returns the help screen, which explains the keys, the signs on the board and the
// rules of a game, and offers the first lesson of the game. It opens at the keys of the screen
// below it; for a guest in the lobby, which promises it, at how to come back.
func newHelp(e *kit.Env, game nav.Help, below kit.Screen) *kit.Reader {
	var here []kit.KeyGroup
	if k, ok := below.(keyed); ok {
		here = k.KeyGroups()
	}
	r := kit.NewReader(e, "Help", func(width int) []kit.TextLine { return composeHelp(e, game, here, width) })
	r.Filter, r.Wide = true, true
	switch _, inLobby := below.(*lobbyui.Screen); {
	case inLobby && e.ReturnCommand() != "":
		r.Goal = returningHead
	case len(here) > 0:
		r.Goal = headOf(&here[0])
	}
	if lesson := lessonIn(game.Game); lesson != nil {
		r.Lesson = nav.AnnotatedGame{AnnotatedGame: lesson}
	}
	return r
}

// lessonIn returns the first lesson of a game, or nil if there is none.
func lessonIn(game string) *assets.AnnotatedGame {
	for i := range assets.AnnotatedGames {
		if s := &assets.AnnotatedGames[i]; s.Lesson && s.Game == game {
			return s
		}
	}
	return nil
}

// contents adds a table of contents. The numbers in it are the keys that scroll to the
// parts.
func contents(lines []kit.TextLine, lesson *assets.AnnotatedGame) []kit.TextLine {
	top := []kit.TextLine{{Text: "Contents", Head: true, Part: true}}
	number := 1
	for i := range lines {
		if lines[i].Part {
			number++
			top = append(top, kit.TextLine{Number: fmt.Sprint(number), Text: lines[i].Text})
		}
	}
	if lesson != nil {
		top = append(top, kit.TextLine{Number: "f", Text: lesson.Title + " (two minutes)"})
	}
	return append(append(top, kit.TextLine{}), lines...)
}
