package e2e

import (
	"strings"
	"testing"

	"quadrille/assets"
)

// TestLessons opens a first lesson and types its moves. The task is shown, and other
// moves are refused.
func TestLessons(t *testing.T) {
	s := serveFor(t)
	line := 0
	for i := range assets.AnnotatedGames {
		score := &assets.AnnotatedGames[i]
		if !score.Lesson {
			continue
		}
		place := line
		line++
		t.Run(score.Game, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, strings.ToUpper(score.Game[:1])+score.Game[1:], 80, 24)
			p.kind = kinds[place%len(kinds)]
			p.arrive(s.address, "")
			p.introduce()
			p.press("g")
			p.See(t, "Lessons (")
			p.press(strings.Repeat(arrowDown, place) + "\r")
			p.See(t, score.Title)
			p.follow(score)
		})
	}
}

// follow plays a lesson to its end.
func (p *person) follow(score *assets.AnnotatedGame) {
	p.Helper()
	for i, step := range score.Steps {
		if step.Prompt == "" {
			continue
		}
		p.reads(step.Prompt)
		if i == 0 {
			p.press("resign\r")
			p.See(p, "! Only players can resign")
			p.press("zz9-zz9\r")
			p.See(p, "There is no square")
			p.press("\x1b") // alone: with a letter behind it, it would be Alt
			p.Await(p, "an empty line", func(text string) bool { return !strings.Contains(text, "zz9") })
		}
		p.press(step.Action + "\r")
	}
	p.reads(score.Steps[len(score.Steps)-1].Note)
}

// reads waits until the words are on the screen, with any line breaks.
func (p *person) reads(text string) {
	p.Helper()
	words := strings.Fields(text)
	p.Await(p, text, func(screen string) bool {
		rest := screen
		for _, w := range words {
			i := strings.Index(rest, w)
			if i < 0 {
				return false
			}
			rest = rest[i+len(w):]
		}
		return true
	})
}

// A game with notes is read move by move, and analysed from any position.
func TestGamesWithNotesAndFirstLessons(t *testing.T) { onEachTerminal(t, scoreAndStudy) }

func scoreAndStudy(t *testing.T, kind string) {
	t.Helper()
	s := serveFor(t)
	p := newPerson(t, "Reader", 100, 30)
	p.kind = kind
	p.arrive(s.address, "")
	p.introduce()
	p.press("g")
	p.See(t, "Annotated games")
	p.press("\x1b[F\r") // the last of them
	p.See(t, "Captain Verney's opening")
	p.reads("printed in 1881")
	p.press("]]]]]")
	p.reads("Yellow's bishop takes Red's")
	p.press("\x01") // ctrl+a
	p.See(t, "analysis board")
	p.See(t, "Your move, Red")
	p.press("\x01")
	p.See(t, "This is already an analysis board")
	p.press("a7-h14\r")
	p.See(t, "Your move, White")
	p.press("\x1b")
	p.reads("Yellow's bishop takes Red's")
	p.press("\x1b") // ends looking back
	p.reads("everybody has lost the queen")
	p.press("\x1b")
	p.See(t, "Annotated games")
}
