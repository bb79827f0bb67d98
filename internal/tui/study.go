package tui

import (
	"time"

	"quadrille/internal/tui/nav"

	tea "charm.land/bubbletea/v2"

	"quadrille/assets"
	"quadrille/internal/lobby"
	"quadrille/internal/table"
	"quadrille/rules"
)

// study is what a table of one's own is about: to try moves on from some moment
// of a game, to read a game with notes, or to be led through a first one.
type study struct {
	game    string
	options map[string]string
	actions []rules.Action // played when it begins
	score   *assets.Score  // the game with notes; nil for trying moves
	opened  bool           // the board was shown once
}

// analyse opens a study from what is on the board. Who plays has none: it would
// tell him what he is to find out by himself.
func (t *tableScreen) analyse() (step, tea.Cmd) {
	v := t.view
	if v.Phase == table.Playing && t.study == nil && t.seated() {
		return stay, t.refuse("who plays here cannot analyse here; wait for the end of the game")
	}
	if t.study != nil && t.study.score == nil { // one is enough: each is a table
		return stay, t.refuse("this is a board of your own already; play on from here")
	}
	s := &study{game: v.Terms.Game, options: v.Terms.Options}
	for _, m := range v.Moves[:t.lookedAt()] {
		s.actions = append(s.actions, m.Action)
	}
	return enter(newStudyScreen(t.env, s)), nil
}

func newStudyScreen(e *env, s *study) *tableScreen {
	t := newTableScreen(e, nav.Table{})
	t.study = s
	return t
}

// newScoreScreen is the screen of a game with notes. One that cannot be read says
// so in its place.
func newScoreScreen(e *env, score *assets.Score) *tableScreen {
	s, err := readScore(score)
	t := newStudyScreen(e, s)
	if err != nil {
		t.failed = err.Error()
	}
	return t
}

// readScore is the study of a game with notes: a lesson begins at its start, any
// other game is there whole, to be looked through.
func readScore(score *assets.Score) (*study, error) {
	s := &study{game: score.Game, options: score.Options, score: score}
	if score.Lesson {
		return s, nil
	}
	var err error
	s.actions, err = sampleOf(score).Actions()
	return s, err
}

// sampleOf is a score without its notes.
func sampleOf(score *assets.Score) *lobby.Sample {
	return &lobby.Sample{Title: score.Title, Game: score.Game, Options: score.Options, Plain: score.Plain()}
}

// lesson is the next step of a lesson, nil where there is none.
func (t *tableScreen) lesson() *assets.Step {
	if t.study == nil || t.study.score == nil || !t.study.score.Lesson || t.view == nil {
		return nil
	}
	if n := len(t.view.Moves); n < len(t.study.score.Steps) {
		return &t.study.score.Steps[n]
	}
	return nil
}

// withNotes reports whether this is a game with notes, and no lesson.
func (t *tableScreen) withNotes() bool {
	return t.study != nil && t.study.score != nil && !t.study.score.Lesson
}

// reading reports whether one looks through a game with notes, or is at the end of
// one that is over: then letters begin no move.
func (t *tableScreen) reading() bool {
	return t.withNotes() && (t.past.looking || t.view.Phase == table.Finished)
}

// lessonPace is how long what the others play stands before the next of them.
const lessonPace = 1200 * time.Millisecond

// lessonMsg says that it is time for a step of a lesson that plays itself.
type lessonMsg struct {
	t    *tableScreen
	step int
}

// goOnWithLesson sees to the next step: what nobody is asked for comes by itself. A
// game to be read is shown from its start.
func (t *tableScreen) goOnWithLesson() tea.Cmd {
	if s := t.study; s != nil && !s.opened {
		s.opened = true
		if s.score != nil && !s.score.Lesson {
			t.look(0)
		}
	}
	if step := t.lesson(); step == nil || step.Ask != "" {
		return nil
	}
	return t.env.after(lessonPace, lessonMsg{t, len(t.view.Moves)})
}

func (t *tableScreen) playLesson(msg lessonMsg) tea.Cmd {
	if msg.t != t || t.view == nil || msg.step != len(t.view.Moves) {
		return nil
	}
	a, err := t.lessonAction()
	if err != nil {
		return t.refuse(err.Error())
	}
	return t.act(table.Act{Do: table.Play, Seat: t.view.Actor, Action: a})
}

func (t *tableScreen) lessonAction() (rules.Action, error) {
	return rules.ParsePlain(t.view.Variant.Facts(), t.view.Actor, t.lesson().Action)
}

// besideLesson tells why an action is not the one that a lesson asks for; empty if
// it is, or there is no lesson.
func (t *tableScreen) besideLesson(a rules.Action) string {
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
