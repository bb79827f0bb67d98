package game

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/assets"
	"quadrille/internal/draw/scene"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/player"
	analyses "quadrille/internal/service/analysis"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// lesson is the part of a table's screen that handles lessons and annotated games.
type lesson struct {
	t *Screen
}

// study is a table for one person: an analysis board, an annotated game or a lesson.
type study struct {
	game    string
	options map[string]string
	actions []rules.Action        // actions that are played when the board opens
	score   *assets.AnnotatedGame // the annotated game or lesson; nil for an analysis board
	opened  bool                  // whether the board has been shown
}

// open creates the table on which the viewer studies: an analysis board, an annotated game or a
// lesson. The table exists until ctx is done and does not appear in the lobby.
func (s *study) open(ctx context.Context, me player.Player) (*kit.TableHandle, error) {
	begin := live.Study
	if s.score != nil {
		begin = live.StudyToEnd
	}
	t, err := begin(ctx, me, s.game, s.options, s.actions)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { _ = t.Stop(context.WithoutCancel(ctx)) }) // ignore the error: the table of a study is not stored
	return &kit.TableHandle{Do: t.Do, Watch: t.Watch(me)}, nil
}

// analyse opens an analysis board with the position shown. Players of a running game may not
// open an analysis board, because it would help them.
func (le *lesson) analyse() (kit.Step, tea.Cmd) {
	v := le.t.View
	if v.Phase == table.Playing && le.t.Study == nil && le.t.seats.seated() {
		return kit.Stay, le.t.Link.refuse("players cannot analyse before the game is over")
	}
	if le.t.Study != nil && le.t.Study.score == nil { // an analysis board cannot open another analysis board
		return kit.Stay, le.t.Link.refuse("this is already an analysis board")
	}
	s := &study{game: v.Terms.Game, options: v.Terms.Options}
	for _, m := range v.Moves[:le.t.History.LookedAt()] {
		s.actions = append(s.actions, m.Action)
	}
	return kit.Enter(newStudy(le.t.env, s)), nil
}

func newStudy(e *kit.Env, s *study) *Screen {
	t := New(e, nav.Table{})
	t.Study = s
	return t
}

// NewScore returns the screen of an annotated game or a lesson. If the moves cannot be read,
// the screen shows the error.
func NewScore(e *kit.Env, score *assets.AnnotatedGame) *Screen {
	s, err := readScore(score)
	t := newStudy(e, s)
	if err != nil {
		t.Link.Failed = err.Error()
	}
	return t
}

// readScore returns the study for an annotated game or a lesson. A lesson opens at its first
// position, an annotated game at its last position.
func readScore(score *assets.AnnotatedGame) (*study, error) {
	s := &study{game: score.Game, options: score.Options, score: score}
	if score.Lesson {
		return s, nil
	}
	var err error
	s.actions, err = sampleOf(score).Actions()
	return s, err
}

// sampleOf returns an annotated game in the form that the analysis needs.
func sampleOf(score *assets.AnnotatedGame) *analyses.Sample {
	return &analyses.Sample{Title: score.Title, Game: score.Game, Options: score.Options, Plain: score.Plain()}
}

// lesson returns the next step of the lesson, or nil if there is none.
func (le *lesson) lesson() *assets.Step {
	if le.t.View == nil || le.t.Study == nil {
		return nil
	}
	s := le.t.Picture()
	return s.Step()
}

// withNotes reports whether the screen shows an annotated game, not a lesson.
func (le *lesson) withNotes() bool {
	return le.t.Study != nil && scene.WithNotes(le.t.Study.score)
}

// reading reports whether the viewer is reading an annotated game, so that letters do not
// start a move.
func (le *lesson) reading() bool {
	return le.withNotes() && (le.t.History.back() || le.t.View.Phase == table.Finished)
}

// lessonDelay is the time between two moves that a lesson plays.
const lessonDelay = 1200 * time.Millisecond

// lessonMsg makes the screen play the next move of a lesson.
type lessonMsg struct {
	t    *Screen
	step int
}

// scheduleStep schedules the next step of a lesson, unless the learner must play it. When an
// annotated game opens, scheduleStep shows its first position.
func (le *lesson) scheduleStep() tea.Cmd {
	if s := le.t.Study; s != nil && !s.opened {
		s.opened = true
		if scene.WithNotes(s.score) {
			le.t.History.look(0)
		}
	}
	if step := le.lesson(); step == nil || step.Prompt != "" {
		return nil
	}
	return le.t.env.After(lessonDelay, lessonMsg{le.t, len(le.t.View.Moves)})
}

func (le *lesson) playStep(msg lessonMsg) tea.Cmd {
	if msg.t != le.t || le.t.View == nil || msg.step != len(le.t.View.Moves) {
		return nil
	}
	a, err := le.lessonAction()
	if err != nil {
		return le.t.Link.refuse(err.Error())
	}
	return le.t.Link.Act(table.Command{Kind: table.Play, Seat: le.t.View.Actor, Action: a})
}

func (le *lesson) lessonAction() (rules.Action, error) {
	return rules.ParsePlain(le.t.View.Variant.Facts(), le.t.View.Actor, le.lesson().Action)
}

// deviation returns a text that says why an action is not the next move of the lesson. It
// returns "" if the action is the next move or if there is no lesson.
func (le *lesson) deviation(a rules.Action) string {
	step := le.lesson()
	if step == nil {
		return ""
	}
	wanted, err := le.lessonAction()
	switch {
	case err != nil:
		return err.Error()
	case step.Prompt == "":
		return "the others are moving; wait for your turn"
	case a != wanted:
		return "the lesson continues with another move: " + step.Action
	}
	return ""
}
