package e2e

import (
	"slices"
	"strings"
	"testing"

	"quadrille/assets"
	"quadrille/internal/sshtest"
)

// TestLessons opens the first lesson and types its moves. The screen shows the task and
// refuses other moves.
func TestLessons(t *testing.T) {
	t.Parallel()
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
			p.term = kinds[place%len(kinds)]
			p.connect(s.address, "")
			p.chooseName()
			p.press("a")
			p.See(t, "1 Lessons")
			p.press(strings.Repeat(arrowDown, place) + "\r")
			p.See(t, score.Title)
			p.playLesson(score)
		})
	}
}

// playLesson plays a lesson to its end.
func (p *person) playLesson(score *assets.AnnotatedGame) {
	p.Helper()
	for i, step := range score.Steps {
		if step.Prompt == "" {
			continue
		}
		p.seeWrapped(step.Prompt)
		if i == 0 {
			p.press("resign\r")
			p.See(p, "! An analysis board has no other players")
			p.press("zz9-zz9\r")
			p.See(p, "There is no square")
			p.press("\x1b") // sent alone, because Esc followed by a letter means Alt and that letter
			p.Await(p, "an empty line", func(text string) bool { return !strings.Contains(text, "zz9") })
		}
		p.press(step.Action + "\r")
	}
	p.seeWrapped(score.Steps[len(score.Steps)-1].Note)
	p.See(p, "Lesson complete")
	p.press("\r")
	if next := score.Next(); next != nil {
		p.See(p, next.Title)
	} else {
		p.See(p, "1 Lessons")
	}
}

// TestLessonsStayTicked completes the first lesson as an account and as a guest, ends the
// connection, and returns: the list ticks that lesson and selects the next one.
func TestLessonsStayTicked(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	i := slices.IndexFunc(assets.AnnotatedGames, func(a assets.AnnotatedGame) bool { return a.Lesson })
	first := &assets.AnnotatedGames[i]
	t.Run("account", func(t *testing.T) {
		t.Parallel()
		p := connectPerson(t, s, kinds[0], "Learner", 80, 24)
		p.completeFirst(first)
		s.must(p.client.Close())
		p.connect(s.address, "")
		p.See(t, "Against bots")
		p.seeTicked(first)
		s.must(p.client.Close())
		p.client = sshtest.Dial(t, s.address, sshtest.KeyAuth(p.key))
		plain := sshtest.OpenStream(t, p.client, "plain", "", "plain")
		plain.Type(t, "lessons\n")
		plain.Expect(t, first.Title+", a two-minute lesson, complete")
		if out, _, _ := sshtest.Run(t, p.client, "account export"); !strings.Contains(out, `"lessons":["`+first.Title+`"]`) {
			t.Errorf("the export does not name the lesson:\n%s", out)
		}
	})
	t.Run("guest", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "guest", 80, 24)
		p.guest = true
		p.connect(s.address, "")
		p.See(t, "Against bots")
		p.press("?")
		code := returnCode.FindString(p.Await(t, "the code", returnCode.MatchString))
		p.press("\x1b")
		p.See(t, "Against bots")
		p.completeFirst(first)
		s.must(p.client.Close())
		p.connect(s.address, "return "+code)
		p.See(t, "Against bots")
		p.seeTicked(first)
	})
}

// completeFirst opens and plays the first lesson.
func (p *person) completeFirst(first *assets.AnnotatedGame) {
	p.Helper()
	p.press("a")
	p.See(p, "1 Lessons")
	p.press("\r")
	p.See(p, first.Title)
	p.playLesson(first)
}

// seeTicked opens the list of lessons, and waits until the first one has a tick and the second
// is selected.
func (p *person) seeTicked(first *assets.AnnotatedGame) {
	p.Helper()
	p.press("a")
	p.See(p, "✓ "+first.Title)
	p.See(p, "▸  "+first.Next().Title)
}

// seeWrapped waits until the screen shows the text, which may be wrapped.
func (p *person) seeWrapped(text string) {
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

// The player reads an annotated game move by move and starts an analysis from one of its
// positions.
func TestGamesWithNotesAndFirstLessons(t *testing.T) { onOneTerminal(t, notesAndLessons) }

func notesAndLessons(t *testing.T, kind string) {
	t.Helper()
	s := serveFor(t)
	p := connectPerson(t, s, kind, "Reader", 100, 30)
	p.press("a")
	p.See(t, "Annotated games")
	p.press("2\x1b[F\r") // open the last annotated game
	p.See(t, "Captain Verney's")
	p.seeWrapped("printed in 1881")
	p.press("]]]]]")
	p.seeWrapped("Yellow's bishop takes Red's")
	p.press("\x01") // ctrl+a
	p.See(t, "Analysis board")
	p.See(t, "Your move, Red")
	p.press("\x01")
	p.See(t, "This is already an analysis board")
	p.press("a7-h14\r")
	p.See(t, "Your move, White")
	p.press("\x1b")
	p.seeWrapped("Yellow's bishop takes Red's")
	p.press("\x1b") // Esc returns to the last move
	p.seeWrapped("everybody has lost the queen")
	p.press("\x1b")
	p.See(t, "Annotated games")
}
