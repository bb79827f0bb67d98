package game

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/assets"
	"quadrille/internal/lobby"
	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
	"quadrille/internal/ui/nav"
	"quadrille/rules"
)

// analyse opens a study from what is on the board. Who plays has none: it would
// tell him what he is to find out by himself.
func (t *Screen) analyse() (kit.Step, tea.Cmd) {
	v := t.View
	if v.Phase == table.Playing && t.Study == nil && t.seated() {
		return kit.Stay, t.refuse("who plays here cannot analyse here; wait for the end of the game")
	}
	if t.Study != nil && t.Study.Score == nil { // one is enough: each is a table
		return kit.Stay, t.refuse("this is a board of your own already; play on from here")
	}
	s := &kit.Study{Game: v.Terms.Game, Options: v.Terms.Options}
	for _, m := range v.Moves[:t.LookedAt()] {
		s.Actions = append(s.Actions, m.Action)
	}
	return kit.Enter(newStudy(t.env, s)), nil
}

func newStudy(e *kit.Env, s *kit.Study) *Screen {
	t := New(e, nav.Table{})
	t.Study = s
	return t
}

// NewScore is the screen of a game with notes. One that cannot be read says
// so in its place.
func NewScore(e *kit.Env, score *assets.Score) *Screen {
	s, err := readScore(score)
	t := newStudy(e, s)
	if err != nil {
		t.Failed = err.Error()
	}
	return t
}

// readScore is the study of a game with notes: a lesson begins at its start, any
// other game is there whole, to be looked through.
func readScore(score *assets.Score) (*kit.Study, error) {
	s := &kit.Study{Game: score.Game, Options: score.Options, Score: score}
	if score.Lesson {
		return s, nil
	}
	var err error
	s.Actions, err = sampleOf(score).Actions()
	return s, err
}

// sampleOf is a score without its notes.
func sampleOf(score *assets.Score) *lobby.Sample {
	return &lobby.Sample{Title: score.Title, Game: score.Game, Options: score.Options, Plain: score.Plain()}
}

// lesson is the next step of a lesson, nil where there is none.
func (t *Screen) lesson() *assets.Step {
	if t.Study == nil || t.Study.Score == nil || !t.Study.Score.Lesson || t.View == nil {
		return nil
	}
	if n := len(t.View.Moves); n < len(t.Study.Score.Steps) {
		return &t.Study.Score.Steps[n]
	}
	return nil
}

// withNotes reports whether this is a game with notes, and no lesson.
func (t *Screen) withNotes() bool {
	return t.Study != nil && t.Study.Score != nil && !t.Study.Score.Lesson
}

// reading reports whether one looks through a game with notes, or is at the end of
// one that is over: then letters begin no move.
func (t *Screen) reading() bool {
	return t.withNotes() && (t.past.looking || t.View.Phase == table.Finished)
}

// lessonPace is how long what the others play stands before the next of them.
const lessonPace = 1200 * time.Millisecond

// lessonMsg says that it is time for a step of a lesson that plays itself.
type lessonMsg struct {
	t    *Screen
	step int
}

// goOnWithLesson sees to the next step: what nobody is asked for comes by itself. A
// game to be read is shown from its start.
func (t *Screen) goOnWithLesson() tea.Cmd {
	if s := t.Study; s != nil && !s.Opened {
		s.Opened = true
		if s.Score != nil && !s.Score.Lesson {
			t.look(0)
		}
	}
	if step := t.lesson(); step == nil || step.Ask != "" {
		return nil
	}
	return t.env.After(lessonPace, lessonMsg{t, len(t.View.Moves)})
}

func (t *Screen) playLesson(msg lessonMsg) tea.Cmd {
	if msg.t != t || t.View == nil || msg.step != len(t.View.Moves) {
		return nil
	}
	a, err := t.lessonAction()
	if err != nil {
		return t.refuse(err.Error())
	}
	return t.Act(table.Act{Do: table.Play, Seat: t.View.Actor, Action: a})
}

func (t *Screen) lessonAction() (rules.Action, error) {
	return rules.ParsePlain(t.View.Variant.Facts(), t.View.Actor, t.lesson().Action)
}

// besideLesson tells why an action is not the one that a lesson asks for; empty if
// it is, or there is no lesson.
func (t *Screen) besideLesson(a rules.Action) string {
	step := t.lesson()
	if step == nil {
		return ""
	}
	wanted, err := t.lessonAction()
	switch {
	case err != nil:
		return err.Error()
	case step.Ask == "":
		return "the others are moving; wait for your turn"
	case a != wanted:
		return "that is another move; this lesson goes on with " + step.Action
	}
	return ""
}
