package game

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/assets"
	analyses "quadrille/internal/analysis"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/ui/game/scene"
	"quadrille/internal/ui/kit"
	"quadrille/internal/ui/nav"
	"quadrille/rules"
)

// lesson plays a lesson or a game with notes on a board of one's own.
type lesson struct {
	t *Screen
}

// study is what a table of one's own is about: to try moves on from some moment
// of a game, to read a game with notes, or to be led through a first one.
type study struct {
	game    string
	options map[string]string
	actions []rules.Action        // played when it begins
	score   *assets.AnnotatedGame // the game with notes; nil for trying moves
	opened  bool                  // the board was shown once
}

// open makes the table of the study, until the context ends. It needs no lobby, as
// it is nobody else's.
func (s *study) open(ctx context.Context, me player.Player) (*kit.TableHandle, error) {
	begin := analyses.Study
	if s.score != nil {
		begin = analyses.StudyToEnd
	}
	t, err := begin(ctx, me, s.game, s.options, s.actions)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { _ = t.Stop(context.WithoutCancel(ctx)) }) // there is nothing to store
	return &kit.TableHandle{Do: t.Do, Watch: t.Watch(me)}, nil
}

// analyse opens a study from what is on the board. Who plays has none: it would
// tell him what he is to find out by himself.
func (le *lesson) analyse() (kit.Step, tea.Cmd) {
	v := le.t.View
	if v.Phase == table.Playing && le.t.Study == nil && le.t.seats.seated() {
		return kit.Stay, le.t.Link.refuse("who plays here cannot analyse here; wait for the end of the game")
	}
	if le.t.Study != nil && le.t.Study.score == nil { // one is enough: each is a table
		return kit.Stay, le.t.Link.refuse("this is a board of your own already; play on from here")
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

// NewScore is the screen of a game with notes. One that cannot be read says
// so in its place.
func NewScore(e *kit.Env, score *assets.AnnotatedGame) *Screen {
	s, err := readScore(score)
	t := newStudy(e, s)
	if err != nil {
		t.Link.Failed = err.Error()
	}
	return t
}

// readScore is the study of a game with notes: a lesson begins at its start, any
// other game is there whole, to be looked through.
func readScore(score *assets.AnnotatedGame) (*study, error) {
	s := &study{game: score.Game, options: score.Options, score: score}
	if score.Lesson {
		return s, nil
	}
	var err error
	s.actions, err = sampleOf(score).Actions()
	return s, err
}

// sampleOf is a score without its notes.
func sampleOf(score *assets.AnnotatedGame) *analyses.Sample {
	return &analyses.Sample{Title: score.Title, Game: score.Game, Options: score.Options, Plain: score.Plain()}
}

// lesson returns the next step of a lesson; nil where there is none.
func (le *lesson) lesson() *assets.Step {
	if le.t.View == nil {
		return nil
	}
	s := le.t.Picture()
	return s.Step()
}

// withNotes reports whether this is a game with notes, and no lesson.
func (le *lesson) withNotes() bool {
	return le.t.Study != nil && scene.WithNotes(le.t.Study.score)
}

// reading reports whether one looks through a game with notes, or is at the end of
// one that is over: then letters begin no move.
func (le *lesson) reading() bool {
	return le.withNotes() && (le.t.History.back() || le.t.View.Phase == table.Finished)
}

// lessonDelay is how long what the others play stands before the next of them.
const lessonDelay = 1200 * time.Millisecond

// lessonMsg says that it is time for a step of a lesson that plays itself.
type lessonMsg struct {
	t    *Screen
	step int
}

// scheduleStep sees to the next step: what nobody is asked for comes by itself. A
// game to be read is shown from its start.
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

// deviation tells why an action is not the one that a lesson asks for; empty if
// it is, or there is no lesson.
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
		return "that is another move; this lesson goes on with " + step.Action
	}
	return ""
}
