package e2e

import (
	"fmt"
	"strings"
	"testing"

	"quadrille/assets"
	"quadrille/internal/sshtest"
)

// TestLessonsStayTicked completes the shortest lesson as an account on a screen, and as a guest in
// plain mode. It ends the connection, and returns: the list ticks that lesson.
func TestLessonsStayTicked(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	var lesson *assets.AnnotatedGame
	number, place, lessons := 0, 0, 0
	for i := range assets.AnnotatedGames {
		one := &assets.AnnotatedGames[i]
		if one.Lesson && (lesson == nil || len(one.Steps) < len(lesson.Steps)) {
			lesson, number, place = one, i+1, lessons
		}
		if one.Lesson {
			lessons++
		}
	}
	t.Run("account", func(t *testing.T) {
		t.Parallel()
		p := connectPerson(t, s, kinds[0], "Learner", 80, 24)
		p.press("a")
		p.See(t, "1 Lessons")
		p.press(strings.Repeat(arrowDown, place) + "\r")
		p.See(t, lesson.Title)
		p.playLesson(lesson)
		s.must(p.client.Close())
		p.connect(s.address, "")
		p.See(t, "Against bots")
		p.seeTicked(lesson)
		s.must(p.client.Close())
		p.client = sshtest.Dial(t, s.address, sshtest.KeyAuth(p.key))
		plain := sshtest.OpenStream(t, p.client, "plain", "", "plain")
		plain.Type(t, "lessons\n")
		plain.Expect(t, lesson.Title+", a two-minute lesson, complete")
		if out, _, _ := sshtest.Run(t, p.client, "account export"); !strings.Contains(out, `"lessons":["`+lesson.Title+`"]`) {
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
		plain := sshtest.OpenStream(t, p.client, "plain", "", "plain")
		plain.Type(t, fmt.Sprintf("lesson %d\n", number))
		for _, step := range lesson.Steps {
			if step.Prompt != "" {
				plain.Expect(t, step.Prompt)
				plain.Type(t, step.Action+"\n")
			}
		}
		plain.Expect(t, "Lesson complete")
		s.must(p.client.Close())
		p.connect(s.address, "return "+code)
		p.See(t, "Against bots")
		p.seeTicked(lesson)
	})
}

// playLesson plays a lesson to its end.
func (p *person) playLesson(lesson *assets.AnnotatedGame) {
	p.Helper()
	for _, step := range lesson.Steps {
		if step.Prompt != "" {
			p.seeWrapped(step.Prompt)
			p.press(step.Action + "\r")
		}
	}
	p.seeWrapped(lesson.Steps[len(lesson.Steps)-1].Note)
	p.See(p, "Lesson complete")
}

// seeTicked opens the list of lessons, and waits until a lesson has a tick.
func (p *person) seeTicked(lesson *assets.AnnotatedGame) {
	p.Helper()
	p.press("a")
	p.See(p, "✓ "+lesson.Title)
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
func TestGamesWithNotes(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	p := connectPerson(t, s, kinds[1], "Reader", 100, 30)
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
