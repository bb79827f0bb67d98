package game

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/assets"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/player"
	"quadrille/internal/present"
	analyses "quadrille/internal/service/analysis"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// study is a table for one person: an analysis board, an annotated game or a lesson. Its
// methods accept a nil study, which is a table of the lobby.
type study struct {
	game    string
	options map[string]string
	actions []rules.Action        // actions that are played when the board opens
	score   *assets.AnnotatedGame // the annotated game or lesson; nil for an analysis board
}

// viewer returns the person for whom the table is described.
func (s *study) viewer(id player.ID) present.Viewer {
	if s == nil {
		return present.Viewer{ID: id}
	}
	return present.Student(id, s.score)
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

// analyse opens an analysis board with the position shown.
func (v seen) analyse() intent {
	if why := v.words.CannotAnalyse(); why != "" {
		return refuse(why)
	}
	return intent{study: v.studyOf(v.at)}
}

// studyOf returns an analysis board on which the first n actions of the table are played.
func (v seen) studyOf(n int) *study {
	s := &study{game: v.Terms.Game, options: v.Terms.Options}
	for _, m := range v.Moves[:n] {
		s.actions = append(s.actions, m.Action)
	}
	return s
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
		t.Subscription.Failed = err.Error()
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

// nextLesson replaces a complete lesson by the next one, or leaves after the last one.
func (t *Screen) nextLesson() kit.Step {
	next := t.Study.score.Next()
	if next == nil {
		return kit.Leave
	}
	return kit.Become(NewScore(t.env, next))
}

// lessonDelay is the time between two moves that a lesson plays.
const lessonDelay = 1200 * time.Millisecond

// lessonMsg makes the screen play the next move of a lesson.
type lessonMsg struct {
	to   Address
	step int
}

// scheduleStep schedules the next step of a lesson, unless the learner must play it.
func (t *Screen) scheduleStep() tea.Cmd {
	if c, _ := t.seen().words.LessonMove(); c == nil {
		return nil
	}
	return t.env.After(lessonDelay, lessonMsg{t.address, len(t.View.Moves)})
}

// playStep plays the next move of a lesson. It does nothing if that move was played already.
func (v seen) playStep(msg lessonMsg) intent {
	switch c, err := v.words.LessonMove(); {
	case c == nil || msg.step != len(v.Moves):
		return intent{}
	case err != nil:
		return refuse(err.Error())
	default:
		return send(*c)
	}
}
